import type { BankHolidays } from "../calendar/business-days.ts";
import { credit, debit, type Posting } from "../../engine/posting/posting.ts";
import { splitFee, type FeeSplit } from "../money/fee-and-vat.ts";
import type { Change } from "../../engine/commit/record.ts";
import { earningRecord, excessKey, returnKey, type Earning } from "./earning.ts";
import { returnSettlementDays, settlementDay } from "./settlement-day.ts";

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
