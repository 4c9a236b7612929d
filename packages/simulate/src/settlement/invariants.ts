import type { Intent } from "@wonflow/core/records";
import { paymentAttempt } from "../attempt/records.ts";
import { firstProblem, type Invariant } from "../observation/invariant.ts";
import type { Committed } from "../observation/observed-records.ts";
import type { Observed } from "../observation/observed.ts";
import type { Part } from "../part.ts";
import { intents, sharesOf } from "../payment/records.ts";
import { earnings } from "./records.ts";
import { settledLine, settledLines } from "./settled-lines.ts";

const settledOnce: Invariant = {
  name: "settled once",
  always: (observed) =>
    observed.of(settledLines).twice ??
    firstProblem(observed.of(earnings).values(), ({ tenant, id, settlementId }) =>
      settlementId === (settledLine(observed, tenant, id)?.settlementId ?? null)
        ? undefined
        : `earning ${id} is settled by ${settlementId}, which has no line of it`,
    ),
};

/** Once a payment is settled, each of its cancellations is an earning of its own, below zero. */
const earnedIsWhatRemains: Invariant = {
  name: "a payment earns what remains of it",
  always: (observed) => firstProblem(observed.of(intents).values(), (intent) => problemOf(intent, observed)),
};

function problemOf(intent: Committed<Intent>, observed: Observed): string | undefined {
  const { tenant, intentKey, approvedAt, feeRate, totalAmount, canceledAmount } = intent;
  const earned = observed.of(earnings).get(tenant, intentKey);
  if (approvedAt === null || feeRate === null) {
    return earned && `payment ${intentKey} is not approved, and has earned ${earned.transactionAmount} won`;
  }
  const remaining = totalAmount - canceledAmount;
  const atSettlement = settledLine(observed, tenant, intentKey)?.transactionAmount ?? remaining;
  const expected = { transactionAmount: atSettlement, ...sharesOf(atSettlement, feeRate) };
  const problem = differenceOf(`payment ${intentKey}`, earned, expected);
  if (problem !== undefined) return problem;
  const sum = { transactionAmount: 0, fee: 0, vat: 0, net: 0 };
  let excess = 0;
  for (let number = 1; number <= intent.cancellations; number += 1) {
    const beyond = observed.of(earnings).get(tenant, `${intentKey}.${number}.excess`);
    const withoutFee = { transactionAmount: beyond?.net ?? 0, fee: 0, vat: 0, net: beyond?.net ?? 0 };
    const wrong =
      beyond && differenceOf(`the excess of cancellation ${number} of payment ${intentKey}`, beyond, withoutFee);
    if (wrong !== undefined) return wrong;
    excess -= withoutFee.net;
    const returned = observed.of(earnings).get(tenant, `${intentKey}.${number}`);
    if (returned === undefined) continue;
    const canceled = paymentAttempt(observed, tenant, `cancellation-${intentKey}-${number}`);
    const { status } = canceled ?? {};
    const amount = canceled?.kind === "cancellation" ? canceled.amount - canceled.excessAmount : 0;
    const isDone = status === "DONE" || (canceled?.kind === "cancellation" && canceled.canceledAt !== null);
    if (!isDone || returned.transactionAmount !== -amount) {
      return `earning ${returned.id} is of ${returned.transactionAmount} won; its cancellation of ${amount} is ${status}`;
    }
    for (const of of shares) sum[of] += returned[of];
  }
  if (excess !== intent.excessAmount) {
    return `payment ${intentKey}: ${excess} won are deducted as excess; chargebacks took ${intent.excessAmount} too much`;
  }
  for (const of of shares) sum[of] += expected[of];
  const now = { transactionAmount: remaining, ...sharesOf(remaining, feeRate) };
  return differenceOf(`payment ${intentKey} with its cancellations after the settlement`, sum, now);
}

const shares = ["transactionAmount", "fee", "vat", "net"] as const;

type Earned = Readonly<Record<(typeof shares)[number], number>>;

function differenceOf(what: string, earned: Earned | undefined, expected: Earned): string | undefined {
  if (earned === undefined) return `${what}: nothing is earned`;
  const wrong = shares.find((each) => earned[each] !== expected[each]);
  return wrong && `${what}: ${wrong} is ${earned[wrong]} won; by what remains it should be ${expected[wrong]}`;
}

export const part: Part = {
  invariants: [
    settledOnce,
    { name: "a settlement is what was earned", always: (observed) => observed.of(settledLines).wrong },
    earnedIsWhatRemains,
  ],
};
