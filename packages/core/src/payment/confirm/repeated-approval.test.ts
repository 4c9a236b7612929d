import type { CardOperation } from "@wonflow/sandbox";
import { expect, test } from "vitest";
import { authenticatedInWindow, createWindowWorld } from "../../../test/window-world.ts";
import { codeOf, createWorld, shop, valueOf, type World } from "../../../test/world.ts";

// A gateway that charges once however often an approval is sent under its key, and promises it.

const held = ({ gateway }: World) => gateway.held("7:test");

/** The calls of the gateway from now on. */
function watch(world: World) {
  const asked: CardOperation[] = [];
  world.gateway.faults.schedule(({ operation }) => void asked.push(operation));
  return asked;
}

const kinds = {
  "typed card": async (repeatsApprovals: boolean) => {
    const world = await createWorld({ repeatsApprovals });
    return { world, payment: await world.authenticated() };
  },
  window: async (repeatsApprovals: boolean) => {
    const world = await createWindowWorld({ repeatsApprovals });
    return { world, payment: await authenticatedInWindow(world) };
  },
};

async function lost(kind: keyof typeof kinds, repeatsApprovals: boolean) {
  const { world, payment } = await kinds[kind](repeatsApprovals);
  world.gateway.faults.next("approve", "refused-connection");
  expect(codeOf(await world.payments.intents.confirm(shop, payment))).toBe("UNKNOWN_PAYMENT_ERROR");
  return { world, payment, asked: watch(world) };
}

test.each([
  ["typed card", true, "DONE", 10_000, ["approve"]],
  ["window", true, "DONE", 10_000, ["approve"]],
  ["typed card", false, "ABORTED", 0, ["reverse"]],
  ["window", false, "ABORTED", 0, ["reverse"]],
] as const)("a lost approval (%s, repeated: %j) ends %s", async (kind, repeats, status, amount, calls) => {
  const { world, payment, asked } = await lost(kind, repeats);
  await world.pass(40);
  expect([await world.status(payment.intentKey), held(world)]).toEqual([status, amount]);
  expect(asked.filter((operation) => operation === "approve" || operation === "reverse")).toEqual(calls);
  expect((await world.payments.ledger.balances(shop)).receivable).toBe(amount);
});

test("a lost approval is net-canceled once its payment may no longer be confirmed", async () => {
  const { world, payment, asked } = await lost("typed card", true);
  await world.clock.advance(10 * 60_000);
  await world.pass(2);
  expect([await world.status(payment.intentKey), held(world)]).toEqual(["ABORTED", 0]);
  expect(asked).not.toContain("approve");
});

test("a repeated approval has a deadline of its own, and is sent by one process", async () => {
  const { world, payment } = await lost("typed card", true);
  const deadlines: number[] = [];
  const approve: World["gateway"]["approve"] = (request) => {
    deadlines.push(request.deadline - world.clock.now());
    return world.gateway.approve(request);
  };
  const sharing = { ...world, gateway: { ...world.gateway, approve } };
  const processes = await Promise.all([1, 2].map(() => createWorld({ sharing, repeatsApprovals: true })));
  await world.clock.advance(35_000);
  await Promise.all(processes.map(({ payments }) => payments.intents.confirm(shop, payment)));
  expect(deadlines).toEqual([30_000]);
  expect([await world.status(payment.intentKey), held(world)]).toEqual(["DONE", 10_000]);
});

test("an approval that arrives beside its repetition is charged once", async () => {
  const world = await createWorld({ repeatsApprovals: true });
  const payment = await world.authenticated();
  world.gateway.faults.next("approve", { kind: "arrives-late", ms: 300_000 });
  expect(codeOf(await world.payments.intents.confirm(shop, payment))).toBe("UNKNOWN_PAYMENT_ERROR");
  await world.pass(400);
  await world.gateway.deliverDelayed();
  expect([await world.status(payment.intentKey), held(world)]).toEqual(["DONE", 10_000]);
});

test("a repeated approval that is lost too is sent again, and ends refused if the gateway refuses it", async () => {
  const { world, payment } = await lost("typed card", true);
  world.gateway.faults.next("approve", "refused-connection");
  await world.pass(40);
  expect([await world.status(payment.intentKey), world.gateway.records()]).toEqual(["IN_PROGRESS", []]);
  const approve: World["gateway"]["approve"] = async () => ({ outcome: "refused", code: "REJECT_CARD_COMPANY" });
  const process = await createWorld({
    sharing: { ...world, gateway: { ...world.gateway, approve } },
    repeatsApprovals: true,
  });
  await process.pass(60);
  expect(codeOf(await process.payments.intents.confirm(shop, payment))).toBe("REJECT_CARD_COMPANY");
  expect(valueOf(await process.payments.intents.lookUp(shop, payment)).status).toBe("ABORTED");
});
