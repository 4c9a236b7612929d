import * as years from "@hyunbinseo/holidays-kr/all";
import type { BankHolidays } from "@wonflow/core";

const publicHolidays = new Set(Object.values(years).flatMap((year) => Object.keys(year)));
const days = [...publicHolidays].toSorted();

/**
 * The days on which Korean banks are closed: the public holidays that the government has announced, with
 * their substitutes, elections and special holidays, and Labor Day (May 1), on which banks were closed
 * before it became a public holiday in 2026. It knows whole years, and its last one is as far as settlements
 * and payouts can be dated; a newer version of the service knows more.
 */
export const koreanBankHolidays: BankHolidays = {
  firstDay: `${days.at(0)?.slice(0, 4)}-01-01`,
  lastDay: `${days.at(-1)?.slice(0, 4)}-12-31`,
  has: (day) => publicHolidays.has(day) || day.endsWith("-05-01"),
};
