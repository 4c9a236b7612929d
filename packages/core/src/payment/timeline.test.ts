import { expect, test } from "vitest";

import { chargeInput, createBillingWorld } from "../../test/billing-world.ts";
import { createWebhookWorld } from "../../test/webhook-world.ts";
import { cardEntry, createWorld, shop, valueOf, type World } from "../../test/world.ts";
import type { Timeline } from "../engine/timeline/timeline.ts";

async function timeline({ payments }: Pick<World, "payments">, intentKey: string): Promise<Timeline> {
  return valueOf(await payments.intents.timeline(shop, intentKey));
}

const named = ({ items }: Timeline) => items.map(({ event }) => event);

const detailsOf = ({ items }: Timeline, event: string) =>
  items.filter((one) => one.event === event).map(({ detail }) => detail);

test("a payment that is paid, canceled in part, settled, and canceled again", async () => {
  const world = await createWebhookWorld();
  valueOf(await world.payments.webhooks.set(shop, { url: world.url, events: ["payment.done", "payment.canceled"] }));
  const { intentKey } = await world.paid();
  await world.clock.advance(60_000);
  valueOf(await world.cancel(intentKey, 3_000));
  await world.clock.advance(Date.parse("2026-11-25T00:00:00+09:00") - world.clock.now());
  await world.payments.work.runDue(100);
  await world.payments.work.runDue(100);
  await world.clock.advance(60_000);
  valueOf(await world.cancel(intentKey, 1_000));
  const history = await timeline(world, intentKey);
  expect(history.items.map(({ at, event }) => [at, event])).toEqual([
    ["2026-11-20T01:00:00.000Z", "requested"],
    ["2026-11-20T01:00:00.000Z", "authenticated"],
    ["2026-11-20T01:00:00.000Z", "confirm-asked"],
    ["2026-11-20T01:00:00.000Z", "attempt-opened"],
    ["2026-11-20T01:00:00.000Z", "attempt-ended"],
    ["2026-11-20T01:00:00.000Z", "approved"],
    ["2026-11-20T01:00:00.000Z", "ledger-entry"],
    ["2026-11-20T01:00:00.000Z", "webhook"],
    ["2026-11-20T01:01:00.000Z", "cancellation-asked"],
    ["2026-11-20T01:01:00.000Z", "attempt-opened"],
    ["2026-11-20T01:01:00.000Z", "attempt-ended"],
    ["2026-11-20T01:01:00.000Z", "canceled"],
    ["2026-11-20T01:01:00.000Z", "ledger-entry"],
    ["2026-11-20T01:01:00.000Z", "webhook"],
    ["2026-11-24T15:00:00.000Z", "settlement-due"],
    ["2026-11-24T15:00:00.000Z", "settled"],
    ["2026-11-24T15:01:00.000Z", "cancellation-asked"],
    ["2026-11-24T15:01:00.000Z", "attempt-opened"],
    ["2026-11-24T15:01:00.000Z", "attempt-ended"],
    ["2026-11-24T15:01:00.000Z", "canceled"],
    ["2026-11-24T15:01:00.000Z", "ledger-entry"],
    ["2026-11-24T15:01:00.000Z", "webhook"],
    // The loss of the settled payment is still to come.
    ["2026-11-25T15:00:00.000Z", "settlement-due"],
  ]);
  expect(history.hasMore).toBe(false);
  expect(detailsOf(history, "ledger-entry")).toEqual([
    { receivable: 10_000, pending: 9_637, fee: 330, vat: 33 },
    { receivable: -3_000, pending: -2_891, fee: -99, vat: -10 },
    { receivable: -1_000, available: -964, fee: -33, vat: -3 },
  ]);
  expect(detailsOf(history, "settled")).toMatchObject([{ transactionAmount: 7_000, net: 6_746, earning: intentKey }]);
  expect(detailsOf(history, "settlement-due")).toMatchObject([
    { day: "2026-11-25", net: 6_746 },
    { day: "2026-11-26", net: -964, earning: `${intentKey}.2` },
  ]);
  expect(detailsOf(history, "canceled")).toEqual([
    { number: 1, amount: 3_000, taxFreeAmount: 0, late: false },
    { number: 2, amount: 1_000, taxFreeAmount: 0, late: false },
  ]);
  expect(detailsOf(history, "webhook")).toMatchObject([
    { event: "payment.done", status: "DELIVERED", tries: 1, lastAnswer: 200 },
    { event: "payment.canceled", status: "DELIVERED" },
    { event: "payment.canceled", status: "PENDING", tries: 0 },
  ]);
  expect(JSON.stringify(history)).not.toMatch(/tok|4000000000000009/);
});

