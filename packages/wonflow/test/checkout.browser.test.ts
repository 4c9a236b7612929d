import { createServer, type Server } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";

import { launchChromium } from "@wonflow/testkit/chromium";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";

import {
  createHandler,
  createPayments,
  memoryStore,
  nodeListener,
  sandboxCardNetwork,
  systemClock,
  type Payments,
} from "../src/index.ts";

const shop = { mId: 7, mode: "test" } as const;

let browser: Browser;
let server: Server;
let payments: Payments;
let url: string;
let orders = 0;

beforeAll(async () => {
  browser = await launchChromium();
  server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  payments = createPayments({
    store: memoryStore(),
    cards: { test: sandboxCardNetwork({ clock: systemClock }) },
    secret: "a secret of the tests, at least 32 characters",
    settings: { checkoutUrl: `${url}/checkout` },
  });
  await payments.merchants.register({ ...shop, name: "골목 상점", feeRate: "3.3" });
  const service = nodeListener(createHandler(payments));
  // The merchant's own pages stand beside the service, on the same port.
  server.on("request", (request, response) => {
    if (request.url?.startsWith("/shop/")) response.end("<h1>shop</h1>");
    else service(request, response);
  });
}, 60_000);

afterAll(async () => {
  await browser.close();
  server.close();
});

async function openCheckout(): Promise<{ readonly page: Page; readonly orderId: string }> {
  orders += 1;
  const orderId = `order-20261120-${String(orders).padStart(4, "0")}`;
  const session = await payments.sessions.create(shop, {
    customerId: "browser-test-buyer",
    orderId,
    orderName: "녹차 <b>세트</b>",
    amount: { value: 50_000 },
    successUrl: `${url}/shop/ok`,
    failUrl: `${url}/shop/fail`,
  });
  if (!session.ok) throw new Error(session.error.code);
  const page = await browser.newPage();
  await page.goto(session.value.checkoutUrl);
  return { page, orderId };
}

async function fill(page: Page, number: string): Promise<void> {
  await page.fill("[name=number]", number);
  await page.fill("[name=expiryMonth]", "12");
  await page.fill("[name=expiryYear]", "39");
  await page.fill("[name=registNo]", "900101");
  await page.fill("[name=passwordFront2]", "12");
}

test("a buyer pays by the link, and the merchant confirms", async () => {
  const { page, orderId } = await openCheckout();
  expect(await page.textContent("body")).toContain("녹차 <b>세트</b>");
  expect(await page.textContent("body")).toContain("50,000원");
  await fill(page, "4000 0000 0011 0009");
  await page.click("button.pay");
  await page.waitForURL(/\/shop\/ok/);
  const parameters = new URL(page.url()).searchParams;
  expect(parameters.get("orderId")).toBe(orderId);
  const intentKey = parameters.get("intentKey") ?? "";
  const confirmed = await payments.intents.confirm(shop, { intentKey, orderId, amount: 50_000 });
  expect(confirmed).toMatchObject({ ok: true, value: { status: "DONE" } });
});

test("a refused card leads to the fail page, and another card pays after going back", async () => {
  const { page } = await openCheckout();
  const link = page.url();
  await fill(page, "4000 0001 0003 0008");
  await page.click("button.pay");
  await page.waitForURL(/\/shop\/fail\?code=REJECT_CARD_COMPANY/);
  await page.goto(link);
  await fill(page, "4000 0000 0011 0009");
  await page.click("button.pay");
  await page.waitForURL(/\/shop\/ok/);
});

test("giving up leads to the fail page", async () => {
  const { page } = await openCheckout();
  await page.click("button:not(.pay)");
  await page.waitForURL(/\/shop\/fail\?code=PAY_PROCESS_CANCELED/);
  expect(new URL(page.url()).searchParams.has("orderId")).toBe(false);
});

test("what is wrong is said beside the field, and no card number is shown again", async () => {
  const { page } = await openCheckout();
  await fill(page, "4000 0000 0011 0009");
  await page.fill("[name=expiryMonth]", "13");
  await page.click("button.pay");
  await page.waitForSelector(".problem");
  expect(await page.getAttribute("[name=expiryMonth]", "aria-invalid")).toBe("true");
  expect(await page.inputValue("[name=number]")).toBe("");
});
