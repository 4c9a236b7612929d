import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { launchChromium } from "@wonflow/testkit/chromium";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";

import { preparedFolder, removeFolders, run } from "./run-example.ts";
import { testCardNumber } from "./shop-and-service.ts";

let browser: Browser;

/** The merchant's endpoint, which is down at first. */
let isDown = true;
const received: string[] = [];
const receiver = createServer(({ headers }, response) => {
  received.push(String(headers["webhook-event"]));
  response.writeHead(isDown ? 503 : 200).end();
});

beforeAll(async () => {
  receiver.listen(0, "127.0.0.1");
  [browser] = await Promise.all([launchChromium(), once(receiver, "listening")]);
});

afterAll(async () => {
  await browser.close();
  receiver.closeAllConnections();
  receiver.close();
  await removeFolders();
});

/** Calls the service as the documentation merchant's server does. */
async function ask(service: string, method: string, path: string, body?: object) {
  const headers = { Authorization: `Basic ${btoa("test_sk_docs:")}`, "Content-Type": "application/json" };
  const response = await fetch(service + path, {
    method,
    headers,
    body: body === undefined ? null : JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status}: ${text}`);
  return z.record(z.string(), z.unknown()).parse(JSON.parse(text));
}

/** Pays an order as a buyer and a shop do. */
async function pay(page: Page, service: string, order: { orderId: string; orderName: string; won: number }) {
  const { orderId, orderName, won } = order;
  const [successUrl, failUrl] = [`${service}/healthz?ok`, `${service}/healthz?fail`];
  const asked = { customerId: "story-buyer-1", orderId, orderName, amount: { value: won }, successUrl, failUrl };
  const { checkoutUrl } = await ask(service, "POST", "/px/payfront/sessions", asked);
  await page.goto(String(checkoutUrl));
  await page.fill("[name=number]", testCardNumber("kb"));
  await page.fill("[name=expiry]", "12/39");
  await page.fill("[name=passwordFront2]", "12");
  await page.fill("[name=registNo]", "900101");
  await page.click("#pay");
  await page.waitForURL(/healthz\?ok/);
  const intentKey = new URL(page.url()).searchParams.get("intentKey");
  await ask(service, "POST", "/px/intents/confirm", { intentKey, orderId, amount: won });
}

/** Days pass, with all that is due on them. */
const pass = (service: string, businessDays: number) =>
  ask(service, "POST", "/development/clock", { forward: { businessDays } });

/** Ten in the morning of the next day in Seoul, long before the evening's transfer to the merchant. */
function nextMorning(): string {
  const day = new Date(Date.now() + (9 + 24) * 60 * 60 * 1000).toISOString().slice(0, 10);
  return `${day}T10:00:00+09:00`;
}

test(
  "npm start, and then the console alone: an order is found and half of it refunded, its settlement is explained, a seller is paid, an abandoned webhook is sent again",
  { timeout: 240_000 },
  async () => {
    const code = await run(
      "shop/src/start.ts",
      { folder: await preparedFolder(), until: "pay in it: " },
      async (output) => {
        const service = /http:\/\/localhost:\d+(?=\/?\s)/.exec(output)?.[0] ?? "";
        const page = await browser.newPage({ locale: "ko-KR", viewport: { width: 1366, height: 900 } });
        page.setDefaultTimeout(60_000);
        const { port } = receiver.address() as AddressInfo;
        await ask(service, "PUT", "/development/webhook-endpoint", { url: `http://127.0.0.1:${port}/` });
        await ask(service, "POST", "/development/clock", { to: nextMorning() });
        await pay(page, service, { orderId: "story-order-000001", orderName: "백자 찻잔", won: 400_000 });
        await pass(service, 3);
        await pass(service, 2);
        await pay(page, service, { orderId: "story-order-000002", orderName: "다관 세트", won: 300_000 });
        await pass(service, 3);
        isDown = false;
        await pay(page, service, { orderId: "story-order-000003", orderName: "우전 녹차", won: 50_000 });

        await page.goto(service);
        await page.click("text=콘솔 열기");
        await page.click("text=문서 상점의 운영자로 들어가기");

        // An abandoned webhook waits for an operator.
        await page.click(".to-do a >> text=/웹훅/");
        await page.click("text=/^다시 보내기$/");
        await expect.poll(() => page.innerText(".title .badge"), { timeout: 60_000 }).toBe("전달됨");
        expect(received.at(-1)).toBe("settlement.completed");

        // The order is found by its number, and half of it refunded.
        await page.click("nav >> text=결제");
        await page.fill("#find", "story-order-000003");
        await page.selectOption("#by", "orderId");
        await page.press("#find", "Enter");
        await page.click("a.row-link:has-text('우전 녹차')");
        await page.click("#cancellation + * + button");
        await page.check("input[type=radio] >> nth=1");
        await page.fill("#cancel-amount", "25,000");
        await page.fill("#cancel-reason", "한 봉지 품절");
        await page.click(".cancellation .danger");
        await expect.poll(() => page.innerText(".figures"), { timeout: 60_000 }).toMatch(/남은 금액\s*25,000원/);

        // 3.3 percent of 25,000 won are 825, and a tenth of that is 83 rounded half up.
        await expect
          .poll(() => page.innerText("[aria-labelledby=order-settlement]"), { timeout: 60_000 })
          .toMatch(/25,000원[^]*−825원[^]*−83원[^]*24,092원/);

        // A seller is added, and paid from what has been settled.
        await page.click("nav >> text=판매자");
        await page.click("text=판매자 더하기");
        await page.fill("#sellerName", "하동 다원");
        await page.fill("#refSellerId", "story-farm");
        await page.fill("#bankCode", "004");
        await page.fill("#accountNumber", "110-123-456789");
        await page.fill("#holderName", "김차농");
        await page.click(".adding .primary");
        await page.waitForSelector("tr:has-text('하동 다원')");
        await page.click("nav >> text=지급");
        await page.click("text=지급하기");
        await page.waitForSelector(".batch");
        await page.locator(".batch-rows select").first().selectOption({ label: "하동 다원 (story-farm)" });
        await page.locator(".batch-rows .amount").first().fill("120,000");
        await page.click("text=/^1건, 120,000원 지급하기$/");
        await page.waitForSelector(".rows tr:has-text('하동 다원'):has-text('120,000원')");
        await page.close();
      },
    );
    expect(code).toBe(0);
  },
);
