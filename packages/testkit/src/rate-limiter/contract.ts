import { describe, test } from "vitest";
import { openedOnce } from "../opened-once.ts";
import { contextOf, type RateLimiterFixture } from "./case-context.ts";
import { rateLimiterCases } from "./cases.ts";

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
