import { addBusinessDays, type BankHolidays } from "../calendar/business-days.ts";
import { dayInSeoul } from "../calendar/seoul-time.ts";

/** How many business days after its approval a payment settles, unless the merchant's contract says otherwise. */
export const usualSettlementDays = 3;

/** A cancellation after the settlement is taken off on the next business day. */
export const returnSettlementDays = 1;

/** The moment at which something is earned, milliseconds since 1970, and how many business days later it settles. */
interface Earned {
  readonly earnedAt: number;
  readonly settlementDays: number;
}

/** The day in Seoul on which an earning settles, `yyyy-MM-dd`; null as long as the calendar does not reach so far. */
export function settlementDay({ earnedAt, settlementDays }: Earned, holidays: BankHolidays): string | null {
  return addBusinessDays(holidays, dayInSeoul(earnedAt), settlementDays) ?? null;
}
