// @vitest-environment happy-dom
import { afterEach, expect, test } from "vitest";
import { chooseLanguage } from "../language/language.ts";
import { clockText, dayAfter, dayOf, dayText, learnServiceTime, momentText, serviceNow } from "./seoul.ts";

afterEach(() => {
  chooseLanguage("ko");
  learnServiceTime(Date.now());
});

test.each([
  ["2026-11-25T14:59:59Z", "2026-11-25", "23:59"],
  ["2026-11-25T15:00:00Z", "2026-11-26", "00:00"],
  ["2026-12-31T15:00:00Z", "2027-01-01", "00:00"],
])("%s is on %s in Seoul, at %s", (time, day, clock) => {
  expect([dayOf(Date.parse(time)), clockText(Date.parse(time))]).toEqual([day, clock]);
});

test.each([
  ["2026-02-28", 1, "2026-03-01"],
  ["2026-11-25", -7, "2026-11-18"],
])("%s and %i days is %s", (day, days, other) => {
  expect(dayAfter(day, days)).toBe(other);
});

test("a day and a moment are read in either language, with the year where it is another one", () => {
  learnServiceTime(Date.parse("2026-11-25T03:00:00Z"));
  expect([dayText("2026-11-25"), dayText("2026-01-01", { year: true })]).toEqual([
    "11월 25일 (수)",
    "2026년 1월 1일 (목)",
  ]);
  expect(momentText("2026-11-25T05:03:04Z", { seconds: true })).toBe("11월 25일 14:03:04");
  expect(momentText("2025-11-25T14:03:04+09:00")).toBe("2025년 11월 25일 14:03");
  chooseLanguage("en");
  expect([dayText("2026-11-25"), momentText("2025-11-25T14:03:04+09:00")]).toEqual(["Wed 25 Nov", "25 Nov 2025 14:03"]);
});

test("the service's time is learned from its answers, and small differences are nothing", () => {
  learnServiceTime(Date.parse("2027-03-01T00:00:00Z"));
  expect(dayOf(serviceNow())).toBe("2027-03-01");
  learnServiceTime(serviceNow() + 1_000);
  expect(Math.abs(serviceNow() - Date.parse("2027-03-01T00:00:00Z"))).toBeLessThan(1_000);
});
