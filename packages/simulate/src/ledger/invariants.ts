import {
  accountNames,
  emptyBalances,
  normalDelta,
  type Account,
  type Balances,
  type Entry,
  type Intent,
  type TenantId,
} from "@wonflow/core";
import { firstProblem, type Invariant } from "../observation/invariant.ts";
import { intents } from "../payment/records.ts";
import { balances, balancesByReference, bookedFor, imbalanceOf } from "./balances.ts";

/** The fee on an amount and the VAT on it, in won, said a second time in whole numbers: rates have four decimals at most. */
function feeOf(amount: number, feeRate: string): { readonly fee: number; readonly vat: number } {
  const [whole = "0", decimals = ""] = feeRate.split(".");
  const rate = BigInt(whole) * 10_000n + BigInt(decimals.padEnd(4, "0"));
  const fee = (BigInt(amount) * rate) / 1_000_000n;
  return { fee: Number(fee), vat: Number((fee + 5n) / 10n) };
}

/** What a payment makes of the accounts; none is settled here, where no calendar is known. */
function expectedOf({ approvedAt, totalAmount, canceledAmount, feeRate }: Intent): Balances {
  if (approvedAt === null || feeRate === null) return emptyBalances;
  const receivable = totalAmount - canceledAmount;
  const { fee, vat } = feeOf(receivable, feeRate);
  return { ...emptyBalances, receivable, fee, vat, pending: receivable - fee - vat };
}

function firstDifference(booked: Balances, expected: Balances): string | undefined {
  const wrong = accountNames.find((account) => booked[account] !== expected[account]);
  return wrong && `account ${wrong} holds ${booked[wrong]} won; by the payments it should hold ${expected[wrong]}`;
}

/** Debits equal credits, and each account holds what the payments make of it: for each payment, and all together. */
const ledgerFollowsPayments: Invariant = {
  name: "the ledger follows the payments",
  always(observed) {
    const expected = new Map<TenantId, Record<Account, number>>();
    const ofPayment = firstProblem(observed.of(intents).values(), (intent) => {
      const { tenant, intentKey } = intent;
      const own = expected.get(tenant) ?? { ...emptyBalances };
      expected.set(tenant, own);
      const mine = expectedOf(intent);
      for (const account of accountNames) own[account] += mine[account];
      const difference = firstDifference(bookedFor(observed, tenant, intentKey), mine);
      return difference && `payment ${intentKey}: ${difference}`;
    });
    if (ofPayment !== undefined) return ofPayment;
    return firstProblem(expected, ([tenant, own]) => {
      const booked = observed.of(balances).get(tenant) ?? emptyBalances;
      const imbalance = imbalanceOf(booked);
      if (imbalance !== 0) return `${tenant}: debits exceed credits by ${imbalance} won`;
      const difference = firstDifference(booked, own);
      return difference && `${tenant}: ${difference}`;
    });
  },
};

/** The store's own balances are the sums of its own entries, and both are what was committed. */
const storesOwnBooks: Invariant = {
  name: "the store's balances are the sums of its entries",
  async atRest(observed) {
    const { store } = observed;
    const byReference = observed.of(balancesByReference);
    for (const [tenant, committed] of observed.of(balances)) {
      const { balances: own } = await store.read(tenant, { keys: [], accounts: accountNames });
      const references = [...byReference.keys()].filter((name) => name.startsWith(`${tenant} `));
      const all = { ...emptyBalances };
      for (const name of references) {
        const reference = name.slice(tenant.length + 1);
        const sums = sumsOf(await store.entries(tenant, reference));
        for (const account of accountNames) all[account] += sums[account];
        const known = byReference.get(name) ?? emptyBalances;
        const wrong = accountNames.find((account) => sums[account] !== known[account]);
        if (wrong !== undefined) return `${name}: the store's entries of ${wrong} are not those that were committed`;
      }
      const wrong = accountNames.find(
        (account) => own[account] !== all[account] || own[account] !== committed[account],
      );
      if (wrong !== undefined) {
        return `${tenant}: the store says ${own[wrong]} won for ${wrong}, the sum of its entries is ${all[wrong]}`;
      }
    }
    return undefined;
  },
};

function sumsOf(entries: readonly Entry[]): Balances {
  const sums: Record<Account, number> = { ...emptyBalances };
  for (const { postings } of entries) for (const each of postings) sums[each.account] += normalDelta(each);
  return sums;
}

export const invariants: readonly Invariant[] = [ledgerFollowsPayments, storesOwnBooks];
