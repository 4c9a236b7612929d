import type { PaymentRequest } from "@wonflow/sdk";

/** The orders with their amounts; yours are in a database. */
const shared = globalThis as { orders?: Map<string, number> };
const orders = (shared.orders ??= new Map<string, number>());

/** Stores an order, so that its amount can be compared when the buyer comes back. */
export function placeOrder(): PaymentRequest {
  const orderId = `order-${crypto.randomUUID()}`;
  orders.set(orderId, 10_000);
  return { orderId, orderName: "Green tea", amount: { value: 10_000 }, successUrl: "/ok", failUrl: "/fail" };
}

/** The price of an order, in won; undefined if there is no such order. */
export const amountOf = (orderId: string): number | undefined => orders.get(orderId);
