import { expect, test } from "vitest";
import { paymentIntentSchema } from "../../index.ts";
import {
  codeOf,
  createWorld,
  sessionInput,
  shop,
  valueOf,
  withKeyIn,
  cardEntry,
  type World,
} from "../../../test/world.ts";

test("a payment is approved once, and its money is booked", async () => {
  const world = await createWorld();
  const { intentKey, orderId, amount } = await world.authenticated();
  const payment = valueOf(await world.payments.intents.confirm(shop, { intentKey, orderId, amount }));
  expect(payment).toEqual({
    intentKey,
    orderId: "order-20261120-0001",
    settlementId: null,
    receipt: { candyUrl: expect.any(String), perMethodUrls: [expect.any(String)] },
    orderName: "Green tea and two cups",
    mId: 7,
    totalAmount: 10_000,
    status: "DONE",
    requestedAt: "2026-11-20T10:00:00+09:00",
    approvedAt: "2026-11-20T10:00:00+09:00",
    methods: [
      {
        method: "KEYIN",
        amount: 10_000,
        keyin: { number: "400000******0009", installmentPlanMonths: 0, issuerCode: "11" },
      },
    ],
  });
  expect(await world.payments.ledger.balances(shop)).toMatchObject({
    receivable: 10_000,
    pending: 9637,
    fee: 330,
    vat: 33,
  });
  expect(world.gateway.held("7:test")).toBe(10_000);
});

test.each([
  ["another amount", { amount: 9999 }, "INVALID_AMOUNT", "amount"],
  ["another order", { orderId: "order-20261120-0002" }, "INVALID_ORDER_ID", "orderId"],
  ["an unknown intent", { intentKey: "x".repeat(21) }, "NOT_FOUND_PAYMENT", undefined],
  ["an intentKey of 20 characters", { intentKey: "x".repeat(20) }, "INVALID_REQUEST", "intentKey"],
  ["an intentKey of 22 characters", { intentKey: "x".repeat(22) }, "INVALID_REQUEST", "intentKey"],
  ["an intentKey that begins with a dot", { intentKey: `.${"x".repeat(20)}` }, "INVALID_REQUEST", "intentKey"],
  ["an intentKey that ends in a dot", { intentKey: `${"x".repeat(20)}.` }, "INVALID_REQUEST", "intentKey"],
  ["an amount that is not a whole number", { amount: 10_000.5 }, "INVALID_AMOUNT", "amount"],
])("confirm with %s charges nothing", async (_what, change, code, field) => {
  const world = await createWorld();
  const confirmation = await world.authenticated();
  const answer = await world.payments.intents.confirm(shop, { ...confirmation, ...change });
  expect(answer).toMatchObject({ ok: false, error: { code, ...(field && { details: [{ field }] }) } });
  expect(world.gateway.records()).toEqual([]);
  expect(await world.status(confirmation.intentKey)).toBe("IN_PROGRESS");
});

test("another merchant's payment does not exist", async () => {
  const world = await createWorld();
  await world.payments.merchants.register({ mId: 8, mode: "test", name: "Other", feeRate: "1" });
  const confirmation = await world.authenticated();
  const other = { mId: 8, mode: "test" } as const;
  expect(codeOf(await world.payments.intents.confirm(other, confirmation))).toBe("NOT_FOUND_PAYMENT");
  expect(codeOf(await world.payments.intents.confirm({ mId: 7, mode: "live" }, confirmation))).toBe(
    "FORBIDDEN_REQUEST",
  );
});

test("a test tenant never reaches a live payment, nor the other way round", async () => {
  const world = await createWorld({ live: true });
  const live = { mId: 7, mode: "live" } as const;
  await world.payments.merchants.register({ ...live, name: "Live", feeRate: "1" });
  valueOf(await world.payments.sessions.create(live, sessionInput));
  const { intentKey, orderId } = valueOf(await world.payments.intents.lookUp(live, { orderId: sessionInput.orderId }));
  const confirmation = { intentKey, orderId, amount: 10_000 };
  expect(codeOf(await world.payments.intents.confirm(shop, confirmation))).toBe("NOT_FOUND_PAYMENT");
  expect(codeOf(await world.cancel(intentKey))).toBe("NOT_FOUND_PAYMENT");
  expect(codeOf(await world.payments.intents.lookUp(shop, { orderId }))).toBe("NOT_FOUND_PAYMENT");
  expect(codeOf(await world.payments.intents.confirm(live, confirmation))).toBe("UNAPPROVED_ORDER_ID");
});

