import { describe, expect, test } from "vitest";

import { isSettlementId, orderSettlementSchema, settledSchema } from "../../index.ts";
import { codeOf, createWorld, shop, valueOf } from "../../../test/world.ts";

const orderId = (n: number) => `order-20261120-${String(n).padStart(4, "0")}`;

/** A world with the settlement of a payment of 20 November, made on the 25th, and of one of the 25th, made on the 30th. */
async function settledTwice() {
  const world = await createWorld();
  for (const [n, settledOn] of ["2026-11-25", "2026-11-30"].entries()) {
    await world.paid({ orderId: orderId(n + 1) });
    await world.clock.advance(Date.parse(`${settledOn}T00:00:00+09:00`) - world.clock.now());
    await Promise.all(await world.payments.work.start("settlementSchedule", 10));
  }
  return { ...world, settlements: world.payments.settlements };
}

describe("settlements are listed", () => {
  test.each([
    ["2026-11-25", "2026-11-30", [1, 2]],
    ["2026-11-25", "2026-11-25", [1]],
    ["2026-11-26", "2026-11-30", [2]],
    ["2026-11-26", "2026-11-29", []],
  ])("from %s to %s, both inclusive", async (from, to, orders) => {
    const { settlements } = await settledTwice();
    const { items } = valueOf(await settlements.list(shop, { from, to }));
    expect(items.flatMap(({ lines }) => lines.map((line) => line.orderId))).toEqual(orders.map(orderId));
  });

  test.each([
    [{ from: "2026-11-26", to: "2026-11-25" }, "from", "must not be later than to"],
    [{ from: "2026-11-31", to: "2026-11-25" }, "from", "must be a day of the calendar, YYYY-MM-DD"],
    [{ from: "2026-11-25", to: "2026-13-01" }, "to", "must be a day of the calendar, YYYY-MM-DD"],
    [{ from: "2026-11-25", to: "2026-11-25", startingAfter: "x" }, "startingAfter", expect.any(String)],
  ])("where %j is no request", async (input, field, problem) => {
    const { payments } = await createWorld();
    const error = { code: "INVALID_REQUEST", details: [{ field, code: "INVALID_REQUEST", problem }] };
    expect(await payments.settlements.list(shop, input)).toEqual({ ok: false, error });
  });
});

test("a settlement and what an order earned are of the form that is documented", async () => {
  const { settlements, paid } = await settledTwice();
  const { items } = valueOf(await settlements.list(shop, { from: "2026-11-25", to: "2026-11-30" }));
  expect(items.map((item) => settledSchema.parse(item))).toEqual(items);
  const settled = valueOf(await settlements.lookUpOrder(shop, orderId(1)));
  const unsettled = valueOf(await settlements.lookUpOrder(shop, (await paid({ orderId: orderId(3) })).orderId));
  expect([settled.status, unsettled.status]).toEqual(["SETTLED", "UNSETTLED"]);
  for (const each of [settled, unsettled]) expect(orderSettlementSchema.parse(each)).toEqual(each);
});

test("only a settlement of one's own is found, by its id alone", async () => {
  const { settlements } = await settledTwice();
  const { items } = valueOf(await settlements.list(shop, { from: "2026-11-25", to: "2026-11-25" }));
  const id = items[0]?.settlementId ?? "";
  expect(codeOf(await settlements.lookUp(shop, id))).toBe("ok");
  expect(codeOf(await settlements.lookUp({ ...shop, mId: 8 }, id))).toBe("NOT_FOUND_SETTLEMENT");
  expect(codeOf(await settlements.lookUp(shop, `${id}x`))).toBe("NOT_FOUND_SETTLEMENT");
  expect(codeOf(await settlements.lookUp(shop, orderId(1)))).toBe("NOT_FOUND_SETTLEMENT");
});

test("the store is not asked for what can be no settlement's id: a database would refuse some of them", async () => {
  let reads = 0;
  const { payments } = await createWorld({
    store: (store) => ({
      ...store,
      read(tenant, wanted) {
        reads += wanted.keys.filter(({ kind }) => kind === "settlement").length;
        return store.read(tenant, wanted);
      },
    }),
  });
  expect(codeOf(await payments.settlements.lookUp(shop, "stl.\0"))).toBe("NOT_FOUND_SETTLEMENT");
  expect(reads).toBe(0);
});

test.each([
  ["stl.1", true],
  [`stl.${"a".repeat(100)}`, true],
  [`stl.${"a".repeat(101)}`, false],
  ["stl.", false],
  ["stl.a b", false],
  ["stl.a!", false],
  ["x-stl.a", false],
  ["stlxa", false],
])("%s is a settlement's id: %s", (name, expected) => {
  expect(isSettlementId(name)).toBe(expected);
});

test("an order earned nothing before its payment was approved", async () => {
  const world = await createWorld();
  await world.session({ orderId: orderId(1) });
  await world.authenticated({ orderId: orderId(2) });
  for (const n of [1, 2, 3]) {
    expect(codeOf(await world.payments.settlements.lookUpOrder(shop, orderId(n)))).toBe("NOT_FOUND_SETTLEMENT");
  }
});
