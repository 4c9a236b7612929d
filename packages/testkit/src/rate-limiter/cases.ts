import type { RateLimit } from "@wonflow/core";
import { expect } from "vitest";
import type { CaseContext, Cases } from "./case-context.ts";

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

export const rateLimiterCases: Cases = {
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
