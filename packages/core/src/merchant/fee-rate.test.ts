import { expect, test } from "vitest";

import { createWorld, shop, valueOf } from "../../test/world.ts";

const contract = { ...shop, name: "Corner Shop", feeRate: "3.3" };
const seoul = (text: string) => Date.parse(`${text}+09:00`);

/** It is Friday, 2026-11-20 at 10:00 in Seoul; from Saturday on the fee rate is 2.5. */
async function openWorld() {
  const world = await createWorld();
  const nextFeeRate = { feeRate: "2.5", from: "2026-11-21" };
  valueOf(await world.payments.merchants.register({ ...contract, nextFeeRate }));
  const until = (moment: number) => world.clock.advance(moment - world.clock.now());
  const feeOf = async (orderId: string) => valueOf(await world.payments.settlements.lookUpOrder(shop, orderId)).fee;
  const rates = async () => {
    const { feeRate, nextFeeRate: next } = valueOf(await world.payments.merchants.get(shop));
    return { feeRate, nextFeeRate: next };
  };
  return { ...world, nextFeeRate, until, feeOf, rates };
}

test("the next fee rate holds for payments that are confirmed from the beginning of its day in Seoul, whenever they were ordered", async () => {
  const { payments, authenticated, until, feeOf, rates, nextFeeRate } = await openWorld();
  const [before, after] = ["order-20261120-0001", "order-20261120-0002"];
  await until(seoul("2026-11-20T23:59:59") - 500);
  const orders = [await authenticated({ orderId: before }), await authenticated({ orderId: after })] as const;
  await until(seoul("2026-11-21T00:00:00") - 1);
  const confirm = ({ intentKey, orderId, amount }: (typeof orders)[number]) =>
    payments.intents.confirm(shop, { intentKey, orderId, amount });
  valueOf(await confirm(orders[0]));
  expect(await rates()).toEqual({ feeRate: "3.3", nextFeeRate });
  await until(seoul("2026-11-21T00:00:00"));
  valueOf(await confirm(orders[1]));
  expect(await rates()).toEqual({ feeRate: "2.5", nextFeeRate: null });
  expect([await feeOf(before), await feeOf(after)]).toEqual([330, 250]);
});

test("a payment that is canceled after the change keeps the rate that it was confirmed at", async () => {
  const { payments, paid, until, feeOf, cancel } = await openWorld();
  const { intentKey, orderId } = await paid();
  await until(seoul("2026-11-21T10:00:00"));
  valueOf(await cancel(intentKey, 4000));
  expect(await feeOf(orderId)).toBe(198);
  valueOf(await cancel(intentKey));
  expect(await payments.ledger.balances(shop)).toMatchObject({ fee: 0, vat: 0, pending: 0 });
});

test("the answer of get can be sent again with another change, before the day and after it", async () => {
  const { payments, until, rates } = await openWorld();
  const change = async () => {
    const merchant = valueOf(await payments.merchants.get(shop));
    valueOf(await payments.merchants.register({ ...merchant, maxAmount: 50_000 }));
    return rates();
  };
  expect(await change()).toEqual({ feeRate: "3.3", nextFeeRate: { feeRate: "2.5", from: "2026-11-21" } });
  await until(seoul("2026-11-22T00:00:00"));
  expect(await change()).toEqual({ feeRate: "2.5", nextFeeRate: null });
});

test.each([
  [{ feeRate: "2.5", from: "2026-02-30" }, "nextFeeRate.from"],
  [{ feeRate: "2.5", from: "tomorrow" }, "nextFeeRate.from"],
  [{ feeRate: "100.1", from: "2026-12-01" }, "nextFeeRate.feeRate"],
])("%j is refused", async (nextFeeRate, field) => {
  const { payments } = await createWorld();
  const refused = await payments.merchants.register({ ...contract, nextFeeRate });
  expect(refused).toMatchObject({ ok: false, error: { code: "INVALID_REQUEST", details: [{ field }] } });
});
