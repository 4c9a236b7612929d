import { rateLimitsWith, type RateLimitSettings } from "@wonflow/http";
import { expect, test } from "vitest";

import { readEnvironment } from "./environment.ts";

function limitsOf(text: string): RateLimitSettings {
  const { rateLimits } = readEnvironment({ WONFLOW_RATE_LIMITS: text }, "development");
  if (rateLimits === "off") throw new Error("there are no limits");
  return rateLimits;
}

/** Every name with the limit that it is usually, and the limits where it is `3/2m` instead. */
const table = {
  live: ["100/s", { merchant: { live: { count: 3, perMs: 120_000 } } }],
  test: ["25/s", { merchant: { test: { count: 3, perMs: 120_000 } } }],
  "opening-live": ["50/s", { opening: { live: { count: 3, perMs: 120_000 } } }],
  "opening-test": ["10/s", { opening: { test: { count: 3, perMs: 120_000 } } }],
  "opening-address": ["200/10m", { openingByAddress: { count: 3, perMs: 120_000 } }],
  "authenticating-address": ["100/10m", { authenticatingByAddress: { count: 3, perMs: 120_000 } }],
  "keyless-address": ["50/s", { keylessByAddress: { count: 3, perMs: 120_000 } }],
} as const satisfies Readonly<Record<string, readonly [string, RateLimitSettings]>>;

const rows = Object.entries(table).map(([name, [asUsual, changed]]) => ({ name, asUsual, changed }));

const usual = rateLimitsWith({});

test("the table has every name", () => {
  expect(() => limitsOf("none=1/s")).toThrow(`of ${Object.keys(table).join(", ")}, a count within`);
});

test.each(rows)(
  "$name is usually $asUsual; where it is not, all others are as they were",
  ({ name, asUsual, changed }) => {
    expect(rateLimitsWith(limitsOf(`${name}=${asUsual}`))).toEqual(usual);
    expect(limitsOf(`${name}=3/2m`)).toEqual(changed);
    for (const other of rows.filter((each) => each.name !== name)) {
      const unchanged = limitsOf(`${other.name}=${other.asUsual},${name}=3/2m`);
      expect(rateLimitsWith(changed)).toEqual(rateLimitsWith(unchanged));
      for (const text of [`${other.name}=3/2m,${name}=3/2m`, `${name}=3/2m,${other.name}=3/2m`]) {
        expect(limitsOf(text)).toMatchObject(changed);
        expect(limitsOf(text)).toMatchObject(other.changed);
      }
    }
  },
);

test.each([
  ["live=1/s", 1_000],
  ["live=1/90s", 90_000],
  ["live=1/m", 60_000],
  ["live=1/10m", 600_000],
  ["live=1/h", 3_600_000],
  ["live=1/24h", 86_400_000],
])("%s is a count within %d ms", (text, perMs) => {
  expect(limitsOf(text).merchant?.live).toEqual({ count: 1, perMs });
});

test("the heavy reads at once are a count of their own, beside any other change", () => {
  expect(limitsOf("heavy-reads=4")).toEqual({ heavyReads: 4 });
  expect(limitsOf("live=3/s,heavy-reads=1")).toEqual({ merchant: { live: { count: 3, perMs: 1_000 } }, heavyReads: 1 });
  for (const text of ["heavy-reads=0", "heavy-reads=1001", "heavy-reads=2/s", "heavy-reads="]) {
    expect(() => limitsOf(text)).toThrow("WONFLOW_RATE_LIMITS must be on, off, or what differs");
  }
});
