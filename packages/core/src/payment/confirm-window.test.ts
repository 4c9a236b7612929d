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
