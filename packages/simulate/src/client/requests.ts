import { testCards } from "@wonflow/sandbox";
import { markOf, type SentRequest } from "../exchange.ts";
import type { Client } from "./client.ts";

/**
 * Every test card but the one whose cancellations never arrive however often they are sent: that one
 * never comes to rest.
 */
const cards = testCards.filter(({ name }) => name !== "refund-never-arrives");

type Named = Pick<SentRequest, "name" | "path"> & {
  /** The body, with a mark that says under which key it was sent first; empty without one. */
  readonly bodyWith: (mark: string) => object;
  readonly key?: string | undefined;
};

/** A request of the merchant's server; some send an idempotency key, some do not, unless it is to be this one. */
function post({ order, random, newKey }: Client, { bodyWith, key, ...request }: Named): SentRequest {
  const idempotencyKey = key ?? (random.chance(0.6) ? newKey() : undefined);
  const body = bodyWith(idempotencyKey === undefined ? "" : markOf(idempotencyKey));
  const { authorization } = order.shop;
  return { ...request, method: "POST", authorization, body, idempotencyKey };
}

export function createSession(client: Client): SentRequest {
  const { orderId, amount } = client.order;
  // A shop that recalculates its cart makes a session of another amount.
  const value = client.random.chance(0.85) ? amount : amount + 500;
  const kyc = client.random.chance(0.1) ? { kyc: { name: "Kim", registNo: "900101" } } : {};
  return post(client, {
    name: "create-session",
    path: "/px/payfront/sessions",
    bodyWith: (mark) => ({
      customerId: "2b7d1f0c-buyer",
      orderId,
      orderName: `Green tea${mark}`,
      amount: { value },
      successUrl: "https://shop.example/ok",
      failUrl: "https://shop.example/fail",
      ...kyc,
    }),
  });
}

/** A request of the checkout page, with nothing but its link's token. */
function page(name: string, token: string, rest: Pick<SentRequest, "method" | "path" | "body">): SentRequest {
  return { name, authorization: `Bearer ${token}`, ...rest };
}

export function openLink(token: string): SentRequest {
  return page("open-link", token, { method: "GET", path: "/checkout/session" });
}

export function giveUp(token: string): SentRequest {
  return page("give-up", token, { method: "POST", path: "/checkout/session/give-up" });
}

export function authenticate({ random }: Client, token: string): SentRequest {
  const { number } = random.chance(0.7) ? random.pick(cards.slice(0, 4)) : random.pick(cards);
  const passwordFront2 = random.chance(0.05) ? "99" : "12";
  const card = { number, expiryMonth: "12", expiryYear: "39", registNo: "900101", passwordFront2 };
  const months = random.chance(0.2) ? { installmentPlanMonths: random.below(4) } : {};
  const body = { ...card, ...months };
  return page("authenticate", token, { method: "POST", path: "/checkout/session/authenticate", body });
}

interface Payment {
  readonly intentKey: string;
  readonly amount: number;
}

export function confirm(
  client: Client,
  { intentKey, amount }: Payment,
  { difference = 0, key }: { readonly difference?: number; readonly key?: string | undefined } = {},
): SentRequest {
  const body = { intentKey, orderId: client.order.orderId, amount: amount + difference };
  const bodyWith = () => body;
  const name = difference === 0 ? "confirm" : "confirm-another-amount";
  return post(client, { name, path: "/px/intents/confirm", bodyWith, key });
}

export function cancel(
  client: Client,
  intentKey: string | undefined,
  { cancelAmount, key }: { readonly cancelAmount?: number; readonly key?: string | undefined } = {},
): SentRequest {
  const payment = intentKey ?? `orders/${client.order.orderId}`;
  const part = cancelAmount === undefined ? {} : { cancelAmount };
  const bodyWith = (mark: string) => ({ cancelReason: `changed my mind${mark}`, ...part });
  const name = cancelAmount === undefined ? "cancel-rest" : "cancel-part";
  return post(client, { name, path: `/px/intents/${payment}/cancel`, bodyWith, key });
}

export function lookUp({ order, random }: Client, intentKey: string | undefined): SentRequest {
  const path = intentKey !== undefined && random.chance(0.5) ? intentKey : `orders/${order.orderId}`;
  return { name: "look-up", method: "GET", path: `/px/intents/${path}`, authorization: order.shop.authorization };
}
