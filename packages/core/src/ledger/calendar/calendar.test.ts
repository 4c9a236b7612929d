import { testHolidays } from "@wonflow/testkit";
import { expect, test } from "vitest";

import { createWorld, shop, valueOf, type World } from "../../../test/world.ts";
import type { Store } from "../../engine/commit/store.ts";
import { platform } from "../../engine/tenant/tenant.ts";
import { closedDaysRef } from "./calendar.ts";

/** The world begins on Friday, 2026-11-20 at 10:00 in Seoul: a payment of that time settles on Wednesday, the 25th. */
const wednesday = Date.parse("2026-11-25T00:00:00+09:00");

/** The settlement day of a world's only order, by one process. */
async function scheduledAt({ payments }: World, orderId: string) {
  return valueOf(await payments.settlements.lookUpOrder(shop, orderId)).scheduledAt;
}

/** Runs the work that is due by a moment, and answers the times of the settlements. */
async function settledUntil(world: World, moment: number) {
  await world.clock.advance(moment - world.clock.now());
  for (let runs = 0; runs < 5; runs += 1) await world.payments.work.runDue();
  const page = await world.payments.settlements.list(shop, { from: "2026-11-20", to: "2026-11-30" });
  return valueOf(page).items.map(({ settledAt }) => settledAt);
}

test("a day that another process closes a moment before it begins is not settled on", async () => {
  const world = await createWorld();
  const other = await createWorld({ sharing: world });
  const { orderId } = await world.paid();
  expect(await settledUntil(world, wednesday - 1)).toEqual([]);
  expect(await scheduledAt(world, orderId)).toBe("2026-11-24T15:00:00.000Z");
  await other.payments.calendar.close("2026-11-25");
  expect(await settledUntil(world, wednesday)).toEqual([]);
  expect(await settledUntil(world, wednesday + 24 * 60 * 60 * 1000)).toEqual(["2026-11-25T15:00:00.000Z"]);
});

test("look-ups know after ten seconds of a day that another process has closed", async () => {
  const world = await createWorld();
  const other = await createWorld({ sharing: world });
  const { orderId } = await world.paid();
  await other.payments.calendar.close("2026-11-25");
  await world.clock.advance(9_999);
  expect(await scheduledAt(world, orderId)).toBe("2026-11-24T15:00:00.000Z");
  await world.clock.advance(1);
  // The first look-up is answered from memory, and starts the read for all later ones.
  await scheduledAt(world, orderId);
  expect(await scheduledAt(world, orderId)).toBe("2026-11-25T15:00:00.000Z");
});

test("look-ups are answered while the store does not answer; it is read again after ten seconds", async () => {
  let answer = Promise.resolve();
  let asked = 0;
  const withholding = (store: Store): Store => ({
    ...store,
    async read(tenant, request) {
      if (tenant === platform && request.keys.some(({ kind }) => kind === closedDaysRef.kind)) {
        asked += 1;
        await answer;
      }
      return store.read(tenant, request);
    },
  });
  const world = await createWorld({ store: withholding });
  const other = await createWorld({ sharing: world });
  const { orderId } = await world.paid();
  await other.payments.calendar.close("2026-11-25");
  asked = 0;
  const outage = Promise.withResolvers<void>();
  answer = outage.promise;
  await world.clock.advance(10_000);
  for (let times = 0; times < 3; times += 1) {
    expect([await scheduledAt(world, orderId), asked]).toEqual(["2026-11-24T15:00:00.000Z", 1]);
  }
  outage.reject(new Error("the store is down"));
  answer = Promise.resolve();
  await world.clock.advance(9_999);
  expect([await scheduledAt(world, orderId), asked]).toEqual(["2026-11-24T15:00:00.000Z", 1]);
  await world.clock.advance(1);
  await scheduledAt(world, orderId);
  expect([await scheduledAt(world, orderId), asked]).toEqual(["2026-11-25T15:00:00.000Z", 2]);
}, 30_000);

test("the process that closes or opens a day knows it at once", async () => {
  const world = await createWorld();
  const { orderId } = await world.paid();
  valueOf(await world.payments.calendar.close("2026-11-25"));
  expect(await scheduledAt(world, orderId)).toBe("2026-11-25T15:00:00.000Z");
  valueOf(await world.payments.calendar.reopen("2026-11-25"));
  expect(await scheduledAt(world, orderId)).toBe("2026-11-24T15:00:00.000Z");
});

test("an announced holiday stays closed after it was closed and opened again", async () => {
  const { payments, paid } = await createWorld({ holidays: testHolidays("2026-11-25") });
  expect(await payments.calendar.closedDays()).toEqual({ days: [], lastDay: testHolidays().lastDay });
  valueOf(await payments.calendar.close("2026-11-25"));
  expect(valueOf(await payments.calendar.reopen("2026-11-25"))).toEqual({ days: [] });
  const { orderId } = await paid();
  const order = valueOf(await payments.settlements.lookUpOrder(shop, orderId));
  expect(order.scheduledAt).toBe("2026-11-25T15:00:00.000Z");
});

test("a day that does not exist can be neither closed nor opened", async () => {
  const { payments } = await createWorld();
  for (const change of [payments.calendar.close, payments.calendar.reopen]) {
    expect(await change("2026-02-30")).toMatchObject({
      ok: false,
      error: { details: [{ field: "day", problem: "must be a day of the calendar, YYYY-MM-DD" }] },
    });
  }
});

test("a read from before a day was closed does not undo it, however late it ends", async () => {
  let answer = Promise.resolve();
  const slow = (store: Store): Store => ({
    ...store,
    async read(tenant, request) {
      const found = await store.read(tenant, request);
      if (tenant === platform) await answer;
      return found;
    },
  });
  const world = await createWorld({ store: slow });
  const { orderId } = await world.paid();
  const late = Promise.withResolvers<void>();
  answer = late.promise;
  await world.clock.advance(10_000);
  await scheduledAt(world, orderId);
  answer = Promise.resolve();
  await world.payments.calendar.close("2026-11-25");
  late.resolve();
  expect(await scheduledAt(world, orderId)).toBe("2026-11-25T15:00:00.000Z");
  expect(await scheduledAt(world, orderId)).toBe("2026-11-25T15:00:00.000Z");
});
