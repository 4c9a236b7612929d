import { expect, test } from "vitest";
import { planFaults } from "./faults.ts";
import { seededRandom } from "./random.ts";
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

test("a fault stays at its place, whatever else goes wrong", () => {
  const rates = { ...none, "fail-after": 0.5, late: 0.5 };
  const places = Array.from({ length: 50 }, (_, index) => `P1.store.commit#${index}`);
  const all = planFaults({ seed: 9, rates });
  const faults = new Map(places.map((place) => [place, all.at(place, ["fail-after", "late"])]));
  const [kept = ""] = all.happened();
  const one = planFaults({ seed: 9, rates, only: new Set([kept]) });
  for (const place of places) {
    expect(one.at(place, ["fail-after", "late"])).toEqual(place === kept ? faults.get(place) : undefined);
  }
  one.end();
  expect(one.at(kept, ["fail-after", "late"])).toBeUndefined();
});

const none = {
  "fail-before": 0,
  "fail-after": 0,
  late: 0,
  twice: 0,
  mismatch: 0,
  conflict: 0,
  stop: 0,
  jump: 0,
  pause: 0,
};
