import type { RateLimit, RateLimiter } from "@wonflow/core";

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

export function contextOf({ limiters, advance }: RateLimiterFixture): CaseContext {
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
