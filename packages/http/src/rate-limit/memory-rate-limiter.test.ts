import { fakeClock, rateLimiterContract } from "@wonflow/testkit";
import { expect, test } from "vitest";
import { memoryRateLimiter } from "./memory-rate-limiter.ts";

rateLimiterContract("in memory", async () => {
  // A time at which a microsecond is more than the last digit of a number.
  const clock = fakeClock(1_234_567_890_123.456);
  return { limiters: [memoryRateLimiter(clock.now)], advance: clock.advance, close: async () => {} };
});

test.each([3, 7, 100, 999])(
  "of %i in a second each may come a whole part of a second after the one before",
  async (count) => {
    const limit = { count, perMs: 1_000 };
    let now = 0;
    const { take } = memoryRateLimiter(() => now);
    for (let n = 0; n < count; n += 1) expect(await take("a", limit)).toBe(0);
    const each = Math.floor(1_000_000 / count) / 1_000;
    expect(await take("a", limit)).toBeGreaterThan(0);
    expect(await take("a", limit)).toBeLessThanOrEqual(each);
    for (let n = 1; n <= 3 * count; n += 1) {
      now = n * each + 0.000_5;
      expect([n, await take("a", limit)]).toEqual([n, 0]);
      expect(await take("a", limit)).toBeGreaterThan(0);
    }
  },
);

test("of however many keys the last 50,000 are remembered, and no more than twice as many", async () => {
  const limit = { count: 1, perMs: 60_000 };
  const { take } = memoryRateLimiter(() => 0);
  let others = 0;
  const takeOthers = async (times: number) => {
    for (let n = 0; n < times; n += 1) await take(`other ${(others += 1)}`, limit);
  };
  await take("first", limit);
  for (let n = 0; n < 4; n += 1) {
    await takeOthers(49_999);
    expect(await take("first", limit)).toBe(60_000);
  }
  await takeOthers(100_000);
  expect(await take("first", limit)).toBe(0);
});
