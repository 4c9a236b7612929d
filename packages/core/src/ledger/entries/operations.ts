import type { Page, PageInput } from "../../engine/request/page.ts";
import type { Answer } from "../../result.ts";
import { tenantId, type Tenant } from "../../engine/tenant/tenant.ts";
import {
  type LedgerContext,
  accountNames,
  emptyBalances,
  type Balances,
  type Entry,
} from "../../engine/posting/posting.ts";
import { audit, type Audit, listEntries, type listEntriesErrors } from "./entries.ts";

/** The ledger of a merchant. Amounts are in won. */
export interface LedgerOperations {
  /**
   * One snapshot of the balances of a merchant's accounts, each on its normal side.
   *
   * @example
   * const { pending, available } = await payments.ledger.balances(tenant);
   */
  balances(tenant: Tenant): Promise<Balances>;

  /**
   * The ledger entries of one payment or settlement, by its intentKey or settlementId, in the order of booking.
   *
   * @example
   * const entries = await payments.ledger.entries(tenant, intentKey);
   */
  entries(tenant: Tenant, reference: string): Promise<readonly Entry[]>;

  /**
   * Lists all ledger entries of a merchant, the oldest first, 10 a page unless `limit` says otherwise. The `reference`
   * of each names its cause: an intentKey or a settlementId. An entry that is booked while the list is read may be left
   * out.
   *
   * Refusals: `INVALID_REQUEST` for a limit below 1 or above 10,000, or an invalid cursor.
   *
   * @example
   * const page = await payments.ledger.list(tenant, { limit: 100 });
   */
  list(tenant: Tenant, input?: PageInput): Answer<Page<Entry>, typeof listEntriesErrors>;

  /**
   * Recomputes every balance of a merchant from one snapshot of its postings, and returns the differences. It reads the
   * whole ledger of the merchant.
   *
   * @example
   * const { differences } = await payments.ledger.audit(tenant);
   * if (differences.length > 0) console.error("the books are wrong", differences);
   */
  audit(tenant: Tenant): Promise<Audit>;
}

export function ledgerOperations(context: LedgerContext): LedgerOperations {
  const { store } = context;
  return {
    async balances(tenant) {
      const { balances } = await store.read(tenantId(tenant), { keys: [], accounts: accountNames });
      return { ...emptyBalances, ...balances };
    },
    entries: (tenant, reference) => store.entries(tenantId(tenant), reference),
    list: (tenant, input = {}) => listEntries(context, tenant, input),
    audit: (tenant) => audit(context, tenant),
  };
}
