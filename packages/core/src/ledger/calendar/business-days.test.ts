import { testHolidays } from "@wonflow/testkit";
import { describe, expect, test } from "vitest";

import { addBusinessDays, businessDayFrom, dayAfter, isBusinessDay, noHolidaysKnown } from "./business-days.ts";

/** Friday, 25 December, is a holiday; the calendar reaches from Monday, 30 November, to Thursday, 31 December. */
const december = { ...testHolidays("2026-12-25"), firstDay: "2026-11-30", lastDay: "2026-12-31" };

test.each([
  ["2026-11-29", undefined],
  ["2026-11-30", true],
  ["2026-12-04", true],
  ["2026-12-05", false],
  ["2026-12-06", false],
  ["2026-12-07", true],
  ["2026-12-24", true],
  ["2026-12-25", false],
  ["2026-12-31", true],
  ["2027-01-01", undefined],
])("on %s banks work: %s", (day, expected) => {
  expect(isBusinessDay(december, day)).toBe(expected);
});

test.each([
  ["2026-12-04", "2026-12-04"],
  ["2026-12-05", "2026-12-07"],
  ["2026-12-25", "2026-12-28"],
  ["2026-12-31", "2026-12-31"],
  ["2027-01-01", undefined],
  ["2026-11-29", undefined],
])("the first business day from %s on is %s", (day, expected) => {
  expect(businessDayFrom(december, day)).toBe(expected);
});

describe("a number of business days after a day", () => {
  test.each([
    ["2026-12-01", 1, "2026-12-02"],
    ["2026-12-04", 1, "2026-12-07"],
    ["2026-12-05", 1, "2026-12-07"],
    ["2026-12-22", 3, "2026-12-28"],
    ["2026-12-28", 3, "2026-12-31"],
    ["2026-12-28", 4, undefined],
    ["2026-12-28", 30, undefined],
  ])("%s and %i: %s", (day, count, expected) => {
    expect(addBusinessDays(december, day, count)).toBe(expected);
  });

  test.each([0, -1, 1.5])("%s is no such number", (count) => {
    expect(() => addBusinessDays(december, "2026-12-01", count)).toThrow(RangeError);
  });
});

test.each([
  ["2026-12-31", "2027-01-01"],
  ["2028-02-28", "2028-02-29"],
  ["2026-02-28", "2026-03-01"],
])("the day after %s is %s", (day, expected) => {
  expect(dayAfter(day)).toBe(expected);
});

test("days and weekends of a hundred years match Date", () => {
  const all = { firstDay: "0000-01-01", lastDay: "9999-12-31", has: () => false };
  const date = new Date("1960-01-01T00:00:00Z");
  for (let day = "1960-01-01"; day < "2060-01-01"; day = dayAfter(day)) {
    expect(day).toBe(date.toISOString().slice(0, 10));
    expect(isBusinessDay(all, day)).toBe(![0, 6].includes(date.getUTCDay()));
    date.setUTCDate(date.getUTCDate() + 1);
  }
});

test("without a calendar no day is known", () => {
  expect(["0000-01-01", "2026-12-01", "9999-12-31"].map((day) => isBusinessDay(noHolidaysKnown, day))).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(noHolidaysKnown.has("2026-12-25")).toBe(false);
});
