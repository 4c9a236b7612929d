// @vitest-environment happy-dom
import { afterEach, expect, test } from "vitest";
import { chooseLanguage } from "../language/language.ts";
import {
  clockText,
  dayAfter,
  dayOf,
  dayText,
  learnServiceTime,
  momentText,
  serviceNow,
  monthAfter,
  monthIn,
  monthOf,
  atOf,
  timeProblem,
} from "./seoul.ts";

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

test.each([
  ["2026-02", "2026-02-28"],
  ["2028-02", "2028-02-29"],
  ["2026-12", "2026-12-31"],
  ["2026-11", "2026-11-30"],
])("%s ends on %s", (name, last) => {
  expect(monthOf(name)).toEqual({ name, first: `${name}-01`, last });
});

test.each([
  ["2026-01", -1, "2025-12"],
  ["2026-12", 1, "2027-01"],
])("%s and %i months is %s", (name, months, other) => {
  expect(monthAfter(name, months)).toBe(other);
});

test.each([
  ["month=2026-02", "2026-02"],
  ["month=2026-13", "2026-11"],
  ["month=x", "2026-11"],
  ["", "2026-11"],
])("the address %j means %s", (query, name) => {
  expect(monthIn(new URLSearchParams(query), "2026-11-25").name).toBe(name);
});

test.each([
  ["2026-11-25T14:03", "2026-11-25T14:03+09:00"],
  ["2026-11-25T14:03:07", "2026-11-25T14:03:07+09:00"],
  ["2026-11-25", undefined],
  ["2026-13-25T14:03", undefined],
  ["", undefined],
])("%s is %s", (typed, at) => {
  expect(atOf(typed)).toBe(at);
});

test.each([
  ["2025-11-25T14:03", false],
  ["2025-11-25T13:58", false],
  ["2025-11-25T13:57", true],
  ["2025-11-25T13:58:06", true],
  ["2025-11-25T13:58:07", false],
  ["2020-11-25T14:03", true],
  ["2999-11-25T14:03", true],
])("%s is before what it is about, or to come: %j", (typed, isWrong) => {
  const problem = timeProblem(typed, "2025-11-25T05:03:07.250Z");
  expect(problem === undefined).toBe(!isWrong);
  if (isWrong) expect(problem).toMatch(/14:03:07/);
});

test("without a beginning only what is to come is wrong", () => {
  expect(timeProblem("2020-11-25T14:03", undefined)).toBeUndefined();
  expect(timeProblem("2999-11-25T14:03", undefined)).toBeDefined();
  expect(timeProblem("", undefined)).toBeDefined();
});
