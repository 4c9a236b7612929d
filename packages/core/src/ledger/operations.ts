import { tenantId, type Tenant, type TenantId } from "../tenant.ts";
import type { Balances } from "./accounts.ts";
import type { Entry } from "./posting.ts";

/** The books of all tenants, as far as they are read without deciding anything. */
export interface Books {
  balances(tenant: TenantId): Promise<Balances>;
  entries(tenant: TenantId, reference: string): Promise<readonly Entry[]>;
}

/** The ledger of a merchant. */
export interface LedgerOperations {
  /**
   * The balances of a merchant's accounts, in won, each on its normal side, at one moment.
   *
   * @example
   * const { pending, available } = await payments.ledger.balances(tenant);
   */
  balances(tenant: Tenant): Promise<Balances>;

  /**
   * The ledger entries of one payment, by its intentKey, in the order in which they were booked.
   *
   * @example
   * const entries = await payments.ledger.entries(tenant, intentKey);
   */
  entries(tenant: Tenant, reference: string): Promise<readonly Entry[]>;
}

/** Binds the operations to the books. */
export function ledgerOperations(books: Books): LedgerOperations {
  return {
    balances: (tenant) => books.balances(tenantId(tenant)),
    entries: (tenant, reference) => books.entries(tenantId(tenant), reference),
  };
}
