import { expect } from "vitest";

import { testCards } from "../src/index.ts";

/** What a browser shows of an address, and where it then is. */
export async function visit(url: string, init: RequestInit = {}) {
  const response = await fetch(url, { ...init, redirect: "manual" });
  return { status: response.status, to: response.headers.get("Location") ?? "", text: await response.text() };
}

/** A request with a body of JSON. */
export const json = (body: object) => ({
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify(body),
});

/** Begins to buy tea, and sends the checkout what its page would. Answers the address that the buyer comes back to. */
async function atCheckout(url: string, call: string, body: object): Promise<string> {
  const { status, to } = await visit(`${url}/buy`, { method: "POST" });
  expect([status, to]).toEqual([303, expect.stringContaining(`${url}/pay/checkout?token=`)]);
  const sent = json(body);
  const headers = { ...sent.headers, Authorization: `Bearer ${new URL(to).searchParams.get("token")}` };
  const { text } = await visit(`${url}/pay/checkout/session/${call}`, { ...sent, headers });
  return (JSON.parse(text) as { readonly redirectUrl: string }).redirectUrl;
}

/** Buys tea with a card. */
export function buy(url: string, card = "kb"): Promise<string> {
  const number = testCards.find(({ name }) => name === card)?.number;
  const typed = { number, expiryMonth: "12", expiryYear: "39", registNo: "900101", passwordFront2: "12" };
  return atCheckout(url, "authenticate", typed);
}

/** Leaves the checkout without buying. */
export const leave = (url: string) => atCheckout(url, "give-up", {});

/** Moves the development clock. */
export const forward = (url: string, by: object) => visit(`${url}/pay/development/clock`, json({ forward: by }));

/** The payment of the order that a buyer came back with. */
export async function paymentOf(url: string, back: string): Promise<{ readonly status: string }> {
  const { text } = await visit(`${url}/orders/${new URL(back).searchParams.get("orderId")}`);
  return (JSON.parse(text) as { readonly value: { readonly status: string } }).value;
}