test("a card that was refused first, and an approval that was", async () => {
  const world = await createWorld();
  const { token } = await world.session();
  const wrong = {
    number: "4000000000000009",
    expiryMonth: "01",
    expiryYear: "20",
    registNo: "900101",
    passwordFront2: "12",
  };
  expect(await world.payments.checkout.authenticate(token, wrong)).toMatchObject({ ok: false });
  await world.clock.advance(30_000);
  const paying = await world.authenticated({ orderId: "order-20261120-0002", card: "no-funds" });
  await world.payments.intents.confirm(shop, paying);
  const history = await timeline(world, paying.intentKey);
  expect(named(history)).toEqual([
    "requested",
    "authenticated",
    "confirm-asked",
    "attempt-opened",
    "attempt-ended",
    "aborted",
  ]);
  expect(history.items.slice(-2)).toMatchObject([
    { at: null, detail: { outcome: "refused", refusal: "REJECT_CARD_PAYMENT" } },
    { at: null, detail: { failure: "REJECT_CARD_PAYMENT" } },
  ]);
  const [first] = valueOf(await world.payments.intents.list(shop, { orderId: "order-20261120-0001" })).items;
  const open = await timeline(world, first?.intentKey ?? "");
  expect(open.items).toMatchObject([
    { event: "requested" },
    { event: "refused-try", at: "2026-11-20T01:00:00.000Z", detail: { refusals: 1 } },
  ]);
});

test("a lost answer is looked up without result, flagged, and found in the end", async () => {
  const world = await createWorld();
  const paying = await world.authenticated();
  world.gateway.faults.next("approve", "answer-lost");
  world.gateway.faults.schedule((call) => (call.operation === "lookUp" ? "refused-connection" : undefined));
  const answer = world.payments.intents.confirm(shop, paying);
  await world.clock.advance(31_000);
  await answer;
  await world.pass(11 * 60);
  const waiting = await timeline(world, paying.intentKey);
  expect(named(waiting).slice(-3)).toEqual(["attempt-opened", "looked-up", "flagged"]);
  const [looked] = detailsOf(waiting, "looked-up");
  expect(looked).toMatchObject({ kind: "approval", nextAt: expect.stringContaining("2026-11-20T01:") });
  expect(looked?.["answersWithoutOutcome"]).toBeGreaterThan(10);
  world.gateway.faults.schedule(() => undefined);
  await world.pass(61);
  expect(named(await timeline(world, paying.intentKey)).slice(-7)).toEqual([
    "attempt-opened",
    "looked-up",
    "flagged",
    "attempt-ended",
    "approved",
    "ledger-entry",
    "settlement-due",
  ]);
});

test("an approval that never arrived is undone, and the payment aborted", async () => {
  const world = await createWorld();
  const paying = await world.authenticated();
  world.gateway.faults.next("approve", "refused-connection");
  const answer = world.payments.intents.confirm(shop, paying);
  await world.clock.advance(31_000);
  await answer;
  await world.pass(5);
  const history = await timeline(world, paying.intentKey);
  expect(detailsOf(history, "attempt-opened")).toMatchObject([{ kind: "approval" }, { kind: "reversal" }]);
  expect(detailsOf(history, "attempt-ended")).toMatchObject([{ kind: "approval" }, { kind: "reversal" }]);
  expect(named(history).at(-1)).toBe("aborted");
});

test("an unpaid payment says why it is over, with the time if a record has one", async () => {
  const world = await createWorld();
  const order = (n: number) => `order-20261120-000${n}`;
  const over = async (intentKey: string) => {
    const { items } = await timeline(world, intentKey);
    const last = items.at(-1);
    return [last?.event, last?.at, last?.detail];
  };
  const link = await world.session({ orderId: order(1) });
  const superseded = valueOf(await world.payments.intents.list(shop, { orderId: order(1) })).items[0]?.intentKey ?? "";
  await world.session({ orderId: order(1) });
  expect(await over(superseded)).toEqual(["expired", null, { reason: "superseded" }]);

  const givenUp = await world.authenticatedLink({ orderId: order(2) });
  valueOf(await world.payments.checkout.giveUp(givenUp.token));
  expect(await over(givenUp.intentKey)).toEqual(["expired", null, { reason: "given-up" }]);

  const late = await world.authenticated({ orderId: order(3) });
  await world.pass(10 * 60);
  const tenMinutesLater = "2026-11-20T01:10:00.000Z";
  expect(await over(late.intentKey)).toEqual(["expired", tenMinutesLater, { reason: "not-confirmed" }]);

  await world.session({ orderId: order(4) });
  const unpaid = valueOf(await world.payments.intents.list(shop, { orderId: order(4) })).items[0]?.intentKey ?? "";
  valueOf(await world.cancel(unpaid));
  expect(await over(unpaid)).toEqual(["canceled", tenMinutesLater, { amount: 10_000, unpaid: true }]);
  expect(link.token).not.toBe("");
});

