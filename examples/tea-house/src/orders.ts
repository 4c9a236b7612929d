import { payments, shop, url } from "./payments.ts";

const price = 10_000;

/** The orders with their amounts; yours are in a database. */
const orders = new Map<string, { readonly amount: number }>();

/** A page of this shop. It shows nothing that a buyer has typed. */
export function page(text: string): string {
  const form = `<form method="post" action="/orders"><button>Buy green tea for ₩${price.toLocaleString("en")}</button></form>`;
  return `<!doctype html><html lang="en"><title>Tea house</title><h1>Tea house</h1><p>${text}</p>${form}</html>`;
}

/** Stores an order, and answers where its buyer pays. */
export async function placeOrder(): Promise<string> {
  const orderId = `order-${crypto.randomUUID()}`;
  orders.set(orderId, { amount: price });
  const session = await payments.sessions.create(shop, {
    customerId: "2b7d1f0c-buyer",
    orderId,
    orderName: "Green tea",
    amount: { value: price },
    successUrl: `${url}/ok`,
    failUrl: `${url}/fail`,
  });
  if (!session.ok) throw new Error(`${session.error.code} ${JSON.stringify(session.error.details)}`);
  return session.value.checkoutUrl;
}

/** The parameters of the redirect. Anyone can type such an address. */
interface Returned {
  readonly orderId?: string;
  readonly intentKey?: string;
  readonly amount?: string;
}

/** Confirms the payment of an order, and says how that went. The same page may be loaded twice. */
export async function confirmOrder({ orderId = "", intentKey = "", amount }: Returned): Promise<string> {
  const order = orders.get(orderId);
  if (order === undefined || order.amount !== Number(amount)) return page("We know of no such order.");
  const confirmed = await payments.intents.confirm(shop, { intentKey, orderId, amount: order.amount });
  if (confirmed.ok) return page(`Paid: ₩${confirmed.value.totalAmount.toLocaleString("en")}. Thank you!`);
  return page(`Not paid: ${confirmed.error.code}`);
}
