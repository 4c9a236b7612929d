import { dayInSeoul } from "@wonflow/core";
import { addBusinessDays, isBusinessDay } from "@wonflow/core/internal";
import { describe, expect, test } from "vitest";
import { koreanBankHolidays } from "./korean-bank-holidays.ts";

// day; whether banks work; why
const days = [
  ["2024-02-08", true, "the day before Seollal's eve"],
  ["2024-02-09", false, "Seollal's eve, a Friday"],
  ["2024-02-12", false, "the substitute for Seollal's Saturday and Sunday"],
  ["2024-02-13", true, "the day after it"],
  ["2024-05-01", false, "Labor Day before it was a public holiday"],
  ["2024-05-02", true, "the day after it"],
  ["2025-01-24", true, "the Friday before the special holiday"],
  ["2025-01-27", false, "a special holiday"],
  ["2025-01-31", true, "the first working day after Seollal"],
  ["2026-02-13", true, "the Friday before Seollal"],
  ["2026-02-16", false, "Seollal's eve"],
  ["2026-02-17", false, "Seollal"],
  ["2026-02-18", false, "the day after Seollal"],
  ["2026-02-19", true, "the first working day after Seollal"],
  ["2026-04-30", true, "the day before Labor Day"],
  ["2026-05-01", false, "Labor Day"],
  ["2026-06-02", true, "the day before the election"],
  ["2026-06-03", false, "the local elections"],
  ["2026-06-04", true, "the day after the election"],
  ["2026-08-14", true, "the Friday before Liberation Day, a Saturday"],
  ["2026-08-17", false, "its substitute"],
  ["2026-08-18", true, "the day after the substitute"],
  ["2027-05-03", false, "the substitute for Labor Day, a Saturday"],
  ["2026-11-21", false, "a Saturday"],
  ["2026-11-22", false, "a Sunday"],
  ["2026-11-23", true, "a Monday"],
  ["2017-12-29", undefined, "before the first year that is known"],
  ["2018-01-01", false, "the first day that is known"],
  ["2027-12-31", true, "the last day that is known"],
  ["2028-01-03", undefined, "after the last year that is known"],
] as const;

test.each(days)("%s: banks work: %s (%s)", (day, works) => {
  expect(isBusinessDay(koreanBankHolidays, day)).toBe(works);
});

// the last working day before Chuseok; the next one after it
const aroundChuseok = [
  ["2018-09-21", "2018-09-27"],
  ["2019-09-11", "2019-09-16"],
  ["2020-09-29", "2020-10-05"],
  ["2021-09-17", "2021-09-23"],
  ["2022-09-08", "2022-09-13"],
  ["2023-09-27", "2023-10-04"],
  ["2024-09-13", "2024-09-19"],
  ["2025-10-02", "2025-10-10"],
  ["2026-09-23", "2026-09-28"],
  ["2027-09-13", "2027-09-17"],
] as const;

test.each(aroundChuseok)("the business day after %s is %s", (before, after) => {
  expect(isBusinessDay(koreanBankHolidays, before)).toBe(true);
  expect(addBusinessDays(koreanBankHolidays, before, 1)).toBe(after);
});

describe("business days are counted in Seoul", () => {
  // a moment; the day that comes three business days later
  const moments = [
    ["2026-02-13T14:59:59.999Z", "2026-02-23"], // a Friday, a millisecond before midnight in Seoul
    ["2026-02-13T15:00:00.000Z", "2026-02-23"], // Saturday
    ["2026-11-19T14:59:59.999Z", "2026-11-24"], // Thursday
    ["2026-11-19T15:00:00.000Z", "2026-11-25"], // Friday
    ["2027-12-27T00:00:00.000Z", "2027-12-30"],
    ["2027-12-28T14:59:59.999Z", "2027-12-31"],
    ["2027-12-28T15:00:00.000Z", undefined], // the calendar ends before
  ] as const;

  test.each(moments)("three after %s: %s", (moment, day) => {
    expect(addBusinessDays(koreanBankHolidays, dayInSeoul(Date.parse(moment)), 3)).toBe(day);
  });
});

test.each([0, -1, 1.5, Number.NaN])("%s is not a number of business days", (count) => {
  expect(() => addBusinessDays(koreanBankHolidays, "2026-11-20", count)).toThrow(RangeError);
});
