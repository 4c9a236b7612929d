// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { atOf } from "./typed-time.ts";

test.each([
  ["2026-11-25T14:03", "2026-11-25T14:03:00+09:00"],
  ["2026-11-25T14:03:07", "2026-11-25T14:03:07+09:00"],
  ["2026-11-25", undefined],
  ["2026-13-25T14:03", undefined],
  ["", undefined],
])("%s is %s", (typed, at) => {
  expect(atOf(typed)).toBe(at);
});
