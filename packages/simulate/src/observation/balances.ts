import { type Account, accountNames, accounts, emptyBalances, normalDelta, type TenantId } from "@wonflow/core";
import type { Projection } from "./invariant.ts";
import type { Observed } from "./observed.ts";

/** Of the money that a merchant brings into a run, settled before. */
export const openingReference = "opening";

export type TenantBalances = Record<Account, number>;

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

export function bookedFor(observed: Observed, tenant: TenantId, reference: string): Readonly<TenantBalances> {
  return observed.of(balancesByReference).get(`${tenant} ${reference}`) ?? emptyBalances;
}

export function imbalanceOf(own: Readonly<TenantBalances>): number {
  return accountNames.reduce((sum, account) => sum + (accounts[account] === "debit" ? 1 : -1) * own[account], 0);
}
