import { expect, test } from "vitest";

import { suspendedProcess, codeOf, createWorld, sessionInput, shop, valueOf, type World } from "../../../test/world.ts";
import { intentRecord } from "../intent/intent.ts";

async function stored(world: Awaited<ReturnType<typeof createWorld>>, intentKey: string) {
  const { records } = await world.memory.read("7:test", { keys: [intentRecord.ref(intentKey)] });
  return { status: records[0]?.body["status"], dueAt: records[0]?.dueAt };
}

test("a payment that was not confirmed in time is recorded as expired, once its time is over", async () => {
  const world = await createWorld();
  const { intentKey } = await world.authenticated();
  await world.clock.advance(10 * 60_000 - 1);
  await world.payments.work.runDue();
  expect(await stored(world, intentKey)).toMatchObject({ status: "IN_PROGRESS" });
  await world.clock.advance(1);
  await world.payments.work.runDue();
  expect(await stored(world, intentKey)).toEqual({ status: "EXPIRED", dueAt: null });
});

test.each([
  ["confirmed", "DONE"],
  ["left alone", "IN_PROGRESS"],
])("one that is %s at the last moment, when its end is due already, has not expired", async (what, status) => {
  const world = await createWorld();
  const confirmation = await world.authenticated();
  let taken = 0;
  const process = await createWorld({
    sharing: world,
    store: (store) => ({
      ...store,
      async claimDue(kind, request) {
        // This process is a moment ahead of the one that confirms.
        const due = await store.claimDue(kind, { ...request, now: request.now + 1 });
        if (kind === "intent") taken += due.length;
        if (kind === "intent" && what === "confirmed") {
          valueOf(await world.payments.intents.confirm(shop, confirmation));
        }
        return due;
      },
    }),
  });
  await world.clock.advance(10 * 60_000 - 1);
  expect(await process.payments.work.runDue()).toMatchObject({ failed: 0 });
  expect(taken).toBe(1);
  expect(await stored(world, confirmation.intentKey)).toMatchObject({ status });
});

type Asking = (process: World, payment: Awaited<ReturnType<World["authenticated"]>>, token: string) => Promise<unknown>;

const status: Asking = (process, { intentKey }) => process.status(intentKey);
const listed: Asking = async ({ payments }) => valueOf(await payments.intents.list(shop)).items[0]?.status;
const page: Asking = async ({ payments }, _payment, token) => valueOf(await payments.checkout.read(token)).status;
const confirmed: Asking = async ({ payments }, payment) => codeOf(await payments.intents.confirm(shop, payment));
const canceled: Asking = async (process, { intentKey }) => codeOf(await process.cancel(intentKey));

test.each<[string, Asking, string, string]>([
  ["a look-up", status, "IN_PROGRESS", "DONE"],
  ["the list", listed, "IN_PROGRESS", "DONE"],
  ["the link's page", page, "AUTHENTICATED", "DONE"],
  ["a confirm", confirmed, "EXPIRED_PAYMENT_SESSION", "EXPIRED"],
  ["a cancellation", canceled, "ok", "CANCELED"],
])("%s reports only what stays true of a payment whose time is over", async (_, ask, told, ended) => {
  const world = await createWorld();
  const { token, ...payment } = await world.authenticatedLink();
  const { process, resume } = await suspendedProcess(world, ({ key }) => key.kind === "intent");
  await world.clock.advance(10 * 60_000 - 1);
  const began = process.payments.intents.confirm(shop, payment);
  await world.clock.advance(2);
  expect(await ask(world, payment, token)).toBe(told);
  resume();
  expect((await began).ok).toBe(ended === "DONE");
  expect(await world.status(payment.intentKey)).toBe(ended);
});

test("a late confirm ends the payment, and frees the order", async () => {
  const world = await createWorld();
  const payment = await world.authenticated();
  await world.clock.advance(10 * 60_000);
  expect(await confirmed(world, payment, "")).toBe("EXPIRED_PAYMENT_SESSION");
  expect(await stored(world, payment.intentKey)).toEqual({ status: "EXPIRED", dueAt: null });
  expect(await confirmed(world, payment, "")).toBe("EXPIRED_PAYMENT_SESSION");
  expect((await world.paid()).status).toBe("DONE");
});

test("a payment whose approval has no known outcome never expires, and no page takes its order", async () => {
  const world = await createWorld();
  const payment = await world.authenticated();
  world.gateway.faults.schedule(({ operation }) =>
    operation === "approve" ? "answer-lost" : operation === "lookUp" ? "refused-connection" : undefined,
  );
  expect(await confirmed(world, payment, "")).toBe("UNKNOWN_PAYMENT_ERROR");
  await world.clock.advance(10 * 60_000);
  expect(codeOf(await world.payments.checkout.open(shop, sessionInput, { origin: "https://shop.example" }))).toBe(
    "FORBIDDEN_REQUEST",
  );
  await world.payments.work.runDue(100);
  expect(await world.status(payment.intentKey)).toBe("IN_PROGRESS");
});
