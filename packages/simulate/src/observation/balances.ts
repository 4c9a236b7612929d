import {
  type Account,
  accountNames,
  accounts,
  type ChangeSet,
  emptyBalances,
  normalDelta,
  type TenantId,
} from "@wonflow/core";
import type { Projection } from "./invariant.ts";
import type { Observed } from "./observed.ts";

/** Of the money that a merchant brings into a run, settled before. */
export const openingReference = "opening";

type TenantBalances = Record<Account, number>;

function balancesBy<Key>(keyOf: (changeSet: ChangeSet) => Key): Projection<Map<Key, TenantBalances>> {
  return {
    start: () => new Map(),
    onCommit(all, changeSet) {
      const key = keyOf(changeSet);
      for (const posting of changeSet.postings) {
        const own = all.get(key) ?? { ...emptyBalances };
        own[posting.account] += normalDelta(posting);
        all.set(key, own);
      }
    },
  };
}

export const balances = balancesBy(({ tenant }) => tenant);

export const balancesByReference = balancesBy(({ tenant, reference }) => `${tenant} ${reference}`);

export function bookedFor(observed: Observed, tenant: TenantId, reference: string): Readonly<TenantBalances> {
  return observed.of(balancesByReference).get(`${tenant} ${reference}`) ?? emptyBalances;
}

export function imbalanceOf(own: Readonly<TenantBalances>): number {
  return accountNames.reduce((sum, account) => sum + (accounts[account] === "debit" ? 1 : -1) * own[account], 0);
}
