import { z } from "zod";

import { addBusinessDays, type BankHolidays } from "../calendar/business-days.ts";
import { dayInSeoul } from "../calendar/seoul-time.ts";
import { splitFee, type FeeSplit } from "../money/fee-and-vat.ts";
import { recordKind } from "../record.ts";
import type { Place, Write } from "../store.ts";

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

export const earningRecord = recordKind("earning", earningSchema);

/** The list of what is to be settled, by the day on which it is due; what has no day yet stands behind. */
export const unsettledList = "unsettled";

/** Where those stand whose day is not known: behind every day. */
export const undated = "undated";

/** An earning stands in the list until it is settled, unless nothing is left of it. */
export function earningWrite(earning: Earning): Write {
  const waits = earning.settlementId === null && earning.transactionAmount !== 0;
  const place: Place = { list: unsettledList, position: `${earning.dueDay ?? undated}/${earning.id}` };
  return earningRecord.write(earning.id, earning, { place: waits ? place : null });
}

/** How many business days after its approval a payment settles, unless the merchant's contract says otherwise. */
export const usualSettlementDays = 3;

/** A cancellation after the settlement is taken off on the next business day. */
const returnSettlementDays = 1;

/** The payment that an earning is of. */
interface Paid {
  readonly intentKey: string;
  readonly orderId: string;
  readonly feeRate: string;
  readonly settlementDays: number;
}

/** What a payment of `amount` won earns that the network approved at `approvedAt`. */
export function earningOf(
  paid: Paid,
  {
    amount,
    approvedAt,
    holidays,
  }: { readonly amount: number; readonly approvedAt: number; readonly holidays: BankHolidays },
): Earning {
  const { intentKey, orderId, feeRate, settlementDays } = paid;
  const about = { id: intentKey, orderId, transactionAmount: amount, feeRate, ...splitFee(amount, feeRate) };
  const when = { earnedAt: approvedAt, settlementDays, dueDay: null, settlementId: null, settledAt: null };
  return dated({ ...about, ...when }, holidays);
}

/** What is left of an unsettled earning when all but `amount` won of its payment has been given back. */
export function reducedTo(earning: Earning, amount: number): Earning {
  return { ...earning, transactionAmount: amount, ...splitFee(amount, earning.feeRate) };
}

/** What the n-th cancellation of a settled payment takes off: what its shares lose. */
export function returnOf(
  settled: Earning,
  {
    n,
    lost,
    amount,
    now,
    holidays,
  }: {
    readonly n: number;
    readonly lost: FeeSplit;
    readonly amount: number;
    readonly now: number;
    readonly holidays: BankHolidays;
  },
): Earning {
  // Taken from 0 instead of negated: never −0, which JSON does not keep.
  const shares = { fee: 0 - lost.fee, vat: 0 - lost.vat, net: 0 - lost.net };
  const about = { ...settled, id: returnKey(settled.id, n), transactionAmount: -amount, ...shares };
  const when = {
    earnedAt: now,
    settlementDays: returnSettlementDays,
    dueDay: null,
    settlementId: null,
    settledAt: null,
  };
  return dated({ ...about, ...when }, holidays);
}

/** The key of what the n-th cancellation of a payment takes off after its settlement. */
export function returnKey(intentKey: string, n: number): string {
  return `${intentKey}.${n}`;
}

/** The earning with the day on which it settles, as far as the calendar reaches. */
export function dated(earning: Earning, holidays: BankHolidays): Earning {
  const dueDay = addBusinessDays(holidays, dayInSeoul(earning.earnedAt), earning.settlementDays) ?? null;
  return { ...earning, dueDay };
}
