import { expect, test } from "vitest";

import { chargeInput, createBillingWorld, issueInput } from "../../../test/billing-world.ts";
import { watchNotifications, fakeSender } from "../../../test/webhook-world.ts";
import { cardEntry, createWorld, shop, valueOf, type World } from "../../../test/world.ts";
import { merchantRecord } from "../../merchant/merchant.ts";
import { readWebhookEvent } from "../../oversight/webhook/events.ts";

const minute = 60_000;
const webhook = { contracts: { webhook: true } };

async function createToldWorld(options: Parameters<typeof createWorld>[0] = {}) {
  const watch = watchNotifications();
  const world = await createWorld({ ...options, merchant: { ...webhook, ...options.merchant }, store: watch.store });
  await watch.subscribe(world.payments);
  return { ...world, ...watch };
}

const later = async ({ clock, payments }: World, minutes: number) => {
  await clock.advance(minutes * minute);
  await payments.work.runDue(100);
};

async function chargeTwo({ payments: { billing } }: World, second: string) {
  const keys = [await billing.issue(shop, issueInput("kb")), await billing.issue(shop, issueInput(second))];
  return billing.charge(shop, chargeInput(keys.map((key) => valueOf(key).billkey)));
}

/** Everything that changes a payment's status, with its webhooks. */
const changes: readonly (readonly [name: string, run: (world: World) => Promise<unknown>, told: readonly string[]])[] =
  [
    ["a session, and an authentication", (world) => world.authenticated(), []],
    ["a confirm", (world) => world.paid(), ["1 payment.done DONE"]],
    [
      "a confirm that is repeated",
      async (world) => {
        const { intentKey, orderId, totalAmount: amount } = await world.paid();
        await world.payments.intents.confirm(shop, { intentKey, orderId, amount });
      },
      ["1 payment.done DONE"],
    ],
    [
      "a refused confirm",
      async (world) => world.payments.intents.confirm(shop, await world.authenticated({ card: "no-funds" })),
      ["1 payment.aborted ABORTED"],
    ],
    [
      "an approval that is found out later",
      async (world) => {
        await world.payments.intents.confirm(shop, await world.authenticated({ card: "answer-lost" }));
        await world.pass(120);
      },
      ["1 payment.done DONE"],
    ],
    [
      "an approval that is reversed",
      async (world) => {
        await world.payments.intents.confirm(shop, await world.authenticated({ card: "never-arrives" }));
        await world.pass(120);
      },
      ["1 payment.aborted ABORTED"],
    ],
    ["a charge", (world) => chargeTwo(world, "shinhan"), ["1 payment.done DONE"]],
    ["a charge that is undone", (world) => chargeTwo(world, "no-funds"), ["1 payment.aborted ABORTED"]],
    [
      "a link that is never opened",
      async (world) => {
        await world.session();
        await later(world, 30);
      },
      ["1 payment.expired EXPIRED"],
    ],
    [
      "a late confirm",
      async (world) => {
        const payment = await world.authenticated();
        await world.clock.advance(10 * minute);
        await world.payments.intents.confirm(shop, payment);
        await later(world, 10);
      },
      ["1 payment.expired EXPIRED"],
    ],
    [
      "a payment that is never confirmed",
      async (world) => {
        await world.authenticated();
        await later(world, 10);
        await later(world, 60);
      },
      ["1 payment.expired EXPIRED"],
    ],
    [
      "a buyer who gives up",
      async (world) => {
        const { token } = await world.authenticatedLink();
        await world.payments.checkout.giveUp(token);
      },
      ["1 payment.expired EXPIRED"],
    ],
    [
      "refused cards, until no try is left",
      async (world) => {
        const { token } = await world.session();
        for (let n = 0; n < 5; n += 1) await world.payments.checkout.authenticate(token, cardEntry("not-usable"));
      },
      ["1 payment.expired EXPIRED"],
    ],
    [
      "a newer session of the order",
      async (world) => {
        await world.session();
        await world.session();
      },
      ["1 payment.expired EXPIRED"],
    ],
    [
      "a charge to stored cards in place of a session",
      async (world) => {
        await world.session({ orderId: "subscription-2026-11" });
        await chargeTwo(world, "shinhan");
      },
      ["1 payment.expired EXPIRED", "1 payment.done DONE"],
    ],
    [
      "a cancellation before the confirm",
      async (world) => world.cancel((await world.authenticated()).intentKey),
      ["1 payment.canceled CANCELED"],
    ],
    [
      "cancellations, in part and of the rest",
      async (world) => {
        const { intentKey } = await world.paid();
        for (const amount of [1_000, 2_000, 8_000, undefined]) await world.cancel(intentKey, amount);
      },
      [
        "1 payment.done DONE",
        "2 payment.canceled PARTIAL_CANCELED",
        "3 payment.canceled PARTIAL_CANCELED",
        "4 payment.canceled CANCELED",
      ],
    ],
    [
      "a cancellation of two cards",
      async (world) => world.cancel(valueOf(await chargeTwo(world, "shinhan")).intentKey),
      ["1 payment.done DONE", "2 payment.canceled PARTIAL_CANCELED", "3 payment.canceled CANCELED"],
    ],
    [
      "a cancellation that is found out later",
      async (world) => {
        await world.cancel((await world.paid({ card: "refund-answer-lost" })).intentKey);
        await world.pass(120);
      },
      ["1 payment.done DONE", "2 payment.canceled CANCELED"],
    ],
    [
      "a cancellation that is refused",
      async (world) => world.cancel((await world.paid({ card: "no-refund" })).intentKey),
      ["1 payment.done DONE"],
    ],
  ];

