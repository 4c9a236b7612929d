import { expect, test } from "vitest";
import { seededRandom } from "./random.ts";

test("chance is a function of the seed and the stream's name", () => {
  const draw = (seed: number, name: string) => {
    const random = seededRandom(seed, name);
    return Array.from({ length: 1_000 }, () => random.between(1, 6));
  };
  expect(draw(1, "a")).toEqual(draw(1, "a"));
  expect(draw(1, "a")).not.toEqual(draw(1, "b"));
  expect(draw(1, "a")).not.toEqual(draw(2, "a"));
  const sixes = draw(4, "dice").filter((each) => each === 6).length;
  expect(sixes).toBeGreaterThan(120);
  expect(sixes).toBeLessThan(220);
  expect(() => seededRandom(1, "a").pick([])).toThrow(RangeError);
});
