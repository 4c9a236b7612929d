import { type Account, accountNames, accounts, emptyBalances, normalDelta, type TenantId } from "@wonflow/core";
import type { Projection } from "./invariant.ts";
import type { Observed } from "./observed.ts";

/** The reference of the money that a merchant brings into a run, settled before. */
export const openingReference = "opening";

export type TenantBalances = Record<Account, number>;

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

/** The balances of each reference of a tenant, as the sum of the postings that were committed for it. */
export const balancesByReference: Projection<Map<string, TenantBalances>> = {
  start: () => new Map(),
  onCommit(all, { tenant, reference, postings }) {
    for (const posting of postings) {
      const own = all.get(`${tenant} ${reference}`) ?? { ...emptyBalances };
      own[posting.account] += normalDelta(posting);
      all.set(`${tenant} ${reference}`, own);
    }
  },
};

/** What is booked for a payment. */
export function bookedFor(observed: Observed, tenant: TenantId, reference: string): Readonly<TenantBalances> {
  return observed.of(balancesByReference).get(`${tenant} ${reference}`) ?? emptyBalances;
}

/** The sum of a tenant's debits less its credits: zero, always. */
export function imbalanceOf(own: Readonly<TenantBalances>): number {
  return accountNames.reduce((sum, account) => sum + (accounts[account] === "debit" ? 1 : -1) * own[account], 0);
}
