import type { OverdueWork, Payments } from "@wonflow/core";
import { expect, test } from "vitest";

import { recordingLogger } from "../../test/recording-logger.ts";
import { unclaimedWork } from "./unclaimed-work.ts";

const minute = 60_000;

/** A service whose due work is what a test says, and looks at it as requests come. */
function watched() {
  const { logger, lines } = recordingLogger();
  let now = 0;
  let looks = 0;
  let due: Partial<OverdueWork> | undefined;
  const overdue = async () => {
    looks += 1;
    return due === undefined ? [] : [{ kind: "session", upkeep: false, dueSince: 0, lateMs: 0, ...due }];
  };
  const found = unclaimedWork({ work: { overdue } } as unknown as Payments, { logger, now: () => now });
  return {
    lines,
    found,
    looks: () => looks,
    async request(passedMs: number, of?: Partial<OverdueWork>) {
      now += passedMs;
      due = of;
      found.look();
      await Promise.resolve().then(() => undefined);
      await new Promise((resolve) => setImmediate(resolve));
      return found.isWaiting();
    },
  };
}

test("due work that no process claims for a minute is warned of once, with the remedy, and again after it was claimed", async () => {
  const { request, lines } = watched();
  const late = { lateMs: 2 * minute };
  expect(await request(minute, late)).toBe(false);
  expect(await request(minute, late)).toBe(true);
  expect(await request(minute, late)).toBe(true);
  expect(lines).toMatchObject([{ level: "warn", fields: { notice: "work-unclaimed", kinds: ["session"] } }]);
  expect(lines[0]?.message).toContain("call startWork(payments)");
  expect(lines[0]?.message).toContain("wonflow work");
  expect(await request(minute)).toBe(false);
  await request(minute, late);
  await request(minute, late);
  expect(lines).toHaveLength(2);
});

test.each<[string, readonly Partial<OverdueWork>[]]>([
  ["work that is due for less than a minute", [{ lateMs: minute }, { lateMs: minute }]],
  [
    "a process that is behind",
    [
      { lateMs: 2 * minute, dueSince: 1 },
      { lateMs: 2 * minute, dueSince: 2 },
    ],
  ],
  [
    "upkeep, which a moved clock leaves to the end",
    [
      { lateMs: 9 * minute, upkeep: true },
      { lateMs: 9 * minute, upkeep: true },
    ],
  ],
])("%s is no reason to warn", async (_what, seen) => {
  const { request, lines } = watched();
  for (const due of seen) expect(await request(minute, due)).toBe(false);
  expect(lines).toEqual([]);
});

test("a thousand requests cost one look in twenty seconds", async () => {
  const { request, looks } = watched();
  for (let count = 0; count < 1_000; count += 1) await request(20);
  expect(looks()).toBe(1);
});
