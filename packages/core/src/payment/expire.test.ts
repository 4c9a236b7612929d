import { expect, test } from "vitest";

import { createWorld, shop, valueOf } from "../../test/world.ts";
import { intentRecord } from "./intent.ts";

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

test("one that is confirmed at the last moment, while its end is due, is not", async () => {
  const world = await createWorld();
  const confirmation = await world.authenticated();
  let confirmed = false;
  const process = await createWorld({
    sharing: world,
    store: (store) => ({
      ...store,
      async claimDue(kind, request) {
        // This process is a moment ahead of the one that confirms.
        const due = await store.claimDue(kind, { ...request, now: request.now + 1 });
        if (kind === "intent" && due.length > 0) {
          valueOf(await world.payments.intents.confirm(shop, confirmation));
          confirmed = true;
        }
        return due;
      },
    }),
  });
  await world.clock.advance(10 * 60_000 - 1);
  await process.payments.work.runDue();
  expect(confirmed).toBe(true);
  await world.clock.advance(60_000);
  await process.payments.work.runDue();
  expect(await stored(world, confirmation.intentKey)).toEqual({ status: "DONE", dueAt: null });
});
