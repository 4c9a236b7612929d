import { testHolidays } from "@wonflow/testkit";
import { expect, test } from "vitest";

import { createWorld, shop, valueOf, type World } from "../../../test/world.ts";

const orderId = (n: number) => `order-20261120-${String(n).padStart(4, "0")}`;

const day = (yyyyMmDd: string) => Date.parse(`${yyyyMmDd}T00:00:00+09:00`);

/** Does something as soon as the earnings that wait were listed, before anything is decided about them. */
function afterList(world: World, change: () => Promise<unknown>) {
  const { list } = world.memory;
  world.memory.list = async (tenant, request) => {
    const found = await list(tenant, request);
    if (request.list === "unsettled" && found.length > 0) {
      world.memory.list = list;
      await change();
    }
    return found;
  };
}

async function runSettlements({ payments }: Pick<World, "payments">) {
  await Promise.all(await payments.work.start("settlementSchedule", 10));
}

async function settledOrders(world: World) {
  const { items } = valueOf(await world.payments.settlements.list(shop, { from: "2026-11-20", to: "2026-12-31" }));
  return items.map(({ lines }) => lines.map((line) => line.orderId));
}

test("what is canceled in full after it was found has no line", async () => {
  const world = await createWorld();
  const first = await world.paid({ orderId: orderId(1) });
  await world.paid({ orderId: orderId(2) });
  await world.clock.advance(day("2026-11-25") - world.clock.now());
  afterList(world, () => world.cancel(first.intentKey));
  await runSettlements(world);
  expect(await settledOrders(world)).toEqual([[orderId(2)]]);
});

test("where all is canceled in full after it was found, there is no settlement", async () => {
  const world = await createWorld();
  const { intentKey } = await world.paid();
  await world.clock.advance(day("2026-11-25") - world.clock.now());
  afterList(world, () => world.cancel(intentKey));
  await runSettlements(world);
  expect(await settledOrders(world)).toEqual([]);
});

test("what another process settled after it was found is not settled again", async () => {
  const world = await createWorld();
  const other = await createWorld({ sharing: world });
  await world.paid();
  await world.clock.advance(day("2026-11-25") - world.clock.now());
  afterList(world, async () => {
    await world.clock.advance(2 * 30_000);
    await runSettlements(other);
  });
  await runSettlements(world);
  expect(await settledOrders(world)).toHaveLength(1);
  expect(await world.payments.ledger.balances(shop)).toMatchObject({ pending: 0, available: 9637 });
});

test.each(["canceled in full", "dated by another process"])(
  "operators are not notified of an earning without a day that was %s after it was found",
  async (what) => {
    const world = await createWorld({ holidays: { ...testHolidays(), lastDay: "2026-11-20" } });
    const { intentKey } = await world.paid();
    const newer = await createWorld({ sharing: world });
    afterList(world, async () => {
      if (what === "canceled in full") return world.cancel(intentKey);
      await world.clock.advance(2 * 30_000);
      return runSettlements(newer);
    });
    await runSettlements(world);
    expect(world.notices.filter(({ kind }) => kind === "earnings-not-dated")).toEqual([]);
  },
);
