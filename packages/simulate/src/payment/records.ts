import { type Intent, intentRecord, intentStates, orderRecord } from "@wonflow/core/records";
import { observeRecords } from "../observation/observed-records.ts";
import type { Part } from "../part.ts";

export const intents = observeRecords(intentRecord, {
  subject: (id) => id,
  machine: {
    states: intentStates,
    // A charge of stored cards has no session, and begins with its approvals.
    initial: ({ sessionId }) => (sessionId === null ? "IN_PROGRESS" : "READY"),
    statusOf: ({ status }) => status,
    // An authenticated payment becomes EXPIRED by its time or by its buyer, who also ends its link.
    eventOf: ({ from, event }, moves) =>
      from === "IN_PROGRESS" && event === "expire" && moves.some((other) => other.event === "give-up")
        ? "give-up"
        : undefined,
    repeated: (before, after) => before.canceledAmount !== after.canceledAmount,
  },
  unfinished({ intentKey, status, openAttempt }) {
    if (openAttempt !== null) return `payment ${intentKey} still names ${openAttempt} as under way`;
    return status === "READY" || status === "IN_PROGRESS" ? `payment ${intentKey} is still ${status}` : undefined;
  },
});

export const orders = observeRecords(orderRecord);

/** Computed independently of core, in whole won: rates have four decimals at most. */
export function sharesOf(amount: number, feeRate: string) {
  const [whole = "0", decimals = ""] = feeRate.split(".");
  const rate = BigInt(whole) * 10_000n + BigInt(decimals.padEnd(4, "0"));
  const fee = Number((BigInt(amount) * rate) / 1_000_000n);
  const vat = Math.floor((fee + 5) / 10);
  return { fee, vat, net: amount - fee - vat };
}

export type ApprovedMethod = ReturnType<typeof approvedMethods>[number];

export function approvedMethods({ approvalKey, methods, canceledAmount }: Intent) {
  if (approvalKey === null) return [];
  return methods.map((method, index) => ({
    approvalKey: index === 0 ? approvalKey : `${approvalKey}-${index + 1}`,
    cardToken: method.cardToken,
    billkey: method.billkey,
    tokenKey: method.tokenKey,
    amount: method.amount,
    // A payment with one method was refunded to that method.
    canceledAmount: methods.length === 1 ? canceledAmount : method.canceledAmount,
  }));
}

export const part: Part = { records: [intents, orders] };
