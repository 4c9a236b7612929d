import { accounts, accountNames, emptyBalances, normalDelta, type Account, type TenantId } from "@wonflow/core";
import type { Projection } from "../observation/projection.ts";

type TenantBalances = Record<Account, number>;

/** The balances of each tenant, each on its normal side, as the sum of all postings that were committed. */
export const balances: Projection<Map<TenantId, TenantBalances>> = {
  start: () => new Map(),
  onCommit(all, { tenant, postings }) {
    for (const posting of postings) {
      const own = all.get(tenant) ?? { ...emptyBalances };
      own[posting.account] += normalDelta(posting);
      all.set(tenant, own);
    }
  },
};

/** The sum of a tenant's debits less its credits: zero, always. */
export function imbalanceOf(own: Readonly<TenantBalances>): number {
  return accountNames.reduce((sum, account) => sum + (accounts[account] === "debit" ? 1 : -1) * own[account], 0);
}
