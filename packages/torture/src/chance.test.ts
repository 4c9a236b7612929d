import { expect, test } from "vitest";

import { chanceBy } from "./chance.ts";

test("a seed repeats its numbers, another seed gives others, and shares are as requested", () => {
  const taken = (seed: string) => {
    const chance = chanceBy(seed);
    return Array.from({ length: 2_000 }, () => chance.between(1, 4));
  };
  expect(taken("a")).toEqual(taken("a"));
  expect(taken("a")).not.toEqual(taken("b"));
  for (const number of [1, 2, 3, 4]) expect(taken("a").filter((each) => each === number).length).toBeGreaterThan(400);
  const chance = chanceBy("a");
  expect(new Set(taken("c"))).toEqual(new Set([1, 2, 3, 4]));
  const hits = Array.from({ length: 2_000 }, () => chance.of(0.25)).filter(Boolean).length;
  expect(hits).toBeGreaterThan(400);
  expect(hits).toBeLessThan(600);
});
