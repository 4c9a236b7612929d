import { modes, type Mode, type RateLimit } from "@wonflow/core";

/** How often a service may be asked for what; each of these is counted by itself. */
export interface RateLimits {
  /**
   * Requests of a merchant. Those with its secret key and of its operators are counted together, those with its
   * client key apart from them: anybody can read that key, and must not hold the merchant's server up with it.
   */
  readonly merchant: Readonly<Record<Mode, RateLimit>>;
  /** Checkouts that a merchant's pages open with its client key. */
  readonly opening: Readonly<Record<Mode, RateLimit>>;
  /** Checkouts that are opened with a client key from one address. */
  readonly openingByAddress: RateLimit;
  /** Cards that are authenticated from one address, with the passwords of operators that are tried from there. */
  readonly authenticatingByAddress: RateLimit;
  /** All other requests of one address that need no key: look-ups of cards, and what the checkout page asks. */
  readonly keylessByAddress: RateLimit;
}

/** Those that are counted by a client's address. */
export const addressLimits = ["openingByAddress", "authenticatingByAddress", "keylessByAddress"] as const;

/** Limits that differ from the usual ones. */
export type RateLimitSettings = {
  readonly [Name in keyof RateLimits]?: Partial<RateLimits[Name]>;
};

const second = 1_000;
const tenMinutes = 10 * 60 * second;

/** The limits of a service in production, see docs/limits.md for why. */
export const usualRateLimits: RateLimits = {
  merchant: { live: { count: 100, perMs: second }, test: { count: 25, perMs: second } },
  opening: { live: { count: 50, perMs: second }, test: { count: 10, perMs: second } },
  openingByAddress: { count: 200, perMs: tenMinutes },
  authenticatingByAddress: { count: 100, perMs: tenMinutes },
  keylessByAddress: { count: 50, perMs: second },
};

/** All limits, with those that were set in the place of the usual ones. Throws a RangeError for one that is none. */
export function rateLimitsWith(settings: RateLimitSettings): RateLimits {
  const limits: RateLimits = {
    merchant: { ...usualRateLimits.merchant, ...settings.merchant },
    opening: { ...usualRateLimits.opening, ...settings.opening },
    openingByAddress: { ...usualRateLimits.openingByAddress, ...settings.openingByAddress },
    authenticatingByAddress: { ...usualRateLimits.authenticatingByAddress, ...settings.authenticatingByAddress },
    keylessByAddress: { ...usualRateLimits.keylessByAddress, ...settings.keylessByAddress },
  };
  for (const mode of modes) {
    check(`merchant.${mode}`, limits.merchant[mode]);
    check(`opening.${mode}`, limits.opening[mode]);
  }
  for (const name of addressLimits) check(name, limits[name]);
  return limits;
}

/** Limits are counted in whole microseconds, and nothing is limited over more than a day. */
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
