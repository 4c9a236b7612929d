import { expect, test } from "vitest";

import { createPayoutWorld, item, type PayoutWorld } from "../../test/payout-world.ts";
import { codeOf, shop, valueOf } from "../../test/world.ts";
import type { BankPayout } from "./bank/payout-bank.ts";
import { payoutAttemptKey } from "./payout-attempt.ts";

async function history({ payments }: PayoutWorld, payoutId: string) {
  const { items, hasMore } = valueOf(await payments.payouts.timeline(shop, payoutId));
  expect(hasMore).toBe(false);
  return items;
}

const shown = (items: Awaited<ReturnType<typeof history>>) => items.map(({ at, event }) => `${at ?? "?"} ${event}`);

const detailsOf = (items: Awaited<ReturnType<typeof history>>, event: string) =>
  items.filter((each) => each.event === event).map(({ detail }) => detail);

/** Two payouts of a batch; answers the first one's id. */
async function reserved(world: PayoutWorld) {
  const [kim, lee] = [await world.seller(), await world.seller({ refSellerId: "lee-001" })];
  const { payouts } = valueOf(await world.batch(item("kim-1", kim.id, 10_000), item("lee-1", lee.id, 5_000)));
  const [first] = payouts.items;
  if (first === undefined) throw new Error("there is no payout");
  return first;
}

/** The bank's record of a payout from now on. */
function told({ bank, clock }: PayoutWorld, payoutId: string, change: Partial<BankPayout>) {
  const key = payoutAttemptKey(payoutId);
  const before = bank.payouts.get(key);
  if (before === undefined) throw new Error("the bank has no such payout");
  bank.payouts.set(key, { ...before, at: clock.now(), ...change });
}

test("a payout from its reservation to the day on which it comes back", async () => {
  const world = await createPayoutWorld();
  const { id, batchId, destination } = await reserved(world);
  await world.clock.advance(2_000);
  await world.run("payout");
  await world.clock.advance(30 * 60_000);
  told(world, id, { status: "PAID" });
  await world.run("bankAttempt");
  const paid = await history(world, id);
  expect(shown(paid)).toEqual([
    "2026-11-25T01:00:00.000Z requested",
    "2026-11-25T01:00:00.000Z ledger-entry",
    "2026-11-25T01:00:02.000Z submitted",
    "2026-11-25T01:00:02.000Z attempt-opened",
    "? looked-up",
    "2026-11-25T01:30:02.000Z attempt-ended",
    "2026-11-25T01:30:02.000Z paid",
    "2026-11-25T01:30:02.000Z ledger-entry",
  ]);
  const sellerId = destination.type === "SELLER" ? destination.sellerId : "";
  expect(detailsOf(paid, "requested")).toEqual([
    { refPayoutId: "kim-1", amount: 10_000, payoutDate: "2026-11-25", to: "SELLER", sellerId },
  ]);
  // One entry reserves the money of the whole batch.
  expect(detailsOf(paid, "ledger-entry")).toEqual([
    { available: -15_000, reserved: 15_000, batchId },
    { reserved: -10_000, bank: -10_000 },
  ]);
  expect(JSON.stringify(paid)).not.toContain("110-123-456789");

  await world.moveTo("2026-11-26T10:00:00");
  const { bank } = world;
  const payee = { type: "SELLER", externalSellerId: `ext-${sellerId}` } as const;
  bank.movements.push({
    key: payoutAttemptKey(id),
    payee: bank.submissions[0]?.payee ?? payee,
    payoutDate: "2026-11-25",
    amount: 10_000,
    kind: "RETURNED",
    at: Date.parse("2026-11-25T18:00:00+09:00"),
  });
  await world.run("payoutStatement");
  const back = await history(world, id);
  expect(shown(back).slice(-3)).toEqual([
    "2026-11-25T09:00:00.000Z returned",
    "? flagged",
    "2026-11-26T01:00:00.000Z ledger-entry",
  ]);
  valueOf(await world.payments.payouts.resolve(shop, id, { outcome: "not-done", note: "statement" }));
  expect(detailsOf(await history(world, id), "resolved")).toMatchObject([{ outcome: "not-done" }]);
  expect(detailsOf(await history(world, id), "flagged")).toEqual([]);
});

test("a payout that the bank refuses says why, by its code and not by its words", async () => {
  const world = await createPayoutWorld();
  world.bank.onSubmit = async () => ({
    outcome: "refused",
    code: "PAYOUT_ACCOUNT_UNUSABLE",
    provider: { code: "E17", message: "account closed" },
  });
  const { id } = await reserved(world);
  await world.run("payout");
  const items = await history(world, id);
  expect(shown(items).map((line) => line.split(" ")[1])).toEqual([
    "requested",
    "ledger-entry",
    "submitted",
    "attempt-opened",
    "attempt-ended",
    "failed",
    "ledger-entry",
  ]);
  expect(detailsOf(items, "attempt-ended")).toMatchObject([
    { outcome: "refused", providerCode: "E17", lastCheckedAt: null },
  ]);
  expect(JSON.stringify(items)).not.toContain("account closed");
  expect(detailsOf(items, "failed")).toEqual([{ lastError: "PAYOUT_ACCOUNT_UNUSABLE" }]);
});

test("a payout that waits, and one that the bank has accepted", async () => {
  const world = await createPayoutWorld();
  const { id } = await reserved(world);
  expect(shown(await history(world, id)).at(-1)).toContain("ledger-entry");
  await world.run("payout");
  expect(shown(await history(world, id)).at(-1)).toBe("2026-11-25T01:00:00.000Z accepted");
});

test("a payout that the bank canceled, and one whose answer makes no sense", async () => {
  const world = await createPayoutWorld();
  const canceled = await reserved(world);
  await world.run("payout");
  await world.clock.advance(60_000);
  told(world, canceled.id, { status: "CANCELED" });
  await world.run("bankAttempt");
  expect(shown(await history(world, canceled.id)).slice(-2)).toEqual([
    "2026-11-25T01:01:00.000Z canceled",
    "2026-11-25T01:01:00.000Z ledger-entry",
  ]);
  const { items } = valueOf(await world.payments.payouts.list(shop));
  const other = items.find(({ id }) => id !== canceled.id)?.id ?? "";
  told(world, other, { amount: 1 });
  await world.clock.advance(120_000);
  await world.run("bankAttempt");
  // The attempt is what is flagged: operators are notified once.
  expect(detailsOf(await history(world, other), "flagged")).toMatchObject([{ attempt: payoutAttemptKey(other) }]);
});

test.each(["", "payout_none", "order-20261120-0001", "payout_x/../y"])("%j is no payout", async (payoutId) => {
  const { payments } = await createPayoutWorld({ available: 0 });
  expect(codeOf(await payments.payouts.timeline(shop, payoutId))).toBe("NOT_FOUND_PAYOUT");
});

test("another merchant's payout is not found", async () => {
  const world = await createPayoutWorld();
  const { id } = await reserved(world);
  expect(codeOf(await world.payments.payouts.timeline({ ...shop, mode: "live" }, id))).toBe("NOT_FOUND_PAYOUT");
});