test.each(changes)("the commit of %s creates its webhooks", async (_name, run, expected) => {
  const world = await createToldWorld();
  await run(world);
  expect(world.events()).toEqual(expected);
});

test.each(changes)(
  "%s creates no webhook for a merchant without a subscription, or without the contract",
  async (_, run) => {
    for (const { contract, events } of [
      { contract: true, events: [] },
      { contract: true, events: ["settlement.completed", "payout.failed"] as const },
      { contract: false, events: undefined },
    ]) {
      const watch = watchNotifications();
      const world = await createWorld({ merchant: { contracts: { webhook: contract } }, store: watch.store });
      await watch.subscribe(world.payments, events);
      await run(world);
      expect([watch.told, valueOf(await world.payments.webhooks.deliveries(shop)).items]).toEqual([[], []]);
    }
  },
);

test("a merchant receives the events that it subscribes to, numbered in this order", async () => {
  const watch = watchNotifications();
  const world = await createWorld({ merchant: webhook, store: watch.store });
  await watch.subscribe(world.payments, ["payment.canceled"]);
  const { intentKey } = await world.paid();
  await world.cancel(intentKey, 1_000);
  await world.payments.webhooks.set(shop, { events: [] });
  await world.cancel(intentKey, 1_000);
  await world.payments.webhooks.set(shop, { events: ["payment.canceled"] });
  await world.cancel(intentKey);
  expect(watch.events()).toEqual(["1 payment.canceled PARTIAL_CANCELED", "2 payment.canceled CANCELED"]);
});

