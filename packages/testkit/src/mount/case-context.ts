import { expect } from "vitest";

/** A service that is mounted in a framework and listens. */
export interface MountFixture {
  /** Where it is mounted, without a slash at the end: `http://127.0.0.1:3000/pay`. */
  readonly url: string;
  /** Whether a framework reads bodies before the service, and answers some errors in a shape of its own. */
  readonly bodiesAreReadBefore?: boolean;
  readonly close: () => Promise<void>;
}

interface Sent {
  readonly body?: object | Uint8Array<ArrayBuffer>;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Empty for a body that is not JSON. */
  readonly json: Readonly<Record<string, unknown>>;
}

interface Confirmation {
  readonly intentKey: string;
  readonly orderId: string;
  readonly amount: number;
}

/** A merchant at the mounted service, with an order of its own. */
export interface CaseContext {
  readonly url: string;
  readonly bodiesAreReadBefore: boolean;
  readonly authorization: string;
  readonly order: Readonly<Record<string, unknown>> & { readonly orderId: string };
  readonly ask: (method: string, path: string, sent?: Sent) => Promise<Answer>;
  /** Creates a session, and answers its checkoutUrl. */
  readonly openSession: () => Promise<string>;
  /** Submits the checkout's form with a good card, and answers the body of the confirm. */
  readonly pay: (checkoutUrl: string) => Promise<Confirmation>;
  readonly authenticated: () => Promise<Confirmation>;
  readonly status: () => Promise<unknown>;
}

export type Cases = Readonly<Record<string, (context: CaseContext) => Promise<void>>>;

function fieldsOf(text: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(text)) as Readonly<Record<string, unknown>>;
  } catch {
    return {};
  }
}

export function contextOf({ url, bodiesAreReadBefore = false }: Omit<MountFixture, "close">): CaseContext {
  const authorization = `Basic ${btoa("test_sk_docs:")}`;
  const order = {
    customerId: "2b7d1f0c-buyer",
    orderId: `order-${crypto.randomUUID()}`,
    orderName: "녹차 100g",
    amount: { value: 10_000 },
    successUrl: "https://shop.example/ok",
    failUrl: "https://shop.example/fail",
  };
  const ask: CaseContext["ask"] = async (method, path, { body, headers } = {}) => {
    const isBytes = body instanceof Uint8Array;
    const sent = body === undefined || isBytes ? (body ?? null) : JSON.stringify(body);
    const typed = body === undefined || isBytes ? {} : { "Content-Type": "application/json" };
    const init = { method, headers: { Authorization: authorization, ...typed, ...headers }, body: sent };
    const response = await fetch(url + path, { ...init, redirect: "manual" });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: fieldsOf(text) };
  };
  const openSession = async () => {
    const { status, json, text } = await ask("POST", "/px/payfront/sessions", { body: order });
    expect(status, text).toBe(201);
    return String(json["checkoutUrl"]);
  };
  const pay = async (checkoutUrl: string) => {
    const token = new URL(checkoutUrl).searchParams.get("token") ?? "";
    const card = { number: "4000 0000 0011 0009", expiry: "12/39", passwordFront2: "12", registNo: "900101" };
    const body = new URLSearchParams({ token, action: "pay", holder: "personal", ...card });
    const paid = await fetch(checkoutUrl, { method: "POST", body, redirect: "manual" });
    const next = new URL(paid.headers.get("Location") ?? "about:blank");
    expect([paid.status, next.origin + next.pathname]).toEqual([303, order.successUrl]);
    const { intentKey = "", amount } = Object.fromEntries(next.searchParams);
    return { intentKey, orderId: order.orderId, amount: Number(amount) };
  };
  return {
    url,
    bodiesAreReadBefore,
    authorization,
    order,
    ask,
    openSession,
    pay,
    authenticated: async () => pay(await openSession()),
    status: async () => (await ask("GET", `/px/intents/orders/${order.orderId}`)).json["status"],
  };
}