test("a charge of two cards is refunded card by card", async () => {
  const world = await createBillingWorld();
  const keys = [await world.billkey("kb"), await world.billkey("shinhan")];
  const { intentKey } = valueOf(await world.charge(chargeInput(keys)));
  await world.clock.advance(1_000);
  valueOf(await world.cancel(intentKey));
  const history = await timeline(world, intentKey);
  expect(named(history)).toEqual([
    "requested",
    "confirm-asked",
    "attempt-opened",
    "attempt-ended",
    "attempt-opened",
    "attempt-ended",
    "approved",
    "ledger-entry",
    "cancellation-asked",
    "attempt-opened",
    "attempt-ended",
    "canceled",
    "attempt-opened",
    "attempt-ended",
    "canceled",
    "ledger-entry",
    "ledger-entry",
  ]);
  expect(detailsOf(history, "cancellation-asked")).toMatchObject([{ methods: 2 }]);
  expect(JSON.stringify(history)).not.toContain("billkey_");
});

test.each(["", "short", "x".repeat(21), "../../../../etc/pass!"])("%j is no payment", async (intentKey) => {
  const { payments } = await createWorld();
  expect(await payments.intents.timeline(shop, intentKey)).toEqual({ ok: false, error: { code: "NOT_FOUND_PAYMENT" } });
});

test("another merchant's payment is not found", async () => {
  const world = await createWorld();
  const { intentKey } = await world.paid();
  expect(await world.payments.intents.timeline({ ...shop, mode: "live" }, intentKey)).toMatchObject({ ok: false });
});

test("a payment with very many cancellations is read in part, and reports `hasMore`", async () => {
  const sizes: number[] = [];
  let entries = 0;
  const world = await createWorld({
    store: (store) => ({
      ...store,
      read: (tenant, request) => (sizes.push(request.keys.length), store.read(tenant, request)),
      entries: (...asked) => ((entries += 1), store.entries(...asked)),
    }),
  });
  const { intentKey } = await world.paid();
  for (let number = 1; number <= 100; number += 1) valueOf(await world.cancel(intentKey, 1));
  const whole = await timeline(world, intentKey);
  expect([whole.hasMore, detailsOf(whole, "canceled").length, entries]).toEqual([false, 100, 1]);
  expect(detailsOf(whole, "ledger-entry")).toHaveLength(101);
  for (let number = 1; number <= 5; number += 1) valueOf(await world.cancel(intentKey, 1));
  sizes.length = 0;
  const part = await timeline(world, intentKey);
  expect([part.hasMore, detailsOf(part, "canceled").length, entries]).toEqual([true, 100, 1]);
  expect(detailsOf(part, "ledger-entry")).toEqual([]);
  expect(Math.max(...sizes)).toBeLessThan(300);
  expect(sizes.length).toBeLessThan(5);
});

test("a link whose cards were all refused is over because of them, when its webhook says", async () => {
  const world = await createWebhookWorld();
  const events = ["payment.expired", "payment.aborted"] as const;
  valueOf(await world.payments.webhooks.set(shop, { url: world.url, events: [...events] }));
  const { token } = await world.session();
  const expired = { ...cardEntry("kb"), expiryYear: "20" };
  for (let tries = 0; tries < 5; tries += 1) {
    await world.clock.advance(1_000);
    await world.payments.checkout.authenticate(token, expired);
  }
  const [payment] = valueOf(await world.payments.intents.list(shop)).items;
  const { items } = await timeline(world, payment?.intentKey ?? "");
  expect(items.map(({ at, event, detail }) => [at, event, detail["reason"] ?? detail["refusals"]])).toEqual([
    ["2026-11-20T01:00:00.000Z", "requested", undefined],
    ["2026-11-20T01:00:05.000Z", "refused-try", 5],
    ["2026-11-20T01:00:05.000Z", "expired", "cards-refused"],
    ["2026-11-20T01:00:05.000Z", "webhook", undefined],
  ]);

  const refused = await world.authenticated({ orderId: "order-20261120-0002", card: "no-funds" });
  await world.payments.intents.confirm(shop, refused);
  const aborted = (await timeline(world, refused.intentKey)).items.find(({ event }) => event === "aborted");
  expect(aborted?.at).toBe("2026-11-20T01:00:05.000Z");
});
