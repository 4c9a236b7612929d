import { expect, test } from "vitest";
import { historiesText, isCaught, wrongsOf, recordHistories } from "../src/histories/histories.ts";

/** Each run has another seed; a failed run reports its seed. */
const seed = Date.now().toString(36);

test("the histories of orders and of merchants' money are linearizable under kills, and stale reads are found", async () => {
  const { rounds, controls } = await recordHistories({ rounds: 1, seconds: 2, seed, hasControl: true });
  expect(rounds.flatMap(wrongsOf), historiesText(rounds)).toEqual([]);
  for (const { orders, merchants, toll } of rounds) {
    expect(toll.databases).toBeGreaterThan(0);
    expect(merchants).toHaveLength(2);
    for (const histories of [orders, merchants]) {
      expect(histories.reduce((sum, { calls }) => sum + calls, 0)).toBeGreaterThan(5);
    }
  }
  expect(controls.some(isCaught), historiesText(controls)).toBe(true);
});
