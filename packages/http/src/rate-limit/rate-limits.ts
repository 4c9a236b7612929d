import { modes, type Mode, type RateLimit } from "@wonflow/core";

export interface RateLimits {
  /**
   * Requests of a merchant. Its secret key and operators count together; its client key counts separately, because
   * anyone can read it and could otherwise block the merchant's server.
   */
  readonly merchant: Readonly<Record<Mode, RateLimit>>;
  readonly opening: Readonly<Record<Mode, RateLimit>>;
  readonly openingByAddress: RateLimit;
  /** Card authentications and operators' passwords from one address. */
  readonly authenticatingByAddress: RateLimit;
  /** All other requests without a key from one address, such as card look-ups and the checkout page's calls. */
  readonly keylessByAddress: RateLimit;
  /** Reads of one merchant that are under way at once in a process: files, searches and long lists. */
  readonly heavyReads: number;
}

export const addressLimits = ["openingByAddress", "authenticatingByAddress", "keylessByAddress"] as const;

export type RateLimitSettings = {
  readonly [Name in keyof RateLimits]?: Partial<RateLimits[Name]>;
};

const second = 1_000;
const tenMinutes = 10 * 60 * second;

/** The limits in production; docs/limits.md says why. */
export const usualRateLimits: RateLimits = {
  merchant: { live: { count: 100, perMs: second }, test: { count: 25, perMs: second } },
  opening: { live: { count: 50, perMs: second }, test: { count: 10, perMs: second } },
  openingByAddress: { count: 200, perMs: tenMinutes },
  authenticatingByAddress: { count: 100, perMs: tenMinutes },
  keylessByAddress: { count: 50, perMs: second },
  heavyReads: 2,
};

/** The usual limits with these in their place. Throws a RangeError for an invalid limit. */
export function rateLimitsWith(settings: RateLimitSettings): RateLimits {
  const limits: RateLimits = {
    merchant: { ...usualRateLimits.merchant, ...settings.merchant },
    opening: { ...usualRateLimits.opening, ...settings.opening },
    openingByAddress: { ...usualRateLimits.openingByAddress, ...settings.openingByAddress },
    authenticatingByAddress: { ...usualRateLimits.authenticatingByAddress, ...settings.authenticatingByAddress },
    keylessByAddress: { ...usualRateLimits.keylessByAddress, ...settings.keylessByAddress },
    heavyReads: settings.heavyReads ?? usualRateLimits.heavyReads,
  };
  for (const mode of modes) {
    check(`merchant.${mode}`, limits.merchant[mode]);
    check(`opening.${mode}`, limits.opening[mode]);
  }
  for (const name of addressLimits) check(name, limits[name]);
  const { heavyReads } = limits;
  if (!Number.isSafeInteger(heavyReads) || heavyReads < 1 || heavyReads > mostHeavyReads) {
    throw new RangeError(`rateLimits.heavyReads must be a whole number from 1 to ${mostHeavyReads}`);
  }
  return limits;
}

const mostHeavyReads = 1_000;

/** The limiters count in whole microseconds, over a day at most. */
const mostPerMs = 100;
const longestMs = 24 * 60 * 60 * second;

function check(name: string, { count, perMs }: RateLimit): void {
  const isTime = Number.isSafeInteger(perMs) && perMs >= 1 && perMs <= longestMs;
  if (isTime && Number.isSafeInteger(count) && count >= 1 && count <= perMs * mostPerMs) return;
  throw new RangeError(
    `rateLimits.${name} must be a whole count from 1 within perMs, whole milliseconds from 1 to a day, and at most ` +
      `${mostPerMs} each millisecond`,
  );
}
