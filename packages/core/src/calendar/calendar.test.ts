import { testHolidays } from "@wonflow/testkit";
import { expect, test } from "vitest";

import { createWorld, shop, valueOf } from "../../test/world.ts";

/** Two processes over one store, and when the second one expects the only payment to settle. */
async function twoProcesses() {
  let down = false;
  const world = await createWorld();
  const { orderId } = await world.paid();
  const other = await createWorld({
    sharing: world,
    store: (store) => ({
      ...store,
      read: (tenant, wanted) =>
        down && tenant === "platform" ? Promise.reject(new Error("out of reach")) : store.read(tenant, wanted),
    }),
  });
  const scheduledDay = async () => {
    const { scheduledAt } = valueOf(await other.payments.settlements.lookUpOrder(shop, orderId));
    return new Date(Date.parse(scheduledAt ?? "") + 9 * 60 * 60_000).toISOString().slice(0, 10);
  };
  return { world, other, scheduledDay, setDown: (isDown: boolean) => (down = isDown) };
}

test("another process goes by what it has read for ten seconds, then reads anew while it answers", async () => {
  const { world, scheduledDay } = await twoProcesses();
  expect(await scheduledDay()).toBe("2026-11-25");
  valueOf(await world.payments.calendar.close("2026-11-25"));
  await world.clock.advance(9_999);
  expect([await scheduledDay(), await scheduledDay()]).toEqual(["2026-11-25", "2026-11-25"]);
  await world.clock.advance(1);
  expect(await scheduledDay()).toBe("2026-11-25");
  await world.clock.advance(0);
  expect(await scheduledDay()).toBe("2026-11-26");
});

test("who closes or opens a day goes by it at once", async () => {
  const { other, scheduledDay } = await twoProcesses();
  valueOf(await other.payments.calendar.close("2026-11-25"));
  expect(await scheduledDay()).toBe("2026-11-26");
  valueOf(await other.payments.calendar.reopen("2026-11-25"));
  expect(await scheduledDay()).toBe("2026-11-25");
});

test("while the store is out of reach, what was known is gone by", async () => {
  const { world, scheduledDay, setDown } = await twoProcesses();
  expect(await scheduledDay()).toBe("2026-11-25");
  valueOf(await world.payments.calendar.close("2026-11-25"));
  setDown(true);
  await world.clock.advance(10_000);
  expect(await scheduledDay()).toBe("2026-11-25");
  await world.clock.advance(10_000);
  expect(await scheduledDay()).toBe("2026-11-25");
  setDown(false);
  await world.clock.advance(10_000);
  await scheduledDay();
  await world.clock.advance(0);
  expect(await scheduledDay()).toBe("2026-11-26");
});

test("a day that was announced stays closed when it is closed besides and opened again", async () => {
  const { payments, paid } = await createWorld({ holidays: testHolidays("2026-11-25") });
  expect(await payments.calendar.closedDays()).toEqual({ days: [], lastDay: testHolidays().lastDay });
  valueOf(await payments.calendar.close("2026-11-25"));
  expect(valueOf(await payments.calendar.reopen("2026-11-25"))).toEqual({ days: [] });
  const { orderId } = await paid();
  const { scheduledAt } = valueOf(await payments.settlements.lookUpOrder(shop, orderId));
  expect(scheduledAt).toBe("2026-11-25T15:00:00.000Z");
});

test("what is no day can be neither closed nor opened, and says why", async () => {
  const { payments } = await createWorld();
  for (const change of [payments.calendar.close, payments.calendar.reopen]) {
    expect(await change("2026-02-30")).toMatchObject({
      ok: false,
      error: { details: [{ field: "day", problem: "must be a day of the calendar, YYYY-MM-DD" }] },
    });
  }
});
