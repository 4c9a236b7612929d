import { z } from "zod";

import type { BankHolidays } from "../calendar/business-days.ts";
import { returnSettlementDays, settlementDay } from "./settlement-day.ts";
import { splitFee, type FeeSplit } from "../money/fee-and-vat.ts";
import { recordKind, type Change, type IndexedKind } from "../../engine/commit/record.ts";
import { undated, type Tally } from "../../engine/posting/tally.ts";
import { credit, debit, type Posting } from "../../engine/posting/posting.ts";

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
export const earningRecord: IndexedKind<Earning> = recordKind("earning", earningSchema, (earning) => {
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
function excessKey(intentKey: string, number: number): string {
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

/** The recurring work of a merchant's settlements, due at the start of each day in Seoul. */
export const settlementScheduleRecord = recordKind("settlementSchedule", z.looseObject({}));

export const settlementScheduleRef = settlementScheduleRecord.ref("self");

interface TakenOff {
  /** Counts the cancellations of its payment, from 1. */
  readonly number: number;
  /** Won refunded, and won that remained before. */
  readonly amount: number;
  readonly remaining: number;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly holidays: BankHolidays;
}

interface TakingOff {
  readonly change: Change;
  readonly postings: readonly Posting[];
  /** The fee, the VAT and the merchant's net in the canceled amount, in won. */
  readonly lost: FeeSplit;
  /** The account that the net is taken from. */
  readonly from: "pending" | "available";
  /** The earning that shrinks, or the one below zero that is deducted. */
  readonly earning: Earning;
}

/**
 * Deducts a cancellation from its payment's earning. Fee and VAT are computed again on the rest, and the difference is
 * booked, so that after the last cancellation everything is exactly zero. Before settlement the earning shrinks, out of
 * pending; afterwards an earning of its own, below zero, is deducted from available on the next business day.
 */
export function takeOff(earning: Earning, off: TakenOff): TakingOff {
  const { amount, remaining } = off;
  const before = splitFee(remaining, earning.feeRate);
  const after = splitFee(remaining - amount, earning.feeRate);
  const lost: FeeSplit = { fee: before.fee - after.fee, vat: before.vat - after.vat, net: before.net - after.net };
  const isSettled = earning.settlementId !== null;
  const from = isSettled ? "available" : "pending";
  const taken = isSettled
    ? returnOf(earning, lost, off)
    : { ...earning, transactionAmount: remaining - amount, ...after };
  const change = isSettled ? earningRecord.make(taken) : earningRecord.write(taken);
  const postings = [
    credit("receivable", amount),
    debit(from, lost.net),
    debit("fee", lost.fee),
    debit("vat", lost.vat),
  ];
  return { change, postings, lost, from, earning: taken };
}

/**
 * Deducts what a chargeback took beyond the rest of its payment: from available, settled or not, as a line without a
 * fee on the next business day. The payment has nothing left to charge a fee on.
 */
export function takeExcess(earning: Earning, off: Omit<TakenOff, "remaining">) {
  const { amount, number } = off;
  const line = returnOf(earning, { fee: 0, vat: 0, net: amount }, off);
  const change = earningRecord.make({ ...line, id: excessKey(earning.id, number), feeRate: "0" });
  return { change, postings: [credit("receivable", amount), debit("available", amount)] };
}

function returnOf(
  settled: Earning,
  lost: FeeSplit,
  { number, amount, now, holidays }: Omit<TakenOff, "remaining">,
): Earning {
  const when = { earnedAt: now, settlementDays: returnSettlementDays };
  return {
    ...settled,
    id: returnKey(settled.id, number),
    transactionAmount: -amount,
    // Subtracted from 0 instead of negated: JSON does not keep −0.
    fee: 0 - lost.fee,
    vat: 0 - lost.vat,
    net: 0 - lost.net,
    ...when,
    dueDay: settlementDay(when, holidays),
    settlementId: null,
    settledAt: null,
  };
}
