import { sequentialIds } from "@wonflow/testkit";
import { expect, test } from "vitest";

import { orderedId } from "./ordered-id.ts";

test("ids sort by their times, also where a time has fewer digits", () => {
  const ids = sequentialIds();
  const times = [0, 35, 36, 36 ** 7, Date.UTC(2026, 10, 20), Date.UTC(2059, 4, 25), Date.UTC(2059, 4, 26)];
  const made = times.map((now) => orderedId(ids, now, 24));
  expect(made.toReversed().toSorted()).toEqual(made);
  expect(made.map((id) => id.length)).toEqual(times.map(() => 24));
});

test("two ids with equal timestamps differ in their random part", () => {
  const ids = sequentialIds();
  expect([orderedId(ids, 36, 24), orderedId(ids, 36, 24)]).toEqual([
    "000000010000000000000001",
    "000000010000000000000002",
  ]);
});
