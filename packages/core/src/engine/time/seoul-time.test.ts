import { expect, test } from "vitest";

import { dayInSeoul, seoulTime, startOfDayInSeoul } from "./seoul-time.ts";

test.each([
  [Date.UTC(2026, 10, 20, 14, 59, 59, 999), "2026-11-20T23:59:59+09:00", "2026-11-20"],
  [Date.UTC(2026, 10, 20, 15), "2026-11-21T00:00:00+09:00", "2026-11-21"],
  [Date.UTC(2026, 11, 31, 15, 4, 5), "2027-01-01T00:04:05+09:00", "2027-01-01"],
])("%i is %s in Seoul", (at, time, day) => {
  expect(seoulTime(at)).toBe(time);
  expect(dayInSeoul(at)).toBe(day);
});

test("a day begins in Seoul nine hours before it does in UTC", () => {
  expect(startOfDayInSeoul("2026-11-21")).toBe(Date.UTC(2026, 10, 20, 15));
});
