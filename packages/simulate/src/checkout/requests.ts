import { testCards } from "@wonflow/sandbox";
import type { Client } from "../client/client.ts";
import { merchantPost } from "../client/merchant-request.ts";
import type { ClientRequest } from "../client/request.ts";

/** The order, as a merchant's server or page gives it. */
function orderOf({ order: { orderId, amount }, random }: Client, mark: string) {
  // A merchant that computes its cart anew makes a session of another amount.
  const value = random.chance(0.85) ? amount : amount + 500;
  return {
    customerId: "2b7d1f0c-buyer",
    orderId,
    orderName: `Green tea${mark}`,
    amount: { value },
    successUrl: "https://shop.example/ok",
    failUrl: "https://shop.example/fail",
  };
}

export function createSession(client: Client): ClientRequest {
  const kyc = client.random.chance(client.identified) ? { kyc: { name: "Kim", registNo: "900101" } } : {};
  return merchantPost(client, {
    name: "create-session",
    path: "/px/payfront/sessions",
    bodyWith: (mark) => ({ ...orderOf(client, mark), ...kyc }),
  });
}

/** A page with the client key opens a checkout: the merchant's, or anybody's who knows an order id. */
export function openCheckout(client: Client): ClientRequest {
  return {
    name: "open-checkout",
    method: "POST",
    path: "/checkout/sessions",
    authorization: client.order.merchant.pageAuthorization,
    origin: client.random.chance(0.9) ? "https://shop.example" : "https://elsewhere.example",
    body: orderOf(client, ""),
  };
}

/** A request of the checkout page, with nothing but its link's token. */
function pageRequest(
  name: string,
  token: string,
  rest: Pick<ClientRequest, "method" | "path" | "body">,
): ClientRequest {
  return { name, authorization: `Bearer ${token}`, ...rest };
}

export function openLink(token: string): ClientRequest {
  return pageRequest("open-link", token, { method: "GET", path: "/checkout/session" });
}

export function giveUp(token: string): ClientRequest {
  return pageRequest("give-up", token, { method: "POST", path: "/checkout/session/give-up" });
}

/** The test cards but those that differ from others only when they are stored. */
const payingCards = testCards.filter(({ failure }) => failure?.at !== "issueToken");

export function authenticate({ random }: Client, token: string): ClientRequest {
  const { number } = random.chance(0.7) ? random.pick(payingCards.slice(0, 4)) : random.pick(payingCards);
  const passwordFront2 = random.chance(0.05) ? "99" : "12";
  const card = { number, expiryMonth: "12", expiryYear: "39", registNo: "900101", passwordFront2 };
  const months = random.chance(0.2) ? { installmentPlanMonths: random.below(4) } : {};
  const body = { ...card, ...months };
  return pageRequest("authenticate", token, { method: "POST", path: "/checkout/session/authenticate", body });
}
