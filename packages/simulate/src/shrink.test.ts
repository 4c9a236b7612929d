import { expect, test } from "vitest";
import { shrinkList } from "./shrink.ts";

const numbers = Array.from({ length: 40 }, (_, index) => index);

test("a list is shrunk to what makes it fail", async () => {
  const needs =
    (...needed: number[]) =>
    async (list: readonly number[]) =>
      needed.every((one) => list.includes(one));
  expect(await shrinkList(numbers, needs(3, 17), { runs: 1_000 })).toEqual([3, 17]);
  expect(await shrinkList(numbers, needs(), { runs: 1_000 })).toEqual([]);
});

test("with a small budget it is shrunk as far as that goes, and still fails", async () => {
  const budget = { runs: 6 };
  const shrunk = await shrinkList(numbers, async (list) => list.includes(39), budget);
  expect(shrunk).toContain(39);
  expect(shrunk.length).toBeLessThan(numbers.length);
  expect(budget.runs).toBeLessThanOrEqual(0);
});
