/**
 * How often something may happen: `count` times at once, and then evenly, as many again within `perMs`
 * milliseconds. Who has waited that long may do it `count` times at once again.
 */
export interface RateLimit {
  readonly count: number;
  readonly perMs: number;
}

/**
 * Counts what happens under a key, for one process or for all that share what it counts in. What is counted is
 * the requests of an interface, never money: it may be forgotten when a process or database starts anew.
 */
export interface RateLimiter {
  /**
   * Takes one of what a limit allows under a key of at most 200 characters. Answers 0 where there was one;
   * otherwise takes nothing, and answers after how many milliseconds there will be one.
   *
   * May reject or hang: who asks lets pass whatever is not answered in time.
   */
  readonly take: (key: string, limit: RateLimit) => Promise<number>;
}
