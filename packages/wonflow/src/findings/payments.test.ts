import { ok, type Payments } from "@wonflow/core";
import { expect, test } from "vitest";

import { checkRunning } from "./payments.ts";

test("each remedy that names a command names what holds in a program with an embedded database too", async () => {
  const counts = { attemptsUnknown: 1, attemptsFlagged: 1, payoutsToReview: 1 };
  const payments: unknown = {
    secret: { isRight: async () => false },
    calendar: { closedDays: async () => ({ lastDay: "2026-12-31" }) },
    work: {
      overdue: async () => [{ kind: "session", upkeep: false, dueSince: 0, lateMs: 600_000 }],
      backlog: async () => ({ live: counts, test: counts }),
    },
    merchants: { list: async () => ok({ items: [{ mId: 7, mode: "test" }], nextCursor: null }) },
    webhooks: { deliveries: async () => ok({ items: [{ status: "EXHAUSTED" }], nextCursor: null }) },
  };
  const found = await checkRunning(payments as Payments, Date.UTC(2027, 0, 1));
  expect(found.map(({ check, status }) => `${status} ${check}`)).toEqual([
    "wrong secret",
    "wrong calendar",
    "wrong work",
    "look attempts",
    "look payouts",
    "look webhooks",
  ]);
  const actions = found.map(({ action }) => action ?? "").filter((action) => action.includes("wonflow "));
  expect(actions).toHaveLength(4);
  for (const action of actions) expect(action).toMatch(/startWork\(payments\)|payments\.[a-z]+\.[a-z]+/);
});
