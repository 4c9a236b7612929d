import type { Client } from "../client/client.ts";
import { merchantPost } from "../client/merchant-request.ts";
import type { ClientRequest } from "../client/request.ts";
import type { KnownPayment } from "./knowledge.ts";

export function confirm(
  client: Client,
  { intentKey, amount }: KnownPayment,
  { difference = 0, key }: { readonly difference?: number; readonly key?: string | undefined } = {},
): ClientRequest {
  const body = { intentKey, orderId: client.order.orderId, amount: amount + difference };
  const name = difference === 0 ? "confirm" : "confirm-another-amount";
  return merchantPost(client, { name, path: "/px/intents/confirm", bodyWith: () => body, key });
}

/** Cancels what remains, or a part of it, of a payment named by its key or, where left out, by its order. */
export function cancel(
  client: Client,
  intentKey: string | undefined,
  { cancelAmount, key }: { readonly cancelAmount?: number; readonly key?: string | undefined } = {},
): ClientRequest {
  const payment = intentKey ?? `orders/${client.order.orderId}`;
  const part = cancelAmount === undefined ? {} : { cancelAmount };
  const bodyWith = (mark: string) => ({ cancelReason: `changed my mind${mark}`, ...part });
  const name = cancelAmount === undefined ? "cancel-rest" : "cancel-part";
  return merchantPost(client, { name, path: `/px/intents/${payment}/cancel`, bodyWith, key });
}

export function lookUp({ order, random }: Client, intentKey: string | undefined): ClientRequest {
  const path = intentKey !== undefined && random.chance(0.5) ? intentKey : `orders/${order.orderId}`;
  return { name: "look-up", method: "GET", path: `/px/intents/${path}`, authorization: order.merchant.authorization };
}
