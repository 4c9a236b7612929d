import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { browser, servers, useBrowserAndShop } from "./browser-and-shop.ts";
import { testCardNumber } from "./shop-and-service.ts";

useBrowserAndShop();

let files: Server;

/** The page that docs/first-payment.md says to save, with the address of this test's service. */
function savedPage(): string {
  const guide = readFileSync(join(import.meta.dirname, "../../../docs/first-payment.md"), "utf8");
  const [, page = ""] = /```html\n([^]+?)```/.exec(guide) ?? [];
  expect(page).toContain("http://localhost:4242/");
  return page.replaceAll("http://localhost:4242", servers.service);
}

beforeAll(async () => {
  const page = savedPage();
  // As a server of files does: the page at the folder's address, and nothing else.
  files = createServer((request, response) => {
    const isPage = request.url === "/";
    response.writeHead(isPage ? 200 : 404, { "Content-Type": "text/html; charset=utf-8" }).end(isPage ? page : "");
  }).listen(0, "127.0.0.1");
  await once(files, "listening");
});

afterAll(() => {
  files.closeAllConnections();
  files.close();
});

test("the page of docs/first-payment.md, saved and served, takes a payment, which is then confirmed", async () => {
  const page = await browser.newPage();
  const { origin } = new URL(`http://localhost:${(files.address() as AddressInfo).port}`);
  await page.goto(origin);
  await page.click("#pay");
  const checkout = page.frameLocator("iframe");
  await checkout.locator("[name=number]").fill(testCardNumber("kb"));
  await checkout.locator("[name=expiry]").fill("12/39");
  await checkout.locator("[name=passwordFront2]").fill("12");
  await checkout.locator("[name=registNo]").fill("900101");
  await checkout.locator("#pay").click();
  await page.waitForURL(/\/ok\?/);
  const query = new URL(page.url()).searchParams;
  expect([new URL(page.url()).origin, query.get("amount")]).toEqual([origin, "10000"]);
  const [orderId, intentKey] = [query.get("orderId") ?? "", query.get("intentKey") ?? ""];
  const confirmed = await servers.payments.intents.confirm(
    { mId: 1, mode: "test" },
    { orderId, intentKey, amount: 10_000 },
  );
  expect(confirmed).toMatchObject({ ok: true, value: { status: "DONE", totalAmount: 10_000 } });
});

test("its catch shows what went wrong, and says nothing to a buyer who closes the checkout", async () => {
  const page = await browser.newPage();
  await page.goto(`http://localhost:${(files.address() as AddressInfo).port}`);
  let opened = 0;
  await page.route(/\/checkout\/sessions$/, (route) => {
    opened += 1;
    // The first one is never answered, so that the buyer closes the checkout before it is open.
    return opened === 1 ? undefined : route.abort();
  });
  await page.click("#pay");
  await page.locator("wonflow-checkout button").click();
  await page.waitForSelector("wonflow-checkout", { state: "detached" });
  expect(await page.textContent("#problem")).toBe("");
  await page.click("#pay");
  await page.waitForSelector("#problem:not(:empty)");
  expect(opened).toBe(2);
});
