import { createServer, type Server } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { windowMethods, windowRefusals, type WindowMethod } from "@wonflow/core";
import { windowChoices } from "@wonflow/sandbox";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  createHandler,
  createPayments,
  memoryStore,
  nodeListener,
  sandboxGateway,
  sandboxWindowEndpoints,
  startWork,
  systemClock,
  type Payments,
} from "../../src/index.ts";
import { browser, turns, useBrowser } from "./browser-and-service.ts";
import { fillCard, openBuyerPage, type BuyerBrowser } from "./buyer-page.ts";

/* Every choice of the sandbox's own window, as buyers see it: on phone and desk, in Korean and English. */

const shop = { mId: 7, mode: "test" } as const;
const minute = 60_000;

let payments: Payments;
let server: Server;
let url: string;
let work: ReturnType<typeof startWork>;
let ahead = 0;

useBrowser();
beforeAll(async () => {
  server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  url = `http://127.0.0.1:${port}`;
  const clock = { ...systemClock, now: () => systemClock.now() + ahead };
  const gateway = await sandboxGateway({ clock, windowUrl: `http://localhost:${port}/sandbox/window` });
  const settings = { checkoutUrl: `${url}/checkout` };
  const gateways = { test: gateway };
  payments = createPayments({ store: memoryStore(), gateways, clock, secret: "s".repeat(32), settings });
  const methods: ("KEYIN" | WindowMethod)[] = ["KEYIN", ...windowMethods];
  const merchant = { ...shop, name: "골목 상점", feeRate: "3.3", contracts: { methods }, defaultMethods: methods };
  await payments.merchants.register(merchant);
  work = startWork(payments);
  const beside = sandboxWindowEndpoints(gateway);
  const answer = nodeListener(createHandler(payments, { rateLimits: "off", beside }));
  server.on("request", (request, response) => {
    if (request.url?.startsWith("/shop/") !== true) return answer(request, response);
    response.setHeader("Content-Type", "text/html; charset=utf-8").end("<h1>shop</h1>");
  });
});
afterAll(async () => {
  await work.stop();
  server.closeAllConnections();
  server.close();
});

const looks: readonly BuyerBrowser[] = [
  { size: "phone", language: "ko" },
  { size: "desktop", language: "en" },
  { size: "phone", language: "en" },
  { size: "desktop", language: "ko" },
];
const nextLooks = turns();

let orders = 0;

/** A buyer of 50,000 won's tea who has chosen in the window. */
async function choose(look: BuyerBrowser, method: WindowMethod, choice: string) {
  orders += 1;
  const orderId = `order-20261120-${String(orders).padStart(4, "0")}`;
  const redirects = { successUrl: `${url}/shop/ok`, failUrl: `${url}/shop/fail` };
  const order = { customerId: "browser-test-buyer", orderId, orderName: "우전 녹차", amount: { value: 50_000 } };
  const session = await payments.sessions.create(shop, { ...order, ...redirects });
  if (!session.ok) throw new Error(session.error.code);
  const buyer = await openBuyerPage(browser, look);
  const { page } = buyer;
  await page.goto(session.value.checkoutUrl);
  await page.click(`#card button[value=window-${method}]`);
  await page.waitForURL(/\/sandbox\/window\?/);
  expect(await page.getAttribute("html", "lang")).toBe(look.language);
  await page.click(`button[value=${choice}]`);
  const { token } = session.value;
  return { ...buyer, orderId, token };
}

/** What the shop gets after the buyer came back to it. */
async function confirmed(page: Page) {
  await page.waitForURL(/\/shop\/ok\?/);
  const { orderId = "", intentKey = "", amount } = Object.fromEntries(new URL(page.url()).searchParams);
  const answer = await payments.intents.confirm(shop, { intentKey, orderId, amount: Number(amount) });
  return answer.ok ? { status: answer.value.status, paid: answer.value.methods[0] } : { status: answer.error.code };
}

const heading = (page: Page) => page.locator("main h1:not(.sr)").innerText();
const isInWindow = /^(?:결제창에서 진행 중이에요|Continue in the payment window)$/;

