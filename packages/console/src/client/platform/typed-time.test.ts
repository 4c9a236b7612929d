// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { atOf, timeProblem } from "./typed-time.ts";

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
