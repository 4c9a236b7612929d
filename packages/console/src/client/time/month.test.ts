// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { monthAfter, monthIn, monthOf } from "./month.ts";

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
