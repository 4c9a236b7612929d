import type { Vault } from "../ports.ts";
import type { TenantId } from "../tenant/tenant.ts";
import type { Account, Balances } from "./accounts.ts";
import type { Entry } from "./posting.ts";

/** The part of the store port that reads the ledger. */
export interface LedgerStore {
  /** The ledger entries of a tenant whose reference is this, in the order in which they were booked. */
  entries(tenant: TenantId, reference: string): Promise<readonly Entry[]>;

  /**
   * The ledger entries of a tenant in the order in which they were booked, at most `limit` of them (from 1),
   * and only those behind the one whose commit id is `after`; none where there is no such entry. One that is
   * booked meanwhile may be left out.
   */
  listEntries(tenant: TenantId, page: { readonly after?: string; readonly limit: number }): Promise<readonly Entry[]>;

  /** Every balance of a tenant, and what the postings to its account come to: all from one snapshot, in won on the normal side. */
  sumPostings(tenant: TenantId): Promise<{ readonly balances: Balances; readonly sums: Balances }>;
}

/** What reading a merchant's ledger reaches. */
export interface LedgerContext {
  readonly store: LedgerStore & {
    read(
      tenant: TenantId,
      request: { readonly keys: readonly []; readonly accounts: readonly Account[] },
    ): Promise<{ readonly balances: Readonly<Partial<Balances>> }>;
  };
  readonly vault: Vault;
}
