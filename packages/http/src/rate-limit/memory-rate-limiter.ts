import type { RateLimiter } from "@wonflow/core";

/** Keys in one generation; two generations take about 15 MB. */
const generation = 50_000;

/**
 * A rate limiter that counts in the memory of its process. It remembers the last 50,000 to 100,000 keys.
 *
 * @param now milliseconds that never go back; the process's time by default
 *
 * @example
 * const limiter = memoryRateLimiter();
 * await limiter.take("merchant/1:test", { count: 25, perMs: 1_000 }); // 0: one was taken
 */
export function memoryRateLimiter(now: () => number = () => performance.now()): RateLimiter {
  /** When each key has its whole limit again, in whole microseconds, so that sums are exact. */
  let fullAt = new Map<string, number>();
  let earlier: typeof fullAt = new Map();

  function remember(key: string, at: number): void {
    fullAt.set(key, at);
    if (fullAt.size < generation) return;
    earlier = fullAt;
    fullAt = new Map();
  }

  return {
    async take(key, { count, perMs }) {
      const nowUs = Math.floor(now() * 1_000);
      const perUs = perMs * 1_000;
      const eachUs = Math.floor(perUs / count);
      // After a longer limit was replaced, a key owes at most this whole limit.
      const before = Math.min(fullAt.get(key) ?? earlier.get(key) ?? 0, nowUs + perUs);
      const after = Math.max(before, nowUs) + eachUs;
      const tooEarlyUs = after - perUs - nowUs;
      remember(key, tooEarlyUs > 0 ? before : after);
      return Math.max(0, tooEarlyUs) / 1_000;
    },
  };
}
