import type { Vault } from "../../ports.ts";
import type { TenantId } from "../tenant/tenant.ts";
import type { Account, Balances } from "./accounts.ts";
import type { Entry } from "./posting.ts";

/** The part of the store port that reads the ledger. */
export interface LedgerStore {
  /** The ledger entries of a tenant with this reference, in the order of booking. */
  entries(tenant: TenantId, reference: string): Promise<readonly Entry[]>;

  /**
   * At most `limit` (from 1) ledger entries of a tenant in the order of booking, only those behind the entry with the
   * commit id `after`; none if there is no such entry. An entry that is booked meanwhile may be left out.
   */
  listEntries(tenant: TenantId, page: { readonly after?: string; readonly limit: number }): Promise<readonly Entry[]>;

  /** Every balance of a tenant, and the sum of the account's postings: all from one snapshot, in won on the normal side. */
  sumPostings(tenant: TenantId): Promise<{ readonly balances: Balances; readonly sums: Balances }>;
}

export interface LedgerContext {
  readonly store: LedgerStore & {
    read(
      tenant: TenantId,
      request: { readonly keys: readonly []; readonly accounts: readonly Account[] },
    ): Promise<{ readonly balances: Readonly<Partial<Balances>> }>;
  };
  readonly vault: Vault;
}
