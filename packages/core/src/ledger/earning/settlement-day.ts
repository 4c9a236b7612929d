import { addBusinessDays, businessDayFrom, type BankHolidays } from "../calendar/business-days.ts";
import { dayInSeoul } from "../../engine/time/seoul-time.ts";

/** Business days from approval to settlement, unless the merchant's contract says otherwise. */
export const usualSettlementDays = 3;

/** A cancellation after settlement is deducted on the next business day. */
export const returnSettlementDays = 1;

/** `earnedAt` is in milliseconds since 1970; `settlementDays` are business days. */
interface Earned {
  readonly earnedAt: number;
  readonly settlementDays: number;
}

/** `yyyy-MM-dd` in Seoul; null while the calendar does not reach it. */
export function settlementDay({ earnedAt, settlementDays }: Earned, holidays: BankHolidays): string | null {
  return addBusinessDays(holidays, dayInSeoul(earnedAt), settlementDays) ?? null;
}

/** The day on which an earning was or will be settled, `yyyy-MM-dd` in Seoul; null if the calendar does not reach it. */
export function scheduledDay(
  { dueDay, settledAt }: { readonly dueDay: string | null; readonly settledAt: number | null },
  holidays: BankHolidays,
): string | null {
  if (settledAt !== null || dueDay === null) return dueDay;
  // Banks may have turned out to be closed on the day that it was due: it waits for the next one that is not.
  return businessDayFrom(holidays, dueDay) ?? null;
}
