import { expect, test } from "vitest";

import { createBillingWorld } from "../../../test/billing-world.ts";
import { createPayoutWorld, item } from "../../../test/payout-world.ts";
import { cardEntry, createWorld, sessionInput, shop, valueOf } from "../../../test/world.ts";
import type { BankPayout } from "../../index.ts";

const other = { mId: 9, mode: "test" } as const;

/** A service whose gateway has stopped answering while a cancellation was under way. */
async function canceling() {
  const world = await createWorld();
  const { intentKey, orderId } = await world.paid();
  world.gateway.faults.schedule(({ operation }) => (operation === "approve" ? undefined : "refused-connection"));
  await world.cancel(intentKey, 3_000);
  const waiting = async (limit?: number) => valueOf(await world.payments.platform.waiting(limit ? { limit } : {}));
  return { ...world, intentKey, orderId, waiting };
}

test("a call without an outcome waits, with its payment, until evidence ends it", async () => {
  const { payments, intentKey, orderId, waiting, clock, pass } = await canceling();
  const since = clock.now();
  const key = `cancellation-${intentKey}-1`;
  const { items, hasMore } = await waiting();
  expect([hasMore, items]).toEqual([
    false,
    [
      {
        ...shop,
        what: "attempt",
        id: key,
        kind: "cancellation",
        about: intentKey,
        since,
        flagged: false,
        orderId,
        amount: 3_000,
        maskedNumber: expect.stringContaining("*"),
        provider: null,
        unknownReason: expect.any(String),
      },
    ],
  ]);
  await pass(700);
  expect((await waiting()).items).toMatchObject([{ id: key, flagged: true }]);
  valueOf(await payments.attempts.resolve(shop, key, { outcome: "not-done", note: "the gateway's list" }));
  expect((await waiting()).items).toEqual([]);
});

test("matters of all merchants are listed, the oldest first, and no more than are asked for", async () => {
  const { payments, waiting, clock, gateway, intentKey } = await canceling();
  valueOf(await payments.merchants.register({ ...other, name: "Other shop", feeRate: "3.3" }));
  await clock.advance(1_000);
  gateway.faults.schedule(() => undefined);
  const { token } = valueOf(await payments.sessions.create(other, sessionInput));
  const { redirectUrl } = valueOf(await payments.checkout.authenticate(token, cardEntry("kb")));
  const others = new URL(redirectUrl).searchParams.get("intentKey") ?? "";
  gateway.faults.schedule(() => "refused-connection");
  await payments.intents.confirm(other, { intentKey: others, orderId: sessionInput.orderId, amount: 10_000 });
  const { items } = await waiting();
  expect(items.map(({ mId, about }) => [mId, about])).toEqual([
    [7, intentKey],
    [9, others],
  ]);
  expect(await waiting(1)).toMatchObject({ hasMore: true, items: [{ mId: 7 }] });
});

test("as there may be more behind a thousand open calls, the list is not marked as complete", async () => {
  const { memory, intentKey, waiting } = await canceling();
  const id = `cancellation-${intentKey}-1`;
  const { records } = await memory.read("7:test", { keys: [{ kind: "attempt", id }] });
  const writes = Array.from({ length: 999 }, (_, n) => {
    const key = `cancellation-ended-${n}`;
    return {
      key: { kind: "attempt", id: key },
      body: { ...records[0]?.body, key, status: "DONE" },
      dueAt: n,
      place: null,
    };
  });
  const expected = writes.map(({ key }) => ({ key, version: "absent" as const }));
  const nothing = { postings: [], floors: [], tallies: [], reference: "" };
  await memory.commit({
    id: "ended",
    tenant: "7:test",
    at: 1,
    expect: expected.slice(1),
    writes: writes.slice(1),
    ...nothing,
  });
  expect(await waiting()).toMatchObject({ hasMore: false, items: [{ id }] });
  await memory.commit({
    id: "one",
    tenant: "7:test",
    at: 1,
    expect: expected.slice(0, 1),
    writes: writes.slice(0, 1),
    ...nothing,
  });
  expect(await waiting()).toMatchObject({ hasMore: true, items: [{ id }] });
});

test.each([0, 1_001, 1.5])("a limit of %d is refused", async (limit) => {
  const { payments } = await createWorld();
  expect(await payments.platform.waiting({ limit })).toMatchObject({
    error: { code: "INVALID_REQUEST", details: [{ field: "limit" }] },
  });
});

test("a stored card whose release stays open needs no operator until it is flagged", async () => {
  const world = await createBillingWorld();
  const billkey = await world.billkey();
  world.gateway.faults.schedule(() => "refused-connection");
  valueOf(await world.payments.billing.remove(shop, billkey));
  await world.pass(31);
  const { payments } = world;
  const found = async () => {
    const { unknownOutcomes, flaggedAttempts } = await payments.overview.attention(shop);
    return [valueOf(await payments.platform.waiting()).items, unknownOutcomes.items, flaggedAttempts.items];
  };
  const key = `release-${billkey}`;
  const { records } = await world.memory.read("7:test", { keys: [{ kind: "attempt", id: key }] });
  expect([records[0]?.body, await found()]).toMatchObject([{ status: "UNKNOWN", flagged: false }, [[], [], []]]);
  await world.pass(3600);
  expect(await found()).toMatchObject([[{ id: key, kind: "token-release", amount: null }], [], [{ id: key }]]);
});

