import { z } from "zod";

import type { BankHolidays } from "../calendar/business-days.ts";
import { splitFee } from "../money/fee-and-vat.ts";
import { recordKind } from "../../engine/commit/record.ts";
import { undated, type Tally } from "../../engine/posting/tally.ts";
import { settlementDay } from "./settlement-day.ts";

const earningSchema = z.looseObject({
  /** The payment's intentKey; `<intentKey>.<n>` for a cancellation after settlement, with `.excess` for an excess. */
  id: z.string(),
  orderId: z.string(),
  /** Won that the fee is taken from: the rest of the payment, or, below 0, the amount refunded. */
  transactionAmount: z.number(),
  /** Percent, as a decimal string. The payment keeps it when the contract changes. */
  feeRate: z.string(),
  /** Won, with the sign of the transaction; fee, VAT and net add up to it. */
  fee: z.number(),
  vat: z.number(),
  net: z.number(),
  /** `settlementDays` are the business days from `earnedAt` to the settlement. */
  earnedAt: z.number(),
  settlementDays: z.number(),
  /** The settlement's day, `yyyy-MM-dd` in Seoul; null while the calendar does not reach it. */
  dueDay: z.string().nullable(),
  settlementId: z.string().nullable(),
  settledAt: z.number().nullable(),
});

/**
 * A merchant's earning from a payment, or its loss from a cancellation after settlement. It is a record of its own, so
 * that settling never touches the payment. Amounts are in won, times in milliseconds since 1970.
 */
export type Earning = z.output<typeof earningSchema>;

/** Earnings to be settled, by their day; those without a day come last. */
export const unsettledList = "unsettled";

/** An earning is in the list until it is settled, unless nothing is left of it. */
export const earningRecord = recordKind("earning", earningSchema, (earning) => {
  const { id, dueDay } = earning;
  const waits = isUnsettled(earning);
  const place = waits ? { list: unsettledList, position: `${dueDay ?? undated}/${id}` } : null;
  return { id, place, tallies: waits ? [unsettledTally(earning)] : [] };
});

function isUnsettled({ settlementId, transactionAmount }: Earning): boolean {
  return settlementId === null && transactionAmount !== 0;
}

function unsettledTally({ dueDay, net, transactionAmount }: Earning): Tally {
  return { name: transactionAmount > 0 ? "pending" : "returned", day: dueDay ?? undated, amount: net, count: 1 };
}

interface Paid {
  readonly intentKey: string;
  readonly orderId: string;
  readonly feeRate: string;
  readonly settlementDays: number;
}

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

/** The key of a cancellation after settlement, by the cancellation's number. */
export function returnKey(intentKey: string, number: number): string {
  return `${intentKey}.${number}`;
}

/** The key of the part of a chargeback that was beyond what remained of the payment. */
export function excessKey(intentKey: string, number: number): string {
  return `${returnKey(intentKey, number)}.excess`;
}

interface Returning {
  readonly intentKey: string;
  readonly cancellations: number;
  readonly excessAmount: number;
}

/** The returns that a payment may have: one for each of its cancellations, and one for each excess. */
export function returnRefs({ intentKey, cancellations, excessAmount }: Returning) {
  const keys = excessAmount === 0 ? [returnKey] : [returnKey, excessKey];
  const numbers = Array.from({ length: cancellations }, (_, index) => index + 1);
  return numbers.flatMap((number) => keys.map((key) => earningRecord.ref(key(intentKey, number))));
}
