import type { RateLimit } from "@wonflow/core";
import { rateLimitsWith, type RateLimitSettings } from "@wonflow/http";

const changes = {
  live: (limit) => ({ merchant: { live: limit } }),
  test: (limit) => ({ merchant: { test: limit } }),
  "opening-live": (limit) => ({ opening: { live: limit } }),
  "opening-test": (limit) => ({ opening: { test: limit } }),
  "opening-address": (limit) => ({ openingByAddress: limit }),
  "authenticating-address": (limit) => ({ authenticatingByAddress: limit }),
  "keyless-address": (limit) => ({ keylessByAddress: limit }),
} as const satisfies Record<string, (limit: RateLimit) => RateLimitSettings>;

export const rateLimitsSyntax =
  "must be on, off, or what differs from the usual limits, such as live=200/s,authenticating-address=300/10m: " +
  `of ${Object.keys(changes).join(", ")}, a count within at most a day; or heavy-reads=4, a count at once`;

const changePattern = /^(?<name>[a-z-]+)=(?<count>[1-9]\d{0,6})\/(?<times>[1-9]\d{0,4})?(?<unit>[smh])$/;

const unitMs = { s: 1_000, m: 60_000, h: 3_600_000 } as const;

/** Parses `on`, `off` or limits such as `live=200/s,opening-address=500/10m`; undefined for an invalid text. */
export function readRateLimits(text: string): RateLimitSettings | "off" | undefined {
  if (text === "off") return "off";
  if (text === "on") return {};
  let settings: RateLimitSettings = {};
  for (const part of text.split(",")) {
    const change = readChange(part.trim());
    if (change === undefined) return undefined;
    settings = {
      ...settings,
      ...change,
      ...("merchant" in change && { merchant: { ...settings.merchant, ...change.merchant } }),
      ...("opening" in change && { opening: { ...settings.opening, ...change.opening } }),
    };
  }
  return settings;
}

function readChange(text: string): RateLimitSettings | undefined {
  const heavyReads = /^heavy-reads=([1-9]\d{0,3})$/.exec(text)?.[1];
  if (heavyReads !== undefined) return accepted({ heavyReads: Number(heavyReads) });
  const { name = "", count, times = "1", unit } = changePattern.exec(text)?.groups ?? {};
  if (!isName(name) || (unit !== "s" && unit !== "m" && unit !== "h")) return undefined;
  return accepted(changes[name]({ count: Number(count), perMs: Number(times) * unitMs[unit] }));
}

function accepted(change: RateLimitSettings): RateLimitSettings | undefined {
  try {
    rateLimitsWith(change);
    return change;
  } catch {
    return undefined;
  }
}

function isName(text: string): text is keyof typeof changes {
  return Object.hasOwn(changes, text);
}
