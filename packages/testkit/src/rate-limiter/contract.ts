import type { RateLimit, RateLimiter } from "@wonflow/core";
import { afterAll, beforeAll, describe, test } from "vitest";
import { rateLimiterCases } from "./cases.ts";

/** A rate limiter that was opened for the contract, and what closes it again. */
export interface RateLimiterFixture {
  /** As many as there are processes that share what is counted; each key is taken from all of them in turns. */
  readonly limiters: readonly [RateLimiter, ...RateLimiter[]];
  /** Lets so many milliseconds pass for the limiters, or makes what they count that much older. */
  readonly advance: (ms: number) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** A key that no other test takes from. */
export interface RateLimiterCase {
  /** Takes so many under the key at once, and answers how long each was told to wait. */
  readonly take: (limit: RateLimit, times?: number, suffix?: string) => Promise<readonly number[]>;
  /** Takes so many at once, and answers how many there were. */
  readonly passed: (limit: RateLimit, times?: number) => Promise<number>;
  readonly advance: RateLimiterFixture["advance"];
}

let keys = 0;

function caseOf({ limiters, advance }: RateLimiterFixture): RateLimiterCase {
  keys += 1;
  const key = `contract/${keys}/2001:db8::/64`;
  let takes = 0;
  const next = () => limiters[(takes += 1) % limiters.length] ?? limiters[0];
  const take = (limit: RateLimit, times = 1, suffix = "") =>
    Promise.all(Array.from({ length: times }, () => next().take(key + suffix, limit)));
  return {
    take,
    advance,
    passed: async (limit, times = 1) => (await take(limit, times)).filter((waitMs) => waitMs === 0).length,
  };
}

/**
 * The contract of core's rate limiter port as a vitest suite. Call it in a test file; `open` is called once, and
 * `close` after the last test. Every test uses keys of its own, and limits over hours, so that a clock which can't be
 * stopped does no harm.
 *
 * What it demands: as many at once as the limit says and not one more, also when they are asked for at the same
 * time and by several processes; then one after the other, evenly; an answer that says when, and is true; keys that
 * share nothing; no more than the whole limit for whoever has waited long; the limit that is asked with now, where
 * another one was in use before.
 *
 * @example
 * import { memoryRateLimiter } from "wonflow";
 *
 * let now = 0;
 * rateLimiterContract("in memory", async () => ({
 *   limiters: [memoryRateLimiter(() => now)],
 *   advance: async (ms) => void (now += ms),
 *   close: async () => {},
 * }));
 */
export function rateLimiterContract(name: string, open: () => Promise<RateLimiterFixture>): void {
  describe(`rate limiter contract: ${name}`, () => {
    let fixture: RateLimiterFixture | undefined;
    beforeAll(async () => {
      fixture = await open();
    });
    afterAll(() => fixture?.close());

    test.each(Object.entries(rateLimiterCases))("%s", async (_title, run) => {
      if (fixture === undefined) throw new Error("the rate limiter was not opened");
      await run(caseOf(fixture));
    });
  });
}
