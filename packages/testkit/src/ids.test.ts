import { expect, test } from "vitest";
import { sequentialIds } from "./ids.ts";

test("sequentialIds counts, in exactly the length asked for", () => {
  const ids = sequentialIds();
  expect([ids.random(4), ids.random(21)]).toEqual(["0001", "000000000000000000002"]);
});

test("sequentialIds throws rather than repeat itself", () => {
  const ids = sequentialIds();
  for (let i = 0; i < 9; i += 1) ids.random(1);
  expect(() => ids.random(1)).toThrow(RangeError);
});
