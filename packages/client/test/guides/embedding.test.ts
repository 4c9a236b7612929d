import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

import { expect, onTestFinished, test } from "vitest";
import { testCards, type Payments } from "wonflow";

import { blocksOf } from "./curl.ts";
import { openTestedService } from "./tested-service.ts";

interface Order {
  readonly id: string;
  readonly amount: number;
}

/** What the page's code exports. */
interface Page {
  startPayment(payments: Payments, order: Order): Promise<string>;
  finishPayment(payments: Payments, back: { readonly order: Order; readonly query: URLSearchParams }): Promise<string>;
}

async function pageCode(): Promise<Page> {
  const folder = path.resolve(import.meta.dirname, "../../reports/embedding");
  const file = path.join(folder, `embedding-${process.pid}.ts`);
  mkdirSync(folder, { recursive: true });
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(file, blocksOf("embedding.md", "ts").join("\n"));
  return (await import(/* @vite-ignore */ file)) as Page;
}

test.each([
  ["kb", "paid"],
  ["no-funds", "refused"],
  ["answer-lost", "not known yet"],
])("docs/embedding.md: a payment with the card %s is %s", async (card, end) => {
  const { payments, handler } = await openTestedService();
  await payments.merchants.register({ mId: 7, mode: "test", name: "Corner Shop", feeRate: "3.3" });
  const { startPayment, finishPayment } = await pageCode();
  const order = { id: `order-${crypto.randomUUID()}`, amount: 10_000 };
  const token = new URL(await startPayment(payments, order)).searchParams.get("token");
  const number = testCards.find(({ name }) => name === card)?.number;
  const typed = { number, expiryMonth: "12", expiryYear: "39", registNo: "900101", passwordFront2: "12" };
  const response = await handler(
    new Request("http://localhost:4242/checkout/session/authenticate", {
      method: "POST",
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      body: JSON.stringify(typed),
    }),
  );
  const { redirectUrl } = (await response.json()) as { readonly redirectUrl: string };
  expect(await finishPayment(payments, { order, query: new URL(redirectUrl).searchParams })).toBe(end);
});