test("two confirms at once: one approval at the gateway, both answered", async () => {
  const world = await createWorld();
  const confirmation = await world.authenticated();
  const answers = await Promise.all([
    world.payments.intents.confirm(shop, confirmation),
    world.payments.intents.confirm(shop, confirmation),
  ]);
  expect(answers.map(codeOf)).toEqual(["ok", "ALREADY_PROCESSED_PAYMENT"]);
  expect(world.gateway.records()).toHaveLength(1);
});

test("a repeat of confirm answers the payment as it is now", async () => {
  const world = await createWorld();
  const confirmation = await world.authenticated();
  const first = await world.payments.intents.confirm(shop, confirmation);
  expect(await world.payments.intents.confirm(shop, confirmation)).toEqual(first);
  await world.cancel(confirmation.intentKey, 1000);
  expect(valueOf(await world.payments.intents.confirm(shop, confirmation)).status).toBe("PARTIAL_CANCELED");
  expect(codeOf(await world.payments.intents.confirm(shop, { ...confirmation, amount: 9000 }))).toBe("INVALID_AMOUNT");
  await world.cancel(confirmation.intentKey);
  expect(codeOf(await world.payments.intents.confirm(shop, confirmation))).toBe("ALREADY_CANCELED_PAYMENT");
  expect(world.gateway.records()).toHaveLength(1);
});

test("a refused approval aborts the payment, repeats its refusal, and frees the order", async () => {
  const world = await createWorld();
  const confirmation = await world.authenticated({ card: "no-funds" });
  expect(codeOf(await world.payments.intents.confirm(shop, confirmation))).toBe("REJECT_CARD_PAYMENT");
  expect(codeOf(await world.payments.intents.confirm(shop, confirmation))).toBe("REJECT_CARD_PAYMENT");
  const payment = valueOf(await world.payments.intents.lookUp(shop, confirmation));
  expect(paymentIntentSchema.parse(payment)).toEqual(payment);
  expect(payment.status).toBe("ABORTED");
  expect(payment.failure).toMatchObject([
    { code: "REJECT_CARD_PAYMENT", details: { keyin: { number: "400000******0009" } } },
  ]);
  expect((await world.paid()).status).toBe("DONE");
});

test.each([
  ["before authentication", "UNAPPROVED_ORDER_ID"],
  ["after the time to confirm", "EXPIRED_PAYMENT_SESSION"],
  ["after a newer session", "INVALIDATED_PAYMENT_SESSION"],
  ["after it was canceled", "ALREADY_CANCELED_PAYMENT"],
])("confirm %s is refused with %s", async (when, code) => {
  const world = await createWorld();
  await world.session();
  const ready = valueOf(await world.payments.intents.lookUp(shop, { orderId: "order-20261120-0001" }));
  let confirmation = { intentKey: ready.intentKey, orderId: ready.orderId, amount: 10_000 };
  if (when !== "before authentication") confirmation = await world.authenticated();
  if (when === "after the time to confirm") await world.clock.advance(10 * 60_000);
  if (when === "after a newer session") await world.session();
  if (when === "after it was canceled") await world.cancel(confirmation.intentKey);
  expect(codeOf(await world.payments.intents.confirm(shop, confirmation))).toBe(code);
  expect(world.gateway.records()).toEqual([]);
});

/** Another process over the same store, whose gateway notes every request. */
async function listening(world: World) {
  const asked: unknown[] = [];
  const { approve, cancel, reverse, keyIn } = world.gateway;
  const gateway: typeof world.gateway = {
    ...withKeyIn(world.gateway, {
      authenticate: (request) => (asked.push(request), keyIn.authenticate(request)),
    }),
    approve: (request) => (asked.push(request), approve(request)),
    cancel: (request) => (asked.push(request), cancel(request)),
    reverse: (request) => (asked.push(request), reverse(request)),
  };
  return { process: await createWorld({ sharing: { ...world, gateway } }), asked };
}

