import { accountNames, emptyBalances, type Account, type TenantId } from "@wonflow/core";
import { firstProblem, type Invariant } from "../observation/invariant.ts";
import { intents } from "../payment/records.ts";
import { balances, imbalanceOf } from "./balances.ts";

/** The fee on an amount and the VAT on it, in won, said a second time in whole numbers: rates have four decimals at most. */
function feeOf(amount: number, feeRate: string): { readonly fee: number; readonly vat: number } {
  const [whole = "0", decimals = ""] = feeRate.split(".");
  const rate = BigInt(whole) * 10_000n + BigInt(decimals.padEnd(4, "0"));
  const fee = (BigInt(amount) * rate) / 1_000_000n;
  return { fee: Number(fee), vat: Number((fee + 5n) / 10n) };
}

/** Debits equal credits, and each account holds what the payments make of it. */
const ledgerFollowsPayments: Invariant = {
  name: "the ledger follows the payments",
  always(observed) {
    const expected = new Map<TenantId, Record<Account, number>>();
    for (const intent of observed.of(intents).values()) {
      const { tenant, approvedAt, totalAmount, canceledAmount, feeRate, settlementId } = intent;
      const own = expected.get(tenant) ?? { ...emptyBalances };
      expected.set(tenant, own);
      if (approvedAt === null || feeRate === null) continue;
      const remaining = totalAmount - canceledAmount;
      const { fee, vat } = feeOf(remaining, feeRate);
      own.receivable += remaining;
      own.fee += fee;
      own.vat += vat;
      own[settlementId === null ? "pending" : "available"] += remaining - fee - vat;
    }
    return firstProblem(expected, ([tenant, own]) => {
      const booked = observed.of(balances).get(tenant) ?? emptyBalances;
      const imbalance = imbalanceOf(booked);
      if (imbalance !== 0) return `${tenant}: debits exceed credits by ${imbalance} won`;
      const wrong = accountNames.find((account) => booked[account] !== own[account]);
      return wrong === undefined
        ? undefined
        : `${tenant}: account ${wrong} holds ${booked[wrong]} won; by the payments it should hold ${own[wrong]}`;
    });
  },
};

export const invariants: readonly Invariant[] = [ledgerFollowsPayments];
