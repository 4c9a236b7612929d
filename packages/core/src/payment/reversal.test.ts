import { expect, test } from "vitest";

import { codeOf, createWorld, shop, valueOf, type World } from "../../test/world.ts";

/** A confirm whose approval is still on its way when it is looked up; no reversal gets through for now. */
async function lateApproval(world: World) {
  const confirmation = await world.authenticated();
  world.network.faults.next("approve", { kind: "arrives-late" });
  world.network.faults.schedule(({ operation }) => (operation === "reverse" ? "refused-connection" : undefined));
  expect(codeOf(await world.payments.intents.confirm(shop, confirmation))).toBe("UNKNOWN_PAYMENT_ERROR");
  return confirmation;
}

/** Another process over the same store and network, whose look-ups wait until they are let through. */
async function slowProcess(world: World) {
  const { promise: gate, resolve: letThrough } = Promise.withResolvers<void>();
  const lookUp: typeof world.network.lookUp = (async (request: never) => {
    await gate;
    return world.network.lookUp(request);
  }) as never;
  return { process: await createWorld({ sharing: { ...world, network: { ...world.network, lookUp } } }), letThrough };
}

test("an approval that is found after its reversal was opened is not taken over", async () => {
  const world = await createWorld();
  const confirmation = await lateApproval(world);
  const { process, letThrough } = await slowProcess(world);
  await world.clock.advance(31_000);
  const slow = process.payments.intents.confirm(shop, confirmation);
  await world.clock.advance(1);
  expect(codeOf(await world.payments.intents.confirm(shop, confirmation))).toBe("UNKNOWN_PAYMENT_ERROR");
  await world.network.deliverDelayed();
  expect(world.network.held("7:test")).toBe(10_000);
  letThrough();
  expect(codeOf(await slow)).toBe("UNKNOWN_PAYMENT_ERROR");
  expect(await world.status(confirmation.intentKey)).toBe("IN_PROGRESS");
  world.network.faults.schedule();
  await world.pass(120);
  expect(await world.status(confirmation.intentKey)).toBe("ABORTED");
  expect(world.network.held("7:test")).toBe(0);
  expect((await world.payments.ledger.balances(shop)).receivable).toBe(0);
});

test("a reversal that the network refuses is shown to people at once, and the payment does not end by it", async () => {
  const world = await createWorld();
  const confirmation = await lateApproval(world);
  const network = {
    ...world.network,
    reverse: async () => ({ outcome: "refused", code: "NOT_CANCELABLE_PAYMENT" }) as const,
  };
  const process = await createWorld({ sharing: { ...world, network } });
  await process.pass(40);
  expect(process.notices).toMatchObject([{ kind: "attempt-flagged", attempt: `reversal.${confirmation.intentKey}` }]);
  expect(valueOf(await process.payments.attempts.flagged(shop)).items).toMatchObject([{ kind: "reversal" }]);
  expect(await world.status(confirmation.intentKey)).toBe("IN_PROGRESS");
  expect(codeOf(await world.payments.intents.confirm(shop, confirmation))).toBe("UNKNOWN_PAYMENT_ERROR");
});

test("an acknowledgement of another approval ends nothing", async () => {
  const world = await createWorld();
  const confirmation = await lateApproval(world);
  world.network.faults.schedule(({ operation }) => (operation === "reverse" ? "wrong-key" : undefined));
  await world.pass(40);
  expect(await world.status(confirmation.intentKey)).toBe("IN_PROGRESS");
  world.network.faults.schedule();
  await world.pass(120);
  expect(await world.status(confirmation.intentKey)).toBe("ABORTED");
});

test("a code that the card port does not have is answered as PROVIDER_ERROR", async () => {
  const world = await createWorld();
  const confirmation = await world.authenticated();
  const approve = (async () => ({ outcome: "refused", code: "METHOD_NOT_ALLOWED" })) as never;
  const process = await createWorld({ sharing: { ...world, network: { ...world.network, approve } } });
  expect(codeOf(await process.payments.intents.confirm(shop, confirmation))).toBe("PROVIDER_ERROR");
  expect(valueOf(await world.payments.intents.lookUp(shop, confirmation))).toMatchObject({
    status: "ABORTED",
    failure: [{ code: "PROVIDER_ERROR" }],
  });
});
