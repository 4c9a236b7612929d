import { z } from "zod";
import type { IndexedKind } from "../engine/commit/record.ts";

import {
  attemptKindRecord,
  attemptKindSchema,
  bankAttemptRecord,
  openAttempt,
  type CallTime,
} from "../engine/attempt/attempt.ts";
import type { Payee } from "./bank/payout-bank.ts";
import type { Payout } from "./payout.ts";

export const payoutAttemptKind = "payout";

const payoutAttemptSchema = attemptKindSchema(payoutAttemptKind, {
  payoutId: z.string(),
  /** Won. */
  amount: z.number(),
});

export type PayoutAttempt = z.output<typeof payoutAttemptSchema>;

/**
 * The submission of a payout. It is done when the money has left, and refused when it never will. While the bank has
 * only accepted the payout, the attempt is open.
 */
export const payoutAttemptRecord: IndexedKind<PayoutAttempt> = attemptKindRecord(
  payoutAttemptSchema,
  bankAttemptRecord,
);

export function payoutAttemptKey(payoutId: string): string {
  return `payout.${payoutId}`;
}

export function openPayoutAttempt({ id, amount }: Payout, time: CallTime): PayoutAttempt {
  return { ...openAttempt({ key: payoutAttemptKey(id), kind: payoutAttemptKind }, time), payoutId: id, amount };
}

export function payeeOf({ destination }: Pick<Payout, "destination">): Payee {
  if (destination.type === "MERCHANT") return { type: "MERCHANT" };
  return { type: "SELLER", externalSellerId: destination.externalSellerId };
}
