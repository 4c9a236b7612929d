import { describe, expect, test } from "vitest";

import { chargeInput, issueInput } from "../../test/billing-world.ts";
import { createPayoutWorld, item, sellerInput } from "../../test/payout-world.ts";
import { cardEntry, codeOf, sessionInput, shop, valueOf } from "../../test/world.ts";
import { checkoutViewSchema, type Result } from "../index.ts";

const minute = 60_000;
const first = "order-20261125-0001";
const other = { ...sessionInput, orderId: "order-20261125-0002" };
const refusal = {
  code: "FORBIDDEN_REQUEST",
  details: [
    {
      field: "merchant",
      code: "FORBIDDEN_REQUEST",
      problem: "is suspended, and takes no payments and pays nothing out meanwhile",
    },
  ],
};

/** A merchant with an authenticated payment, a stored card and a seller. */
async function busyWorld(options: Parameters<typeof createPayoutWorld>[0] = {}) {
  const world = await createPayoutWorld(options);
  const { payments } = world;
  const seller = await world.seller();
  const { billkey } = valueOf(await payments.billing.issue(shop, issueInput()));
  const open = await world.session({ orderId: "order-20261125-0003" });
  const { token, ...payment } = await world.authenticatedLink({ orderId: first });
  const suspend = async (reason?: string) => valueOf(await payments.merchants.suspend(shop, { reason })).suspended;
  return { ...world, seller, billkey, open, payment, token, suspend };
}

type BusyWorld = Awaited<ReturnType<typeof busyWorld>>;

describe("while a merchant is suspended", () => {
  test.each<readonly [what: string, ask: (world: BusyWorld) => Promise<Result<unknown>>]>([
    ["a new session", ({ payments }) => payments.sessions.create(shop, other)],
    [
      "a checkout that a page opens",
      ({ payments }) => payments.checkout.open(shop, other, { origin: "https://shop.example" }),
    ],
    ["a card at an open link", ({ payments, open }) => payments.checkout.authenticate(open.token, cardEntry("kb"))],
    ["a confirm", ({ payments, payment }) => payments.intents.confirm(shop, payment)],
    ["a charge", ({ payments, billkey }) => payments.billing.charge(shop, chargeInput([billkey]))],
    ["a card to store", ({ payments }) => payments.billing.issue(shop, issueInput("shinhan"))],
    ["payouts", ({ batch, seller }) => batch(item("a", seller.id))],
  ])("%s is refused, and taken again afterwards", async (_what, ask) => {
    const world = await busyWorld();
    const { payments } = world;
    await world.suspend();
    const before = [world.gateway.records(), world.gateway.tokens("7:test"), await world.balances()];
    expect(await ask(world)).toEqual({ ok: false, error: refusal });
    expect([world.gateway.records(), world.gateway.tokens("7:test"), await world.balances()]).toEqual(before);
    expect(valueOf(await payments.merchants.resume(shop))).toEqual({ suspended: null });
    expect(codeOf(await ask(world))).toBe("ok");
  });

  test.each<readonly [what: string, ask: (world: BusyWorld) => Promise<Result<unknown>>]>([
    ["a payment's look-up", ({ payments, payment: { intentKey } }) => payments.intents.lookUp(shop, { intentKey })],
    ["the cancellation of an authenticated payment", ({ cancel, payment }) => cancel(payment.intentKey)],
    ["giving up", ({ payments, token }) => payments.checkout.giveUp(token)],
    ["deleting a stored card", ({ payments, billkey }) => payments.billing.remove(shop, billkey)],
    ["deleting a seller", ({ payments, seller }) => payments.sellers.remove(shop, seller.id)],
    ["a new seller", ({ payments }) => payments.sellers.create(shop, { ...sellerInput, refSellerId: "lee-001" })],
    ["the list of payouts", ({ payments }) => payments.payouts.list(shop)],
    ["a webhook's address", ({ payments }) => payments.webhooks.set(shop, { url: "https://shop.example/hook" })],
  ])("%s stays possible", async (_what, ask) => {
    const world = await busyWorld();
    await world.suspend();
    expect(codeOf(await ask(world))).toBe("ok");
  });

  test("a paid payment is refunded, and settled for the rest", async () => {
    const world = await busyWorld();
    const { payments, payment } = world;
    valueOf(await payments.intents.confirm(shop, payment));
    await world.suspend();
    expect(valueOf(await world.cancel(payment.intentKey, 4_000)).status).toBe("PARTIAL_CANCELED");
    await world.moveTo("2026-11-30T10:00:00");
    await world.run("settlementSchedule");
    expect(valueOf(await payments.settlements.lookUpOrder(shop, first))).toMatchObject({
      status: "SETTLED",
      settlementAmount: 6_000,
    });
  });

  test("repeats of what was done before get their answers", async () => {
    const world = await busyWorld();
    const { payments, payment, batch, seller, billkey } = world;
    const key = { idempotencyKey: "session-2" };
    const session = valueOf(await payments.sessions.create(shop, other, key));
    const paid = valueOf(await payments.intents.confirm(shop, payment));
    const charged = valueOf(await payments.billing.charge(shop, chargeInput([billkey])));
    const { payouts } = valueOf(await batch(item("a", seller.id)));
    await world.suspend();
    expect(valueOf(await payments.sessions.create(shop, other, key))).toEqual(session);
    expect(valueOf(await payments.intents.confirm(shop, payment))).toEqual(paid);
    expect(valueOf(await payments.billing.charge(shop, chargeInput([billkey])))).toEqual(charged);
    expect(valueOf(await batch(item("a", seller.id)))).toMatchObject({ isNew: false, payouts });
  });

  test("a payout that was reserved before is sent", async () => {
    const world = await busyWorld();
    const { id = "" } = valueOf(await world.batch(item("a", world.seller.id))).payouts.items[0] ?? {};
    await world.suspend();
    await world.run("payout");
    expect((await world.payout(id)).status).toBe("REQUESTED");
  });

  test("an authenticated payment expires uncharged", async () => {
    const world = await busyWorld();
    const { payment, payments, clock, gateway } = world;
    await world.suspend();
    const before = gateway.records();
    expect(codeOf(await payments.intents.confirm(shop, payment))).toBe("FORBIDDEN_REQUEST");
    await clock.advance(11 * minute);
    await payments.work.runDue(100);
    expect(await world.status(payment.intentKey)).toBe("EXPIRED");
    expect(gateway.records()).toEqual(before);
    await payments.merchants.resume(shop);
    expect(codeOf(await payments.intents.confirm(shop, payment))).toBe("EXPIRED_PAYMENT_SESSION");
  });

  test("a confirm that is under way at the gateway is concluded", async () => {
    const world = await busyWorld();
    const { gateway, payments, payment } = world;
    const { approve } = gateway;
    let suspended: Promise<unknown> = Promise.resolve();
    gateway.approve = async (request) => {
      suspended = world.suspend();
      await suspended;
      return approve(request);
    };
    expect(valueOf(await payments.intents.confirm(shop, payment))).toMatchObject({ status: "DONE" });
    expect(valueOf(await payments.intents.confirm(shop, payment))).toMatchObject({ status: "DONE" });
  });

  test("its open link says so, leads back to the shop, and works again afterwards", async () => {
    const world = await busyWorld();
    const { payments, open } = world;
    const read = async () => valueOf(await payments.checkout.read(open.token));
    expect(await read()).not.toHaveProperty("suspended");
    await world.suspend();
    const view = await read();
    expect(checkoutViewSchema.parse(view)).toEqual(view);
    expect(view).toMatchObject({ status: "OPEN", suspended: true, triesLeft: 5 });
    expect(new URL(view.redirectUrl ?? "").searchParams.get("code")).toBe("PAY_PROCESS_ABORTED");
    expect(valueOf(await payments.checkout.read(world.token))).toMatchObject({ status: "AUTHENTICATED" });
    await payments.merchants.resume(shop);
    expect(await read()).not.toHaveProperty("redirectUrl");
  });
});