/** The choices are back, with a notice in the buyer's language; the typed card pays. */
async function expectChoices(page: Page, { language }: BuyerBrowser) {
  const notice = await page.innerText("#notice");
  expect([notice, /[가-힣]/.test(notice)]).toEqual([expect.stringMatching(/.{20}/), language === "ko"]);
  await fillCard(page);
  await page.click("#pay");
  expect(await confirmed(page)).toMatchObject({ status: "DONE", paid: { method: "KEYIN" } });
}

const methodCases = windowMethods.flatMap((method) => nextLooks(looks).map((look) => [method, look] as const));

test.each(methodCases)("%s pays (%j)", async (method, look) => {
  const { page, pageErrors } = await choose(look, method, "succeed");
  const isWallet = method !== "CARD" && method !== "TRANSFER";
  expect(await confirmed(page)).toMatchObject({
    status: "DONE",
    paid: isWallet ? { method: "EASY_PAY", amount: 50_000, easyPay: { provider: method } } : { method, amount: 50_000 },
  });
  expect(pageErrors).toEqual([]);
});

const wallet = "KAKAOPAY";

/** A choice that leads to the shop, by what the shop gets when it confirms. */
const paying: Readonly<Record<string, readonly [method: WindowMethod, answer: object]>> = {
  succeed: [wallet, { status: "DONE" }],
  discount: [wallet, { status: "DONE", paid: { amount: 50_000, easyPay: { amount: 49_000, discountAmount: 1_000 } } }],
  months: ["CARD", { status: "DONE", paid: { card: { installmentPlanMonths: 3 } } }],
  twice: [wallet, { status: "DONE" }],
  "approval-lost": [wallet, { status: "UNKNOWN_PAYMENT_ERROR" }],
  "approval-refused": [wallet, { status: "REJECT_CARD_PAYMENT" }],
};

const payingCases = Object.entries(paying).flatMap(([choice, [method, answer]]) =>
  nextLooks(looks).map((look) => [choice, look, method, answer] as const),
);

test.each(payingCases)("%s leads to the shop (%j)", async (choice, look, method, answer) => {
  const { page, pageErrors, orderId } = await choose(look, method, choice);
  expect([await confirmed(page), pageErrors]).toMatchObject([answer, []]);
  const end = choice === "approval-refused" ? "ABORTED" : "DONE";
  // An answer that was lost is looked up.
  ahead += 10 * minute;
  await expect.poll(() => payments.intents.lookUp(shop, { orderId })).toMatchObject({ value: { status: end } });
});

test.each(nextLooks(looks))("slow waits, and leads to the shop once the gateway knows it (%j)", async (look) => {
  const { page } = await choose(look, wallet, "slow");
  await expect.poll(() => heading(page)).toMatch(isInWindow);
  ahead += 5 * minute;
  expect(await confirmed(page)).toMatchObject({ status: "DONE" });
});

test.each(nextLooks(looks))("forged changes nothing: the window is open, and opens again (%j)", async (look) => {
  const { page, orderId } = await choose(look, wallet, "forged");
  await expect.poll(() => heading(page)).toMatch(isInWindow);
  const found = await payments.intents.lookUp(shop, { orderId });
  expect(found).toMatchObject({ value: { status: "READY" } });
  await page.click("#reopen");
  await page.click("button[value=succeed]");
  expect(await confirmed(page)).toMatchObject({ status: "DONE" });
});

const failing = ["cancel", ...windowRefusals.map((code) => `refuse-${code}`)];
const failingCases = failing.flatMap((choice) => nextLooks(looks).map((look) => [choice, look] as const));

test.each(failingCases)("%s brings the choices back (%j)", async (choice, look) => {
  const { page, pageErrors } = await choose(look, wallet, choice);
  await page.waitForSelector("#card");
  await expectChoices(page, look);
  expect(pageErrors).toEqual([]);
});

test("every choice of the window has a test here", () => {
  const tested = [...Object.keys(paying), ...failing, "slow", "forged"];
  expect(windowChoices.map(({ name }) => name).toSorted()).toEqual(tested.toSorted());
});
