import { describe, test, expect } from "vitest";
import type { RateLimit, RateLimiter } from "@wonflow/core";

import { openedOnce } from "../contract-cases.ts";

const second = 1_000;
const hour = 3_600_000;

/** A real clock moves during a test: by at most this part of the limit's time. */
const tolerance = 0.01;

function expectWait(waitMs: number | undefined, expected: number, { perMs }: RateLimit): void {
  expect(waitMs).toBeLessThanOrEqual(expected + 0.001);
  expect(waitMs).toBeGreaterThan(expected - tolerance * perMs);
}

async function bothSides({ take, passed, advance }: CaseContext, limit: RateLimit): Promise<void> {
  const each = limit.perMs / limit.count;
  expect(await passed(limit, limit.count + 20)).toBe(limit.count);
  const [waitMs = 0] = await take(limit);
  expectWait(waitMs, each, limit);
  await advance(waitMs * 0.9);
  expect(await passed(limit)).toBe(0);
  await advance(waitMs * 0.1 + 1);
  expect(await passed(limit, 2)).toBe(1);
  await advance(each * 3);
  expect(await passed(limit, 10)).toBe(Math.min(limit.count, 3));
}

const rateLimiterCases: Cases = {
  "one passes, and then one each time that one may": (context) => bothSides(context, { count: 1, perMs: hour }),
  "three pass at once, and then one each time that one may": (context) => bothSides(context, { count: 3, perMs: hour }),
  "a hundred pass at once, and then one each time that one may": (context) =>
    bothSides(context, { count: 100, perMs: 24 * hour }),

  async "one after the other, as at once"({ take }) {
    const limit = { count: 5, perMs: hour };
    const waits: number[] = [];
    for (let n = 0; n < 7; n += 1) waits.push(...(await take(limit)));
    expect(waits.slice(0, 5)).toEqual([0, 0, 0, 0, 0]);
    for (const waitMs of waits.slice(5)) expectWait(waitMs, hour / 5, limit);
  },

  async "after days of waiting no more than the whole limit passes"({ passed, advance }) {
    const limit = { count: 4, perMs: hour };
    expect(await passed(limit, 2)).toBe(2);
    await advance(72 * hour);
    expect(await passed(limit, 10)).toBe(4);
  },

  async "repeated refusals do not lengthen the wait"({ passed, advance }) {
    const limit = { count: 2, perMs: hour };
    expect(await passed(limit, 200)).toBe(2);
    expect(await passed(limit, 200)).toBe(0);
    await advance(hour / 2 + second);
    expect(await passed(limit, 200)).toBe(1);
  },

  async "keys share nothing, also where one begins like another"({ take }) {
    const limit = { count: 1, perMs: hour };
    for (const suffix of ["", "1", "'", "한", "A", "a"]) {
      expect((await take(limit, 2, suffix)).filter((waitMs) => waitMs === 0)).toHaveLength(1);
      expect((await take(limit, 1, suffix))[0]).toBeGreaterThan(0);
    }
  },

  async "what is taken from one key is taken from no other that was taken from before"({ take }) {
    const other = { count: 5, perMs: hour };
    expect(await take(other, 1, "/other")).toEqual([0]);
    await take({ count: 1, perMs: hour }, 3);
    expect(await take(other, 4, "/other")).toEqual([0, 0, 0, 0]);
  },

  async "many keys at once are taken from, each by its own limit"({ take }) {
    const counts = Array.from({ length: 40 }, (_, n) => n + 1);
    const answers = await Promise.all(counts.map((count) => take({ count, perMs: hour }, 50, `/${count}`)));
    expect(answers.map((waits) => waits.filter((waitMs) => waitMs === 0).length)).toEqual(counts);
  },

  async "a shorter limit than before holds from the next take on, and the old one lengthens no wait"(context) {
    const { take, passed, advance } = context;
    expect(await passed({ count: 10, perMs: 24 * hour }, 20)).toBe(10);
    const limit = { count: 1, perMs: hour };
    await advance(4 * hour);
    await take(limit);
    await advance(hour + second);
    expect(await passed(limit)).toBe(1);
    expect(await passed(limit)).toBe(0);
  },
};

/** A rate limiter opened for the contract. */
export interface RateLimiterFixture {
  /** One for each process that shares the counts; the tests take from them in turns. */
  readonly limiters: readonly [RateLimiter, ...RateLimiter[]];
  /** Advances the limiters' time, or makes their counts older by as much. */
  readonly advance: (ms: number) => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface CaseContext {
  readonly take: (limit: RateLimit, times?: number, suffix?: string) => Promise<readonly number[]>;
  /** The number of requests that passed of `times` at once. */
  readonly passed: (limit: RateLimit, times?: number) => Promise<number>;
  readonly advance: RateLimiterFixture["advance"];
}

let keys = 0;

function contextOf({ limiters, advance }: RateLimiterFixture): CaseContext {
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

export type Cases = Readonly<Record<string, (context: CaseContext) => Promise<void>>>;

/**
 * The contract of core's rate limiter port as a vitest suite. Call it in a test file; `open` is called once, and
 * `close` after the last test. Every test uses keys of its own, and limits over hours, so that a clock that can't be
 * stopped does no harm.
 *
 * It demands: exactly as many requests at once as the limit allows, also of several processes at the same time; then
 * one after the other, evenly; a true waiting time; keys that share nothing; after a long wait no more than the whole
 * limit; the current limit, also after another one was in use.
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
    const fixture = openedOnce(open);
    test.each(Object.entries(rateLimiterCases))("%s", (_title, run) => run(contextOf(fixture())));
  });
}
