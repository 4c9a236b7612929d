import type { MethodChoice } from "@wonflow/core";
import { sessionRecord, sessionStates } from "@wonflow/core/internal";
import { createHash } from "node:crypto";
import { attempts } from "../attempt/records.ts";
import type { Invariant } from "../observation/invariant.ts";
import { observeRecords } from "../observation/observed-records.ts";
import type { Part } from "../part.ts";
import { testCards } from "@wonflow/sandbox";
import {
  type Client,
  type Knowledge,
  sending,
  sendingAbout,
  merchantPost,
  type ClientRequest,
} from "../client/client.ts";

export const sessions = observeRecords(sessionRecord, {
  subject: (_, session) => session?.intentKey,
  machine: {
    states: sessionStates,
    initial: "OPEN",
    statusOf: ({ status }) => status,
    // A newer opening replaces the earlier one.
    repeated: (before, after) =>
      after.status === "IN_WINDOW" && before.opening?.key !== after.opening?.key && "open-window",
    // Both expiry and the cancellation of its payment end an open session as EXPIRED.
    eventOf: ({ event }, moves) =>
      event === "expire" && moves.some((other) => other.event === "cancel-rest") ? "close" : undefined,
  },
  unfinished({ id, status, opening }) {
    if (!isUnpaid(status)) return undefined;
    const until = status === "IN_WINDOW" ? opening?.endsAt : undefined;
    return { what: `session ${id} is still ${status}`, until };
  },
});

/** Whether its buyer may still pay. */
export function isUnpaid(status: string | undefined): boolean {
  return status === "OPEN" || status === "IN_WINDOW";
}

export function sessionIdOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

const linksUsedInTime: Invariant = {
  name: "a link is used before it expires",
  ofMove({ machine, tenant, id, event, at }, observed) {
    if (machine !== sessions.kind || event !== "authenticate") return undefined;
    const session = observed.of(sessions).get(tenant, id);
    if (session === undefined || at < session.expiresAt) return undefined;
    // A buyer who went to the window in time may come back later.
    const isFromWindow = [...observed.of(attempts).values()].some(
      (each) => each.kind === "authentication" && each.sessionId === id && each.status === "DONE" && at < each.endsAt,
    );
    return isFromWindow ? undefined : `session ${id} was used after it had expired`;
  },
};

const noLinkLost: Invariant = {
  name: "no acknowledged link is lost",
  ofAcknowledgment({ tenant, answer }, observed) {
    const { token } = answer.body;
    if (typeof token !== "string") return undefined;
    const session = observed.of(sessions).get(tenant, sessionIdOf(token));
    return session === undefined ? "a client was given a link whose session is not stored" : undefined;
  },
};

export const tokens: Knowledge<string[]> = {
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

/** Half of the sessions leave the choice to the contract. */
function namedMethods({ order: { merchant }, random }: Client): { readonly methods?: readonly MethodChoice[] } {
  if (merchant.methods.length === 0 || random.chance(0.5)) return {};
  const methods = merchant.methods.filter(() => random.chance(0.7));
  return methods.length === 0 ? {} : { methods };
}

function sessionRequest(client: Client): ClientRequest {
  const kyc = client.random.chance(client.identified) ? { kyc: { name: "Kim", registNo: "900101" } } : {};
  const methods = namedMethods(client);
  return merchantPost(client, {
    name: "create-session",
    path: "/px/payfront/sessions",
    bodyWith: (mark) => ({ ...orderOf(client, mark), ...kyc, ...methods }),
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

export function pageRequest(
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
  records: [sessions],
  invariants: [linksUsedInTime, noLinkLost],
  knowledge: [tokens],
  commands: [
    [createSession, 1],
    [openCheckout, 1],
    [openLink, 1],
    [giveUp, 1],
    [authenticate, 2],
  ],
};