test("the body is the payment as it was looked up then, and stays so, also where it has changed since", async () => {
  const sender = fakeSender();
  const world = await createToldWorld({ webhookSender: sender });
  const lookUp = async (intentKey: string) => valueOf(await world.payments.intents.lookUp(shop, { intentKey }));
  const paid = await world.paid();
  const { intentKey } = paid;
  const then = [await lookUp(intentKey)];
  expect(then).toEqual([paid]);
  for (const amount of [1_000, undefined]) {
    await world.cancel(intentKey, amount);
    then.push(await lookUp(intentKey));
  }
  await world.payments.work.runDue(100);
  const sent = sender.sent.toSorted((one, other) => one.id.localeCompare(other.id));
  expect(sent.map(({ id }) => id)).toEqual([
    `msg_payment-canceled_2_${intentKey}`,
    `msg_payment-canceled_3_${intentKey}`,
    `msg_payment-done_1_${intentKey}`,
  ]);
  const received = sent.map(({ id, body }) => readWebhookEvent(id, JSON.parse(body)));
  expect(received).toEqual([
    { event: "payment.canceled", sequence: 2, payment: then[1] },
    { event: "payment.canceled", sequence: 3, payment: then[2] },
    { event: "payment.done", sequence: 1, payment: then[0] },
  ]);
  const first = `msg_payment-done_1_${intentKey}`;
  const before = sender.sent.find(({ id }) => id === first)?.body;
  expect(valueOf(await world.payments.webhooks.resend(shop, first))).toMatchObject({ sequence: 1, about: intentKey });
  await world.payments.work.runDue(100);
  expect(sender.sent.at(-1)).toMatchObject({ id: first, event: "payment.done", body: before });
});

test("the webhook of a cancellation after the settlement contains the settlement", async () => {
  const world = await createToldWorld();
  const { intentKey } = await world.paid();
  await world.clock.advance(Date.parse("2026-11-25T00:00:00+09:00") - world.clock.now());
  await Promise.all(await world.payments.work.start("settlementSchedule", 10));
  const canceled = valueOf(await world.cancel(intentKey));
  expect(world.told.at(-1)?.body).toEqual(canceled);
  expect(canceled.settlementId).toMatch(/^stl\./);
});

test("a subscription that changes between a confirm's two commits holds for the outcome", async () => {
  for (const subscribes of [true, false]) {
    const watch = watchNotifications();
    let inBetween: (() => Promise<unknown>) | undefined;
    const world = await createWorld({
      merchant: webhook,
      store: (memory) => {
        const store = watch.store(memory);
        return {
          ...store,
          async commit(changeSet) {
            if (inBetween !== undefined && changeSet.postings.length > 0) {
              const change = inBetween;
              inBetween = undefined;
              await change();
            }
            return store.commit(changeSet);
          },
        };
      },
    });
    await watch.subscribe(world.payments, subscribes ? [] : ["payment.done"]);
    const confirmation = await world.authenticated();
    inBetween = () => watch.subscribe(world.payments, subscribes ? ["payment.done"] : []);
    valueOf(await world.payments.intents.confirm(shop, confirmation));
    expect(watch.events()).toEqual(subscribes ? ["1 payment.done DONE"] : []);
  }
});

test("a merchant of an earlier version subscribes to nothing", async () => {
  const { memory } = await createWorld({ merchant: webhook });
  const { records } = await memory.read("7:test", { keys: [{ kind: "merchant", id: "self" }] });
  const { webhookEvents: _, ...released } = records[0]?.body ?? {};
  expect(merchantRecord.schema.parse(released).webhookEvents).toEqual([]);
});

test("events of two cards are sent once each, also if their outcomes race", async () => {
  const watch = watchNotifications();
  const world = await createBillingWorld({ merchant: webhook, store: watch.store });
  await watch.subscribe(world.payments);
  const keys = [await world.billkey("kb"), await world.billkey("shinhan")];
  const { intentKey } = valueOf(await world.charge(chargeInput(keys)));
  const other = await createWorld({ sharing: world, merchant: webhook, store: watch.store });
  const input = { cancelReason: "x" };
  await Promise.all([
    world.payments.intents.cancel(shop, { intentKey }, input),
    other.payments.intents.cancel(shop, { intentKey }, input),
    world.pass(60),
  ]);
  expect(watch.events()).toEqual([
    "1 payment.done DONE",
    "2 payment.canceled PARTIAL_CANCELED",
    "3 payment.canceled CANCELED",
  ]);
});
