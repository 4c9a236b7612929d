import type { RateLimiter } from "@wonflow/core";

/** So many keys make a generation; two of them are some 15 MB. */
const generation = 50_000;

/**
 * A rate limiter that counts in the memory of its process. However many keys it is asked about, it remembers the
 * last 50,000 at least and 100,000 at most.
 *
 * @param now a time in milliseconds that never goes back; that of the process by default
 *
 * @example
 * const limiter = memoryRateLimiter();
 * await limiter.take("merchant/1:test", { count: 25, perMs: 1_000 }); // 0: one was taken
 */
export function memoryRateLimiter(now: () => number = () => performance.now()): RateLimiter {
  /** When each key will have all of its limit again, in microseconds: whole numbers, so that sums are exact. */
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
      // Of a limit that was longer before, no more is owed than the whole of this one.
      const before = Math.min(fullAt.get(key) ?? earlier.get(key) ?? 0, nowUs + perUs);
      const after = Math.max(before, nowUs) + eachUs;
      const tooEarlyUs = after - perUs - nowUs;
      remember(key, tooEarlyUs > 0 ? before : after);
      return Math.max(0, tooEarlyUs) / 1_000;
    },
  };
}