test("the gateway is sent the buyer's card, the confirmed amount, and the amount to refund", async () => {
  const world = await createWorld();
  const { process, asked } = await listening(world);
  const deadline = world.clock.now() + 30_000;
  const tenant = "7:test";
  const { token } = await process.session({ amount: { value: 50_000 } });
  const { number: _number, ...typed } = cardEntry("kb");
  const card = { ...typed, number: "4000 0000-0011 0009", installmentPlanMonths: 3 };
  await process.payments.checkout.authenticate(token, card);
  const askedAt = world.clock.now();
  expect(asked).toEqual([
    {
      tenant,
      askedAt,
      credentials: null,
      deadline,
      key: expect.any(String),
      card: { ...typed, number: "4000000000110009" },
    },
  ]);
  const { intentKey, orderId } = valueOf(await process.payments.intents.lookUp(shop, sessionInput));
  await process.payments.intents.confirm(shop, { intentKey, orderId, amount: 50_000 });
  const key = `approval-${intentKey}`;
  const { orderName } = sessionInput;
  const cardToken = expect.stringMatching(/./);
  const amounts = { amount: 50_000, taxFreeAmount: 0 };
  expect(asked[0]).toMatchObject({ key: `card-${intentKey}-1` });
  expect(asked[1]).toEqual({
    key,
    tenant,
    askedAt,
    credentials: null,
    deadline,
    authentication: null,
    cardToken,
    ...amounts,
    installmentPlanMonths: 3,
    orderName,
  });
  await process.cancel(intentKey, 20_000);
  await process.cancel(intentKey);
  const approvalReference = "sbx.approval.00000001";
  const approval = { authentication: null, approvalKey: key, approvalReference, approvalAskedAt: askedAt };
  const cancellation = {
    tenant,
    askedAt,
    credentials: null,
    deadline,
    ...approval,
    taxFreeAmount: 0,
    reason: "changed my mind",
  };
  expect(asked.slice(2)).toEqual([
    { ...cancellation, key: `cancellation-${intentKey}-1`, amount: 20_000, remainingAmount: 50_000 },
    { ...cancellation, key: `cancellation-${intentKey}-2`, amount: 30_000, remainingAmount: 30_000 },
  ]);
});

test("a reversal names the approval that is undone; one that is sent again has a new deadline", async () => {
  const world = await createWorld();
  const { process, asked } = await listening(world);
  const { intentKey, orderId, amount } = await process.authenticated();
  world.gateway.faults.next("approve", "refused-connection");
  world.gateway.faults.next("reverse", "refused-connection");
  await process.payments.intents.confirm(shop, { intentKey, orderId, amount });
  const openedAt = world.clock.now();
  asked.length = 0;
  await process.pass(100);
  const approvalKey = `approval-${intentKey}`;
  const about = { authentication: null, approvalKey, approvalReference: null, approvalAskedAt: openedAt, amount };
  const reversal = {
    key: `reversal-${intentKey}`,
    ...about,
    askedAt: openedAt + 31_000,
    credentials: null,
    tenant: "7:test",
  };
  expect(asked).toEqual([
    { ...reversal, deadline: openedAt + 61_000 },
    { ...reversal, deadline: openedAt + 92_000 },
  ]);
  expect(await world.status(intentKey)).toBe("ABORTED");
});

test("the reason of a cancellation is kept with it", async () => {
  const world = await createWorld();
  const { intentKey } = await world.paid();
  await world.cancel(intentKey, 1);
  const key = { kind: "attempt", id: `cancellation-${intentKey}-1` };
  const { records } = await world.memory.read("7:test", { keys: [key] });
  expect(records[0]?.body).toMatchObject({ reason: "changed my mind", amount: 1, openedAt: world.clock.now() });
});

test("a process without a gateway of this mode makes no call and decides nothing", async () => {
  const live = { mId: 7, mode: "live" } as const;
  const world = await createWorld({ live: true });
  await world.payments.merchants.register({ ...live, name: "Corner Shop", feeRate: "3.3" });
  const { token } = valueOf(await world.payments.sessions.create(live, sessionInput));
  const without = await createWorld({ sharing: world });
  const failed = valueOf(await without.payments.checkout.authenticate(token, cardEntry("kb")));
  expect(new URL(failed.redirectUrl).searchParams.get("code")).toBe("PAY_PROCESS_ABORTED");
  valueOf(await world.payments.checkout.authenticate(token, cardEntry("kb")));
  const { intentKey, orderId } = valueOf(await world.payments.intents.lookUp(live, sessionInput));
  const confirmation = { intentKey, orderId, amount: 10_000 };
  expect(codeOf(await without.payments.intents.confirm(live, confirmation))).toBe("FORBIDDEN_REQUEST");
  valueOf(await world.payments.intents.confirm(live, confirmation));
  const cancel = { cancelReason: "changed my mind" };
  expect(codeOf(await without.payments.intents.cancel(live, confirmation, cancel))).toBe("FAILED_REFUND_PROCESS");
  await without.pass(5);
  expect(without.notices).toEqual([]);
  const status = async () => valueOf(await world.payments.intents.lookUp(live, confirmation)).status;
  expect(await status()).toBe("DONE");
  await world.pass(40);
  expect(await status()).toBe("CANCELED");
  expect(world.gateway.held("7:live")).toBe(0);
});
