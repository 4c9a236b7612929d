import * as years from "@hyunbinseo/holidays-kr/all";
import type { BankHolidays } from "@wonflow/core";

const publicHolidays = new Set(Object.values(years).flatMap((year) => Object.keys(year)));
const days = [...publicHolidays].toSorted();

/**
 * The days on which Korean banks are closed: the announced public holidays, with substitutes, elections and special
 * holidays, and Labor Day (May 1), a bank holiday before it became a public one in 2026. It covers whole years;
 * settlements and payouts can't be dated after its last one. A newer version of the service covers more.
 */
export const koreanBankHolidays: BankHolidays = {
  firstDay: `${days.at(0)?.slice(0, 4)}-01-01`,
  lastDay: `${days.at(-1)?.slice(0, 4)}-12-31`,
  has: (day) => publicHolidays.has(day) || day.endsWith("-05-01"),
};
