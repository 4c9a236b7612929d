import type { PayoutRequest } from "@wonflow/core";
import type { Step } from "./journal-entry.ts";
import { magicAmount } from "./magic.ts";

export interface BankTimes {
  /** Milliseconds from acceptance to payment. */
  readonly payAfterMs: number;
  /** The bank refuses a payout from this time of its payout date on, `HH:mm` in Seoul. */
  readonly cutOff: string;
}

export const defaultTimes: BankTimes = { payAfterMs: 30 * 60_000, cutOff: "16:00" };

const opening = "09:00";

/** Throws a RangeError for invalid times. */
export function checkTimes({ payAfterMs, cutOff }: BankTimes): void {
  if (!Number.isSafeInteger(payAfterMs) || payAfterMs < 0) {
    throw new RangeError(`payAfterMs must be a whole number of milliseconds from 0, not ${payAfterMs}.`);
  }
  if (!/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/.test(cutOff)) {
    throw new RangeError(`cutOff must be a time of the day such as 16:00, or 24:00 for none, not ${cutOff}.`);
  }
}

export function isTooLate(payoutDate: string, now: number, { cutOff }: BankTimes): boolean {
  return now >= inSeoul(payoutDate, cutOff);
}

/** A payout is paid on its payout date, while the bank is open, however long a payment takes. */
export function courseOf(
  { amount, payoutDate }: Pick<PayoutRequest, "amount" | "payoutDate">,
  now: number,
  { payAfterMs }: BankTimes,
): Step[] {
  const lastMoment = inSeoul(payoutDate, "24:00") - 1;
  const payAt = Math.min(Math.max(now + payAfterMs, inSeoul(payoutDate, opening)), lastMoment);
  const course = magicAmount(amount)?.course ?? [{ status: "PAID", afterMs: 0 }];
  return course.map(({ status, afterMs, reason = null }) => ({ status, at: payAt + afterMs, reason }));
}

function inSeoul(day: string, time: string): number {
  return Date.parse(`${day}T${time}:00+09:00`);
}
