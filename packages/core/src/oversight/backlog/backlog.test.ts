import { expect, test } from "vitest";

import { createPayoutWorld, item } from "../../../test/payout-world.ts";
import { createWebhookWorld } from "../../../test/webhook-world.ts";
import { createWorld, shop, valueOf } from "../../../test/world.ts";
import { attemptRecord, openAttempt } from "../../engine/attempt/attempt.ts";
import type { BankPayout } from "../../index.ts";

const nothing = {
  attemptsUnknown: 0,
  attemptsFlagged: 0,
  oldestCardCallMs: 0,
  oldestBankCallMs: 0,
  payoutsToReview: 0,
};

test("a call without an outcome is counted until it has one, and as flagged once it needs an operator", async () => {
  const world = await createWorld();
  const { intentKey } = await world.paid();
  expect(await world.payments.work.backlog()).toEqual({ live: nothing, test: nothing, webhookLagMs: 0 });
  world.gateway.faults.schedule(({ operation }) => (operation === "approve" ? undefined : "refused-connection"));
  await world.cancel(intentKey);
  expect(await world.payments.work.backlog()).toMatchObject({
    live: nothing,
    test: { ...nothing, attemptsUnknown: 1 },
  });
  await world.pass(700);
  const flagged = { ...nothing, attemptsUnknown: 1, attemptsFlagged: 1, oldestCardCallMs: 700_000 };
  expect(await world.payments.work.backlog()).toMatchObject({ live: nothing, test: flagged });
  world.gateway.faults.schedule(() => undefined);
  await world.pass(61);
  expect(await world.payments.work.backlog()).toMatchObject({ live: nothing, test: nothing });
});

test("a call under way is not counted; a call without an answer is, in its own mode", async () => {
  const world = await createWorld();
  const now = world.clock.now();
  const attempt = openAttempt({ key: "approval-x", kind: "approval" }, { now, deadline: now + 30_000 });
  await world.memory.commit({
    id: "of-a-process-that-died",
    tenant: "7:live",
    at: now,
    expect: [{ key: { kind: attemptRecord.name, id: attempt.key }, version: "absent" }],
    writes: [attemptRecord.write(attempt)],
    reference: "x",
    postings: [],
    floors: [],
    tallies: [],
  });
  await world.clock.advance(29_999);
  expect(await world.payments.work.backlog()).toMatchObject({ live: nothing });
  await world.clock.advance(1);
  expect(await world.payments.work.backlog()).toMatchObject({
    live: { ...nothing, attemptsUnknown: 1, oldestCardCallMs: 30_000 },
    test: nothing,
  });
});

test("a payout is counted while it needs an operator, before its end and after it", async () => {
  const world = await createPayoutWorld({ available: 100_000 });
  const { id: sellerId } = await world.seller();
  const id = valueOf(await world.batch(item("a", sellerId))).payouts.items[0]?.id ?? "";
  const toReview = async () => (await world.payments.work.backlog()).test.payoutsToReview;
  const says = (status: BankPayout["status"], amount = 10_000) => {
    const value: BankPayout = { key: `payout.${id}`, amount, status, at: world.clock.now(), reason: null };
    world.bank.onLookUp = async () => ({ outcome: "done", value });
  };
  const lookUp = async () => {
    await world.clock.advance(3600_000);
    await world.run("bankAttempt");
  };
  expect(await toReview()).toBe(0);
  await world.run("payout");
  expect(await toReview()).toBe(0);
  says("PAID", 9_999);
  await lookUp();
  expect(await toReview()).toBe(1);
  says("PAID");
  await lookUp();
  expect([await toReview(), (await world.payout(id)).status]).toEqual([0, "COMPLETED"]);

  const { externalSellerId } = valueOf(await world.payments.sellers.lookUp(shop, sellerId));
  const payee = { type: "SELLER", externalSellerId: externalSellerId ?? "" } as const;
  const movement = { payee, payoutDate: "2026-11-25", key: `payout.${id}`, amount: 10_000, at: world.clock.now() };
  world.bank.movements.push({ ...movement, kind: "PAID" }, { ...movement, kind: "RETURNED" });
  await world.clock.advance(26 * 3600_000);
  await world.run("payoutStatement");
  expect([await toReview(), (await world.payout(id)).status]).toEqual([1, "COMPLETED"]);
  // The due time never comes, so no process takes it.
  await world.clock.advance(365 * 24 * 3600_000);
  expect(await world.run("payout")).toEqual([]);
  const found = { outcome: "not-done", note: "the bank's statement" } as const;
  valueOf(await world.payments.payouts.resolve(shop, id, found));
  expect(await toReview()).toBe(0);
});

test("a call to the bank without an answer has its own age", async () => {
  const world = await createPayoutWorld({ available: 100_000 });
  const { id: sellerId } = await world.seller();
  await world.batch(item("a", sellerId));
  world.bank.onSubmit = async () => ({ outcome: "unknown", reason: "no answer" });
  world.bank.onLookUp = async () => ({ outcome: "unknown", reason: "no answer" });
  await world.run("payout");
  await world.clock.advance(2 * 3600_000);
  expect((await world.payments.work.backlog()).test).toMatchObject({
    attemptsUnknown: 1,
    oldestCardCallMs: 0,
    oldestBankCallMs: 2 * 3600_000,
  });
});

test("the webhook lag is the time since the longest waiting webhook was due", async () => {
  const world = await createWebhookWorld();
  await world.setEndpoint();
  await world.settle();
  const lag = async () => (await world.payments.work.backlog()).webhookLagMs;
  expect(await lag()).toBe(0);
  await world.clock.advance(90_000);
  expect(await lag()).toBe(90_000);
  await world.send();
  expect(await lag()).toBe(0);
});

test("work is overdue from its due time until it is done, each kind for itself", async () => {
  const world = await createWorld();
  await world.session();
  const lateOf = async (kind: string) => (await world.payments.work.overdue()).find((one) => one.kind === kind);
  const { expiresAt } = { expiresAt: world.clock.now() + 30 * 60_000 };
  const nothingDue = { kind: "session", upkeep: false, dueSince: null, lateMs: 0 };
  expect(await lateOf("session")).toEqual(nothingDue);
  await world.clock.advance(33 * 60_000);
  expect(await lateOf("session")).toEqual({ ...nothingDue, dueSince: expiresAt, lateMs: 180_000 });
  expect(await lateOf("operatorSession")).toMatchObject({ upkeep: true, dueSince: null });
  await world.payments.work.runDue();
  expect(await lateOf("session")).toEqual(nothingDue);
});

test("due work runs inside of `aroundWork`, which gets its kind and tenant, and whether it succeeded", async () => {
  const seen: unknown[] = [];
  const world = await createWorld({
    async aroundWork(due, run) {
      seen.push(due);
      const succeeded = await run();
      seen.push(succeeded);
      return succeeded;
    },
  });
  await world.session();
  await world.clock.advance(31 * 60_000);
  expect(await Promise.all(await world.payments.work.start("session", 1))).toEqual([true]);
  expect(seen).toEqual([{ kind: "session", tenant: "7:test" }, true]);
});
