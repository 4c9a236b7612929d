import { addBusinessDays, isBusinessDay, type BankHolidays } from "../ledger/calendar/business-days.ts";
import { dayInSeoul, startOfDayInSeoul } from "../engine/time/seoul-time.ts";

/**
 * The day on which a payout that is requested now is paid: today before our own cut-off on a business day, else the
 * next business day; undefined if the calendar ends before.
 *
 * @param payoutCutOffMs our own cut-off, since midnight in Seoul
 */
export function payoutDateAt(
  now: number,
  { holidays, payoutCutOffMs }: { readonly holidays: BankHolidays; readonly payoutCutOffMs: number },
): string | undefined {
  const today = dayInSeoul(now);
  const works = isBusinessDay(holidays, today);
  if (works === undefined) return undefined;
  const inTime = works && now < startOfDayInSeoul(today) + payoutCutOffMs;
  return inTime ? today : addBusinessDays(holidays, today, 1);
}

/**
 * Whether a payout is too late to send, because the bank's cut-off of its day has passed.
 *
 * @param bankCutOffMs the bank's cut-off, since midnight in Seoul
 */
export function isTooLate(
  payoutDate: string,
  { now, bankCutOffMs }: { readonly now: number; readonly bankCutOffMs: number },
): boolean {
  return now >= startOfDayInSeoul(payoutDate) + bankCutOffMs;
}