test("a suspension keeps when it began, and its newest reason", async () => {
  const world = await busyWorld();
  const { payments, clock, suspend } = world;
  const since = clock.now();
  expect(await suspend()).toEqual({ since, reason: null });
  await clock.advance(minute);
  expect(await suspend("complaints")).toEqual({ since, reason: "complaints" });
  expect(await suspend()).toEqual({ since, reason: "complaints" });
  expect(valueOf(await payments.merchants.get(shop)).suspended).toEqual({ since, reason: "complaints" });
  expect(valueOf(await payments.merchants.list()).items).toMatchObject([{ ...shop, suspended: true }]);
  expect(valueOf(await payments.merchants.resume(shop)).suspended).toBeNull();
  expect(valueOf(await payments.merchants.resume(shop)).suspended).toBeNull();
  expect(valueOf(await payments.merchants.list()).items).toMatchObject([{ suspended: false }]);
  expect(await suspend()).toEqual({ since: clock.now(), reason: null });
});

test("a registration leaves a suspension as it is", async () => {
  const { payments, suspend } = await busyWorld();
  const suspended = await suspend("complaints");
  const before = valueOf(await payments.merchants.get(shop));
  expect(valueOf(await payments.merchants.register({ ...shop, name: "Other", feeRate: "1" })).suspended).toEqual(
    suspended,
  );
  expect(valueOf(await payments.merchants.register({ ...before, suspended: null } as typeof before))).toEqual(before);
  expect(valueOf(await payments.merchants.get(shop))).toEqual(before);
});

test.each<readonly [reason: unknown, problem: string]>([
  ["", "must not be blank"],
  ["x".repeat(201), "must be at most 200 characters"],
  ["two\nlines", "must not contain line breaks or other control characters"],
])("the reason %j is refused", async (reason, problem) => {
  const { payments } = await createPayoutWorld();
  const refused = await payments.merchants.suspend(shop, { reason: String(reason) });
  expect(refused).toMatchObject({
    ok: false,
    error: { code: "INVALID_REQUEST", details: [{ field: "reason", problem }] },
  });
});

test("a merchant that is not registered is neither suspended nor resumed", async () => {
  const { merchants } = (await createPayoutWorld()).payments;
  const none = { mId: 8, mode: "test" } as const;
  expect(codeOf(await merchants.suspend(none))).toBe("FORBIDDEN_REQUEST");
  expect(codeOf(await merchants.resume(none))).toBe("FORBIDDEN_REQUEST");
});