test("a payout whose submission got no answer waits until its bank has accepted it", async () => {
  const world = await createPayoutWorld({ available: 100_000 });
  const { id: sellerId } = await world.seller();
  const id = valueOf(await world.batch(item("a", sellerId))).payouts.items[0]?.id ?? "";
  world.bank.onSubmit = async () => ({ outcome: "unknown", reason: "no answer" });
  await world.run("payout");
  const waiting = async () => valueOf(await world.payments.platform.waiting()).items;
  const unanswered = { what: "payout", id, kind: "payout", about: id, flagged: false, amount: 10_000 };
  expect(await waiting()).toMatchObject([unanswered]);
  const value: BankPayout = {
    key: `payout.${id}`,
    amount: 10_000,
    status: "ACCEPTED",
    at: world.clock.now(),
    reason: null,
  };
  world.bank.onLookUp = async () => ({ outcome: "done", value });
  await world.clock.advance(3600_000);
  await world.run("bankAttempt");
  expect([await waiting(), (await world.payout(id)).status]).toEqual([[], "REQUESTED"]);
});

test("an accepted payout needs no operator; one to review does, before its end and after it", async () => {
  const world = await createPayoutWorld({ available: 100_000 });
  const { id: sellerId } = await world.seller();
  const id = valueOf(await world.batch(item("a", sellerId))).payouts.items[0]?.id ?? "";
  const waiting = async () => valueOf(await world.payments.platform.waiting()).items;
  const says = (status: BankPayout["status"], amount = 10_000) => {
    const value: BankPayout = { key: `payout.${id}`, amount, status, at: world.clock.now(), reason: null };
    world.bank.onLookUp = async () => ({ outcome: "done", value });
  };
  const lookUp = async () => {
    await world.clock.advance(3600_000);
    await world.run("bankAttempt");
  };
  await world.run("payout");
  expect(await waiting()).toEqual([]);
  says("PAID", 9_999);
  await lookUp();
  const matter = { mId: shop.mId, what: "payout", id, kind: "payout", about: id, flagged: true, amount: 10_000 };
  expect(await waiting()).toMatchObject([matter]);
  says("PAID");
  await lookUp();
  expect([await waiting(), (await world.payout(id)).status]).toEqual([[], "COMPLETED"]);

  const { externalSellerId } = valueOf(await world.payments.sellers.lookUp(shop, sellerId));
  const payee = { type: "SELLER", externalSellerId: externalSellerId ?? "" } as const;
  const movement = { payee, payoutDate: "2026-11-25", key: `payout.${id}`, amount: 10_000, at: world.clock.now() };
  world.bank.movements.push({ ...movement, kind: "PAID" }, { ...movement, kind: "RETURNED" });
  await world.clock.advance(26 * 3600_000);
  await world.run("payoutStatement");
  expect(await waiting()).toMatchObject([matter]);
  valueOf(await world.payments.payouts.resolve(shop, id, { outcome: "not-done", note: "the bank's statement" }));
  expect(await waiting()).toEqual([]);
});

test("a payout to review keeps its bank's words, whatever waits of another merchant", async () => {
  const world = await createPayoutWorld({ available: 100_000 });
  const { id: sellerId } = await world.seller();
  const id = valueOf(await world.batch(item("a", sellerId))).payouts.items[0]?.id ?? "";
  const provider = { code: "B9", message: "closed" };
  world.bank.onSubmit = async () => ({ outcome: "unknown", reason: "later", provider });
  await world.run("payout");
  const back: BankPayout = {
    key: `payout.${id}`,
    amount: 10_000,
    status: "RETURNED",
    at: world.clock.now(),
    reason: null,
  };
  world.bank.onLookUp = async () => ({ outcome: "done", value: back });
  await world.clock.advance(3600_000);
  await world.run("bankAttempt");
  const { merchants, sessions, checkout, intents, platform } = world.payments;
  valueOf(await merchants.register({ ...other, name: "Other shop", feeRate: "3.3" }));
  await world.clock.advance(1_000);
  const { token } = valueOf(await sessions.create(other, sessionInput));
  const { redirectUrl } = valueOf(await checkout.authenticate(token, cardEntry("kb")));
  const intentKey = new URL(redirectUrl).searchParams.get("intentKey") ?? "";
  world.gateway.faults.schedule(() => "refused-connection");
  await intents.confirm(other, { intentKey, orderId: sessionInput.orderId, amount: 10_000 });
  expect(valueOf(await platform.waiting()).items).toMatchObject([
    { mId: 7, what: "payout", id, provider },
    { mId: 9, what: "attempt", about: intentKey, provider: null },
  ]);
});
