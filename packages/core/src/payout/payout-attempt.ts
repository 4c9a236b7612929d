import { z } from "zod";

import { attemptKindRecord, bankAttemptRecord, openAttempt } from "../attempt/attempt.ts";
import type { Payee } from "../payout-bank/payout-bank.ts";
import type { Payout } from "./payout.ts";

/** What the attempts of payouts are called. */
export const payoutAttemptKind = "payout";

/**
 * The submission of a payout. It is done when the money has left, and refused when it never will; a payout that
 * the bank has only accepted is still under way.
 */
export const payoutAttemptRecord = attemptKindRecord(
  payoutAttemptKind,
  {
    payoutId: z.string(),
    /** Won. */
    amount: z.number(),
  },
  bankAttemptRecord,
);

export type PayoutAttempt = z.output<typeof payoutAttemptRecord.schema>;

export function payoutAttemptKey(payoutId: string): string {
  return `payout.${payoutId}`;
}

export function openPayoutAttempt(
  { id, amount }: Payout,
  time: { readonly now: number; readonly deadline: number },
): PayoutAttempt {
  return { ...openAttempt({ key: payoutAttemptKey(id), kind: payoutAttemptKind }, time), payoutId: id, amount };
}

/** Whom the bank pays by this payout. */
export function payeeOf({ destination }: Pick<Payout, "destination">): Payee {
  if (destination.type === "MERCHANT") return { type: "MERCHANT" };
  return { type: "SELLER", externalSellerId: destination.externalSellerId };
}
