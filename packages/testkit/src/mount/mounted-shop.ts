import { expect } from "vitest";
import type { MountFixture } from "./contract.ts";

/** What a test sends. A body that is no text is sent as it is, without a Content-Type. */
interface Sent {
  readonly body?: object | Uint8Array<ArrayBuffer>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An answer, read. */
interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body's fields; empty where it is no JSON. */
  readonly json: Readonly<Record<string, unknown>>;
}

/** What a merchant's server sends to confirm a payment. */
interface Confirmation {
  readonly intentKey: string;
  readonly orderId: string;
  readonly amount: number;
}

/** A merchant whose service is mounted at an address, with orders of its own. */
export interface MountedShop {
  readonly url: string;
  readonly bodiesAreReadBefore: boolean;
  readonly authorization: string;
  readonly order: Readonly<Record<string, unknown>> & { readonly orderId: string };
  /** Asks a path below the mount, with the secret key. */
  readonly ask: (method: string, path: string, sent?: Sent) => Promise<Answer>;
  /** Makes a session, and answers the address of its page. */
  readonly openSession: () => Promise<string>;
  /** Submits the form of a page with a good card, and answers what confirms the payment. */
  readonly pay: (checkoutUrl: string) => Promise<Confirmation>;
  /** A payment that waits to be confirmed. */
  readonly authenticated: () => Promise<Confirmation>;
  /** The status of this shop's payment. */
  readonly status: () => Promise<unknown>;
}

function fieldsOf(text: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(text)) as Readonly<Record<string, unknown>>;
  } catch {
    return {};
  }
}

export function mountedShop({ url, bodiesAreReadBefore = false }: Omit<MountFixture, "close">): MountedShop {
  const authorization = `Basic ${btoa("test_sk_docs:")}`;
  const order = {
    customerId: "2b7d1f0c-buyer",
    orderId: `order-${crypto.randomUUID()}`,
    orderName: "녹차 100g",
    amount: { value: 10_000 },
    successUrl: "https://shop.example/ok",
    failUrl: "https://shop.example/fail",
  };
  const ask: MountedShop["ask"] = async (method, path, { body, headers } = {}) => {
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
