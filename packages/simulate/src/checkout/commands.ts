import { testCards } from "@wonflow/sandbox";
import type { Client, Knowledge } from "../client/client.ts";
import { sending, sendingAbout } from "../client/command.ts";
import { merchantPost } from "../client/merchant-request.ts";
import type { ClientRequest } from "../client/request.ts";
import type { Part } from "../part.ts";

const tokens: Knowledge<string[]> = {
  start: () => [],
  onSuccess(known, { body: { token } }) {
    if (typeof token === "string" && !known.includes(token)) known.push(token);
  },
};

function orderOf({ order: { orderId, amount }, random }: Client, mark: string) {
  // A merchant that recomputes its cart creates a session with another amount.
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

function sessionRequest(client: Client): ClientRequest {
  const kyc = client.random.chance(client.identified) ? { kyc: { name: "Kim", registNo: "900101" } } : {};
  return merchantPost(client, {
    name: "create-session",
    path: "/px/payfront/sessions",
    bodyWith: (mark) => ({ ...orderOf(client, mark), ...kyc }),
  });
}

function checkoutRequest(client: Client): ClientRequest {
  return {
    name: "open-checkout",
    method: "POST",
    path: "/checkout/sessions",
    authorization: client.order.merchant.pageAuthorization,
    origin: client.random.chance(0.9) ? "https://shop.example" : "https://elsewhere.example",
    body: orderOf(client, ""),
  };
}

function pageRequest(
  name: string,
  token: string,
  rest: Pick<ClientRequest, "method" | "path" | "body">,
): ClientRequest {
  return { name, authorization: `Bearer ${token}`, ...rest };
}

/** Without cards that differ only when they are stored, and without late calls, which the wire simulates. */
const payingCards = testCards.filter(({ failure, name }) => failure?.at !== "issueToken" && name !== "arrives-late");

function authenticateRequest({ random }: Client, token: string): ClientRequest {
  const { number } = random.chance(0.7) ? random.pick(payingCards.slice(0, 4)) : random.pick(payingCards);
  const passwordFront2 = random.chance(0.05) ? "99" : "12";
  const card = { number, expiryMonth: "12", expiryYear: "39", registNo: "900101", passwordFront2 };
  const months = random.chance(0.2) ? { installmentPlanMonths: random.below(4) } : {};
  const body = { ...card, ...months };
  return pageRequest("authenticate", token, { method: "POST", path: "/checkout/session/authenticate", body });
}

export const createSession = sending("create-session", sessionRequest);
const openCheckout = sending("open-checkout", checkoutRequest);
export const openLink = sendingAbout("open-link", tokens, (_, token) =>
  pageRequest("open-link", token, { method: "GET", path: "/checkout/session" }),
);
export const authenticate = sendingAbout("authenticate", tokens, authenticateRequest);
const giveUp = sendingAbout("give-up", tokens, (_, token) =>
  pageRequest("give-up", token, { method: "POST", path: "/checkout/session/give-up" }),
);

export const part: Part = {
  knowledge: [tokens],
  commands: [
    [createSession, 1],
    [openCheckout, 1],
    [openLink, 1],
    [giveUp, 1],
    [authenticate, 2],
  ],
};
