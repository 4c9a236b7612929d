import { testHolidays } from "@wonflow/testkit";
import { expect, test } from "vitest";

import { codeOf, createWorld, shop, valueOf } from "../../../test/world.ts";
import type { SettlementDaysInput } from "./settlement-days.ts";

/** Thursday 2026-12-24 to Tuesday; the 25th, a Friday, and the 26th, a Saturday, are holidays. */
const days = { from: "2026-12-24", to: "2026-12-29" };
const holidays = testHolidays("2026-12-25", "2026-12-26");

test("weekends and holidays settle nothing, and their sales settle with those of the business day before", async () => {
  const { payments } = await createWorld({ holidays });
  expect(valueOf(await payments.settlements.days(shop, days)).items).toEqual([
    { day: "2026-12-24", isBusinessDay: true, reason: null, settlesOn: "2026-12-30" },
    { day: "2026-12-25", isBusinessDay: false, reason: "HOLIDAY", settlesOn: "2026-12-30" },
    { day: "2026-12-26", isBusinessDay: false, reason: "WEEKEND", settlesOn: "2026-12-30" },
    { day: "2026-12-27", isBusinessDay: false, reason: "WEEKEND", settlesOn: "2026-12-30" },
    { day: "2026-12-28", isBusinessDay: true, reason: null, settlesOn: "2026-12-31" },
    { day: "2026-12-29", isBusinessDay: true, reason: null, settlesOn: "2027-01-01" },
  ]);
});

test("each day says when a payment of that day really settles", async () => {
  const world = await createWorld({ holidays });
  await world.clock.advance(Date.parse("2026-12-24T12:00:00+09:00") - world.clock.now());
  for (const { day, settlesOn } of valueOf(await world.payments.settlements.days(shop, days)).items) {
    const orderId = `order-of-${day}-0001`;
    await world.paid({ orderId });
    const { scheduledAt } = valueOf(await world.payments.settlements.lookUpOrder(shop, orderId));
    expect([day, scheduledAt]).toEqual([day, new Date(`${settlesOn}T00:00:00+09:00`).toISOString()]);
    await world.clock.advance(24 * 60 * 60 * 1000);
  }
});

test("the contract's days count, and a day that was closed by operators", async () => {
  const world = await createWorld({ merchant: { settlementDays: 1 } });
  const of = async () => valueOf(await world.payments.settlements.days(shop, { from: "2026-11-23", to: "2026-11-24" }));
  expect((await of()).items.map(({ settlesOn }) => settlesOn)).toEqual(["2026-11-24", "2026-11-25"]);
  valueOf(await world.payments.calendar.close("2026-11-24"));
  expect((await of()).items).toMatchObject([
    { settlesOn: "2026-11-25" },
    { isBusinessDay: false, reason: "HOLIDAY", settlesOn: "2026-11-25" },
  ]);
});

test("the calendar's ends are reported and not guessed", async () => {
  const { payments } = await createWorld({
    holidays: { firstDay: "2026-11-20", lastDay: "2026-11-24", has: () => false },
  });
  const { items } = valueOf(await payments.settlements.days(shop, { from: "2026-11-19", to: "2026-11-25" }));
  expect(items.map(({ isBusinessDay, settlesOn }) => [isBusinessDay, settlesOn])).toEqual([
    [null, "2026-11-24"],
    [true, null],
    [false, null],
    [false, null],
    [true, null],
    [true, null],
    [null, null],
  ]);
});

test.each<[Partial<SettlementDaysInput>, string]>([
  [{ to: "2026-11-20" }, "from"],
  [{ from: "2026-11-31", to: "2026-12-01" }, "from"],
  [{ from: "2026-11-21", to: "2026-11-20" }, "from"],
  [{ from: "2026-01-01", to: "2027-01-02" }, "to"],
])("%j is refused by its field", async (input, field) => {
  const { payments } = await createWorld();
  const answer = await payments.settlements.days(shop, input as SettlementDaysInput);
  expect(answer).toMatchObject({ error: { code: "INVALID_REQUEST", details: [{ field }] } });
});

test("a year is answered at once, a leap year too", async () => {
  const { payments } = await createWorld();
  const of = async (from: string, to: string) => valueOf(await payments.settlements.days(shop, { from, to })).items;
  expect(await of("2028-01-01", "2028-12-31")).toHaveLength(366);
  expect(await of("2026-11-20", "2026-11-20")).toHaveLength(1);
});

test("a merchant that is not registered has no contract", async () => {
  const { payments } = await createWorld();
  expect(codeOf(await payments.settlements.days({ ...shop, mId: 8 }, days))).toBe("FORBIDDEN_REQUEST");
});
