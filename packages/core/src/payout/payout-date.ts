import { addBusinessDays, dayAfter, isBusinessDay, type BankHolidays } from "../calendar/business-days.ts";
import { dayInSeoul, startOfDayInSeoul } from "../calendar/seoul-time.ts";

/**
 * The day on which a payout that is asked for now is paid: today where banks work and the cut-off has not come,
 * else the next business day; undefined where the calendar ends before.
 *
 * @param cutOffMs the cut-off, since midnight in Seoul
 */
export function payoutDateAt(
  now: number,
  { holidays, cutOffMs }: { readonly holidays: BankHolidays; readonly cutOffMs: number },
): string | undefined {
  const today = dayInSeoul(now);
  const works = isBusinessDay(holidays, today);
  if (works === undefined) return undefined;
  const inTime = works && now < startOfDayInSeoul(today) + cutOffMs;
  return inTime ? today : addBusinessDays(holidays, today, 1);
}

/** Until when the bank takes a payout of this day, in milliseconds since 1970. */
export function takenUntil(payoutDate: string, bankCutOffMs: number): number {
  return startOfDayInSeoul(payoutDate) + bankCutOffMs;
}

/** When a day in Seoul is over, in milliseconds since 1970. */
export function endOfDay(day: string): number {
  return startOfDayInSeoul(dayAfter(day));
}
