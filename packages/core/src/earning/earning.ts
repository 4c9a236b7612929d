import { z } from "zod";

import type { BankHolidays } from "../calendar/business-days.ts";
import { splitFee } from "../money/fee-and-vat.ts";
import { recordKind } from "../commit/record.ts";
import { settlementDay } from "./settlement-day.ts";

const earningSchema = z.looseObject({
  /** The payment's intentKey, and for a cancellation after its settlement `<intentKey>.<n>`. */
  id: z.string(),
  orderId: z.string(),
  /** Won that the fee was taken from: what remains of the payment, or, below 0, what was given back. */
  transactionAmount: z.number(),
  /** Percent, as a decimal string: the payment's own, whatever the contract says later. */
  feeRate: z.string(),
  /** Won, all three of the sign of the transaction; together they are the transaction. */
  fee: z.number(),
  vat: z.number(),
  net: z.number(),
  /** When it was earned or given back, and how many business days later it settles. */
  earnedAt: z.number(),
  settlementDays: z.number(),
  /** The day on which it settles, `yyyy-MM-dd` in Seoul; null as long as the calendar does not reach so far. */
  dueDay: z.string().nullable(),
  /** Null until it is settled. */
  settlementId: z.string().nullable(),
  settledAt: z.number().nullable(),
});

/**
 * What a merchant earns by a payment, or loses by a cancellation after its settlement. It is a record of
 * its own, so that settling never touches the payment. Amounts are in won, times in milliseconds since 1970.
 */
export type Earning = z.output<typeof earningSchema>;

/** The list of what is to be settled, by the day on which it is due; what has no day yet stands behind. */
export const unsettledList = "unsettled";

/** The position of earnings whose day is not known: behind every day. */
export const undated = "undated";

/** An earning stands in the list until it is settled, unless nothing is left of it. */
export const earningRecord = recordKind("earning", earningSchema, (earning) => {
  const { id, dueDay, settlementId, transactionAmount } = earning;
  const waits = settlementId === null && transactionAmount !== 0;
  return { id, place: waits ? { list: unsettledList, position: `${dueDay ?? undated}/${id}` } : null };
});

/** The payment that an earning is of. */
interface Paid {
  readonly intentKey: string;
  readonly orderId: string;
  readonly feeRate: string;
  readonly settlementDays: number;
}

/** What a payment of `amount` won earns that the network approved at `approvedAt`. */
export function earningOf(
  { intentKey, orderId, feeRate, settlementDays }: Paid,
  {
    amount,
    approvedAt,
    holidays,
  }: { readonly amount: number; readonly approvedAt: number; readonly holidays: BankHolidays },
): Earning {
  const when = { earnedAt: approvedAt, settlementDays };
  return {
    id: intentKey,
    orderId,
    transactionAmount: amount,
    feeRate,
    ...splitFee(amount, feeRate),
    ...when,
    dueDay: settlementDay(when, holidays),
    settlementId: null,
    settledAt: null,
  };
}

/** The key of what a cancellation takes off after its payment's settlement, by its number. */
export function returnKey(intentKey: string, number: number): string {
  return `${intentKey}.${number}`;
}
