import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { startNiceEmulator, type NiceEmulator } from "@wonflow/nice-emulator";
import { nicePayments } from "@wonflow/nice-payments";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createHandler, createPayments, memoryStore, nodeListener, type Payments } from "../../src/index.ts";
import { browser, useBrowser } from "./browser-and-service.ts";
import { openBuyerPage } from "./buyer-page.ts";

const shop = { mId: 7, mode: "live" } as const;
const account = { clientKey: "tea-house", secretKey: "secret-key-of-tea-house-32-chars" };
const methods = ["CARD", "EASY_PAY", "TRANSFER"] as const;

let emulator: NiceEmulator;
let payments: Payments;
let server: Server;
let url: string;

useBrowser();
beforeAll(async () => {
  emulator = await startNiceEmulator({ accounts: [account] });
  let answer: RequestListener = (_, response) => response.end();
  server = createServer((request, response) => answer(request, response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  url = `http://127.0.0.1:${port}`;
  const nice = nicePayments({
    url: emulator.url,
    accountsOf: () => [account],
    windowMethods: () => ["CARD", "TRANSFER", "KAKAOPAY"],
  });
  payments = createPayments({
    store: memoryStore(),
    gateways: { live: nice },
    secret: "s".repeat(32),
    // Another host than the checkout's, as live mode demands.
    settings: { checkoutUrl: `${url}/checkout`, windowUrl: `http://localhost:${port}` },
  });
  const merchant = { name: "골목 상점", feeRate: "3.3", contracts: { methods: [...methods] } };
  await payments.merchants.register({ ...merchant, ...shop, defaultMethods: [...methods] });
  const handle = nodeListener(createHandler(payments, { rateLimits: "off" }));
  answer = (request, response) => {
    if (request.url?.startsWith("/shop/") !== true) return handle(request, response);
    response.setHeader("Content-Type", "text/html; charset=utf-8").end("<h1>shop</h1>");
  };
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await emulator.close();
});

let orders = 0;

/** A buyer at the checkout who has gone to the provider's window. */
async function inWindow(method: string) {
  const session = await payments.sessions.create(shop, {
    customerId: "browser-test-buyer",
    orderId: `order-20261120-${String((orders += 1)).padStart(4, "0")}`,
    orderName: `"우전" 녹차 세트 | 100g`,
    amount: { value: 60_000 },
    successUrl: `${url}/shop/ok`,
    failUrl: `${url}/shop/fail`,
  });
  if (!session.ok) throw new Error(session.error.code);
  const buyer = await openBuyerPage(browser);
  await buyer.page.goto(session.value.checkoutUrl);
  await buyer.page.click(`#card button[value=window-${method}]`);
  return buyer;
}

async function confirm(landing: string) {
  const { orderId = "", intentKey = "", amount } = Object.fromEntries(new URL(landing).searchParams);
  const confirmed = await payments.intents.confirm(shop, { intentKey, orderId, amount: Number(amount) });
  return confirmed.ok ? confirmed.value : confirmed.error.code;
}

/** Presses a button of the window; what buyers rarely do is behind a line of its own. */
async function act(page: Page, name: string): Promise<void> {
  if (name !== "pay" && name !== "cancel") await page.click("summary");
  await page.click(`button[value=${name}]`);
}

test.each([
  ["CARD", { method: "CARD", card: { number: "941011******0001", installmentPlanMonths: 3 } }],
  ["TRANSFER", { method: "TRANSFER", transfer: { bankCode: "004" } }],
  ["KAKAOPAY", { method: "EASY_PAY", easyPay: { provider: "KAKAOPAY" } }],
])("%s is paid in the provider's window, which its script opens", async (method, paid) => {
  const { page, pageErrors } = await inWindow(method);
  await page.waitForSelector("h1:text-is('-우전- 녹차 세트 - 100g')");
  if (method === "CARD") await page.selectOption("[name=months]", "3");
  await act(page, "pay");
  await page.waitForURL(/\/shop\/ok\?/);
  expect(await confirm(page.url())).toMatchObject({ status: "DONE", methods: [paid] });
  expect(pageErrors).toEqual([]);
});

test.each(["cancel", "fail"])("a buyer who chooses to %s can choose again", async (name) => {
  const { page } = await inWindow("CARD");
  await act(page, name);
  await page.waitForSelector("#card");
  await page.click("#card button[value=window-KAKAOPAY]");
  await act(page, "twice");
  await page.waitForURL(/\/shop\/ok\?/);
  expect(await confirm(page.url())).toMatchObject({ status: "DONE" });
});

test("a buyer who is brought back in another tab pays there, and once", async () => {
  const { page, context } = await inWindow("KAKAOPAY");
  // The form stays in this tab, and may be sent again.
  for (const send of [() => act(page, "other-tab"), () => page.click("button")]) {
    const opened = context.waitForEvent("page");
    await send();
    const other = await opened;
    await other.waitForURL(/\/shop\/ok\?/);
    expect(await confirm(other.url())).toMatchObject({ status: "DONE" });
  }
  const orderIds = emulator.book().approvals.map(({ orderId }) => orderId);
  expect(new Set(orderIds).size).toBe(orderIds.length);
});

test("a window that fails to open says so", async () => {
  emulator.failScript(1);
  const { page } = await inWindow("CARD");
  await page.waitForSelector("#failed:not([hidden])");
});
