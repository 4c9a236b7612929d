import { randomUUID } from "node:crypto";

import { allPages, testCards } from "wonflow";

import { take, type Marketplace, type Seller } from "./marketplace.ts";
import type { Order } from "./order-book.ts";
import type { Goods } from "./sellers.ts";
import { payoutsTo } from "./statement.ts";

/** Stores an order, and creates its payment link. */
export async function placeOrder(
  { payments, tenant, orders, url }: Marketplace,
  { orderId, seller, goods }: { readonly orderId: string; readonly seller: Seller; readonly goods: Goods },
): Promise<{ readonly order: Order; readonly token: string; readonly checkoutUrl: string }> {
  const order = { orderId, seller: seller.ref, name: goods.name, amount: goods.price, customerId: randomUUID() };
  orders.add(order);
  const session = await payments.sessions.create(tenant, {
    orderId,
    customerId: order.customerId,
    orderName: `${seller.name} ${goods.name}`,
    amount: { value: goods.price },
    successUrl: `${url}/success`,
    failUrl: `${url}/fail`,
  });
  return { order, ...take(session) };
}

/** A day's simulated buyers, and those who return what they bought before. The same day always has the same. */
export async function tradeOf(market: Marketplace, day: string): Promise<void> {
  const number = Date.parse(day) / 86_400_000;
  for (const seller of market.sellers) {
    const samples = market.orders.all().filter((order) => order.name === seller.sample?.name).length;
    const goods = (await isNew(market, seller)) ? [seller.sample].slice(samples) : boughtOf(seller, number);
    for (const [index, each] of goods.entries()) {
      if (each !== undefined) await buy(market, { orderId: `${day}-${seller.ref}-${index + 1}`, seller, goods: each });
    }
  }
  await giveBack(market, dayBefore(day, 2), { every: 5, percent: 40 });
  // By then it was settled, and a part of it paid out.
  await giveBack(market, dayBefore(day, 9), { every: 7, percent: 100 });
}

/** Whether a seller that begins with a sample was not paid for it yet. */
async function isNew({ payments, tenant }: Marketplace, seller: Seller): Promise<boolean> {
  if (seller.sample === undefined) return false;
  return payoutsTo(seller.id, await allPages((page) => payments.payouts.list(tenant, page))).length === 0;
}

function boughtOf({ goods, ref }: Seller, number: number): readonly Goods[] {
  const many = 1 + ((number + ref.length) % 3);
  return Array.from({ length: many }, (_, index) => goods[(number + index) % goods.length] ?? goods[0]);
}

/** Buys as the checkout's page does for a buyer, and returns to the marketplace. */
async function buy(market: Marketplace, wanted: Parameters<typeof placeOrder>[1]): Promise<void> {
  const { payments, tenant } = market;
  const { order, token } = await placeOrder(market, wanted);
  const number = testCards.find(({ name }) => name === "kb")?.number ?? "";
  const card = { number, expiryMonth: "12", expiryYear: "39", registNo: "900101", passwordFront2: "12" };
  const { redirectUrl } = take(await payments.checkout.authenticate(token, card));
  const intentKey = new URL(redirectUrl).searchParams.get("intentKey") ?? "";
  take(await payments.intents.confirm(tenant, { intentKey, orderId: order.orderId, amount: order.amount }));
}

/** Some of a day's orders are canceled, in part or in full. */
async function giveBack(
  { payments, tenant, orders }: Marketplace,
  day: string,
  { every, percent }: { readonly every: number; readonly percent: number },
): Promise<void> {
  const ofDay = orders.all().filter(({ orderId }) => orderId.startsWith(`${day}-`));
  for (const [index, { orderId, amount }] of ofDay.entries()) {
    if ((Date.parse(day) / 86_400_000 + index) % every !== 0) continue;
    const part = percent === 100 ? {} : { cancelAmount: Math.round((amount * percent) / 100) };
    await payments.intents.cancel(tenant, { orderId }, { cancelReason: "구매자 요청", ...part });
  }
}

function dayBefore(day: string, days: number): string {
  return new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10);
}
