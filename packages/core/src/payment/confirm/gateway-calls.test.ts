import { expect, test } from "vitest";

import { cardEntry, codeOf, createWorld, sessionInput, shop, valueOf, type World } from "../../../test/world.ts";

/** Another process over the same store, whose gateway notes every request. */
async function listening(world: World) {
  const asked: unknown[] = [];
  const { approve, cancel, reverse, authenticate } = world.gateway;
  const gateway: typeof world.gateway = {
    ...world.gateway,
    authenticate: (request) => (asked.push(request), authenticate(request)),
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
    cardToken,
    ...amounts,
    installmentPlanMonths: 3,
    orderName,
  });
  await process.cancel(intentKey, 20_000);
  await process.cancel(intentKey);
  const approval = { approvalKey: key, approvalReference: "sbx.approval.00000001", approvalAskedAt: askedAt };
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
  const about = { approvalKey: `approval-${intentKey}`, approvalReference: null, approvalAskedAt: openedAt, amount };
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
