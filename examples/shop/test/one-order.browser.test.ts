import type { Page, Route } from "playwright-core";
import { describe, expect, test } from "vitest";

import { openPage, servers, turns, useBrowserAndShop } from "./browser-and-shop.ts";
import { findWithAxe } from "./find-with-axe.ts";
import { phone, testCardNumber } from "./shop-and-service.ts";

useBrowserAndShop();

const inTurn = turns();

/** The answers of one address wait until the test lets them go. */
async function hold(page: Page, address: RegExp): Promise<{ readonly letGo: () => Promise<void>; held(): number }> {
  const held: Route[] = [];
  let isOpen = false;
  await page.route(address, async (route) => {
    if (isOpen) return route.continue();
    held.push(route);
  });
  const letGo = async () => {
    isOpen = true;
    for (const route of held) await route.continue();
  };
  return { letGo, held: () => held.length };
}

test("a double click on a slow network makes one order, and the button says that it works", async () => {
  const page = await openPage();
  const before = await servers.orderIds();
  const slow = await hold(page, /\/orders$/);
  await page.goto(servers.shop);
  await page.dblclick("#pay");
  await page.click("#pay");
  expect([await page.getAttribute("#pay", "aria-busy"), await page.textContent("#pay")]).toEqual([
    "true",
    "결제창을 열고 있어요",
  ]);
  await page.click("button[type=submit]");
  await slow.letGo();
  await page.waitForSelector("wonflow-checkout iframe");
  expect((await servers.orderIds()).length - before.length).toBe(1);
  expect([slow.held(), page.url()]).toEqual([1, `${servers.shop}/`]);
});

test("an order whose answer got lost is the same one when the buyer clicks again", async () => {
  const page = await openPage();
  const ids: string[] = [];
  await page.route(/\/orders$/, async (route) => {
    const response = await route.fetch();
    ids.push(((await response.json()) as { orderId: string }).orderId);
    return ids.length === 1 ? route.abort() : route.fulfill({ response });
  });
  await page.goto(servers.shop);
  await page.click("#pay");
  await page.waitForSelector("#problem:not(:empty)");
  expect([await page.textContent("#problem"), await page.getAttribute("#pay", "aria-busy")]).toEqual([
    "결제창을 열지 못했어요. 잠시 후 다시 시도해 주세요.",
    null,
  ]);
  await page.click("#pay");
  await page.waitForSelector("wonflow-checkout iframe");
  expect(ids).toHaveLength(2);
  expect(new Set(ids).size).toBe(1);
});

test("a link that is sent twice is one order, also from another page and for another quantity; another buyer has another", async () => {
  const page = await openPage();
  const sent: string[] = [];
  page.on("request", (request) => request.url().endsWith("/links") && sent.push(request.postData() ?? ""));
  const send = async (buyer: Page) => {
    const before = await servers.orderIds();
    await buyer.goto(servers.shop);
    await buyer.dblclick("button[type=submit]");
    await buyer.waitForSelector("#link");
    return (await servers.orderIds()).slice(before.length);
  };
  expect([(await send(page)).length, sent.length]).toEqual([1, 1]);
  const [body = ""] = sent;
  const repeat = async (fields: string) => {
    const before = await servers.orderIds();
    const response = await fetch(`${servers.shop}/links`, { method: "POST", body: new URLSearchParams(fields) });
    expect(response.status).toBe(201);
    return (await servers.orderIds()).length - before.length;
  };
  expect(await repeat(body)).toBe(0);
  expect(await repeat(body.replace("quantity=1", "quantity=2"))).toBe(0);
  expect((await send(page)).length).toBe(0);
  const other = await openPage();
  expect((await send(other)).length).toBe(1);
});

describe.each(
  inTurn([
    ["desktop", { viewport: { width: 1280, height: 800 } }],
    ["phone", phone],
  ] as const),
)("while the shop confirms, on a %s", (_, options) => {
  test("no page offers a second payment: not a reload, not another tab, not one that was open before", async () => {
    const page = await openPage(options);
    const before = await servers.orderIds();
    await page.goto(servers.shop);
    const other = await page.context().newPage();
    await other.goto(servers.shop);
    let release = () => {};
    servers.before.approve = () => new Promise<void>((resolve) => (release = resolve));
    await page.click("#pay");
    await payInCheckout(page);
    await expect.poll(() => servers.approving()).toBe(1);
    const [orderId = ""] = (await servers.orderIds()).slice(before.length);

    // The page that was open before: its button leads to the order.
    await other.click("#pay");
    await other.waitForURL(`${servers.shop}/orders/${orderId}`);
    expect(await other.getAttribute("#status", "data-status")).toBe("IN_PROGRESS");
    expect(await other.locator("#again").count()).toBe(0);
    await other.goto(servers.shop);
    expect([await other.locator("#pay").count(), await other.getAttribute("#last", "data-under-way")]).toEqual([
      0,
      "true",
    ]);
    expect(await other.textContent("#last")).toContain("다시 결제하지 마세요");

    servers.before.approve = () => Promise.resolve();
    release();
    await page.waitForURL(`${servers.shop}/orders/${orderId}`);
    expect(await page.getAttribute("#status", "data-status")).toBe("DONE");
    await other.reload();
    expect([await other.locator("#pay").count(), await other.getAttribute("#last", "data-under-way")]).toEqual([
      1,
      "false",
    ]);
    expect((await servers.orderIds()).slice(before.length)).toEqual([orderId]);
  });
});

/** Pays in the checkout, wherever it has opened. */
async function payInCheckout(page: Page): Promise<void> {
  const find = () => page.frames().find((each) => each.url().startsWith(`${servers.service}/checkout`));
  await expect.poll(() => find()?.locator("form:has([name=number])[novalidate]").count()).toBe(1);
  const checkout = find();
  const card = { number: testCardNumber("kb"), expiry: "12/39", passwordFront2: "12", registNo: "900101" };
  for (const [name, value] of Object.entries(card)) await checkout?.fill(`[name=${name}]`, value);
  await checkout?.locator("#pay").dispatchEvent("click");
}

test("closed before it has opened, the checkout leaves no complaint behind, and opens again", async () => {
  const page = await openPage();
  const slow = await hold(page, /\/checkout\/sessions$/);
  await page.goto(servers.shop);
  await page.click("#pay");
  await page.locator("wonflow-checkout button").click();
  await page.waitForSelector("#pay:not([aria-busy])");
  expect([await page.textContent("#problem"), await page.textContent("#pay")]).toEqual([
    "",
    expect.stringMatching(/^\s*결제하기\s*$/),
  ]);
  expect(slow.held()).toBe(1);
  await slow.letGo();
  await page.click("#pay");
  await page.waitForSelector("wonflow-checkout iframe");
});

test("what the SDK says to developers is not what buyers read", async () => {
  const page = await openPage({ locale: "en-US" });
  await page.route(/\/checkout\/sessions$/, (route) => route.abort());
  await page.goto(servers.shop);
  const logged = page.waitForEvent("console", (message) => message.text().includes("CSP"));
  await page.click("#pay");
  await logged;
  await page.waitForSelector("#problem:not(:empty)");
  expect(await page.textContent("#problem")).toBe("The checkout did not open. Please try again in a moment.");
});

test("the language is the browser's until another one is chosen, and then stays on every page", async () => {
  const page = await openPage({ locale: "en-US" });
  await page.goto(`${servers.shop}/fail?code=PAY_PROCESS_CANCELED`);
  expect(await page.textContent("h1")).toBe("You left the checkout");
  await page.click("#language");
  expect([await page.textContent("h1"), page.url()]).toEqual([
    "결제를 그만뒀어요",
    `${servers.shop}/fail?code=PAY_PROCESS_CANCELED`,
  ]);
  await page.goto(`${servers.shop}/settlements`);
  expect([await page.textContent("h1"), await page.getAttribute("html", "lang")]).toEqual(["가맹점 정산", "ko"]);
});

/** The pages of the shop, with an unpaid order. */
async function addresses(): Promise<readonly string[]> {
  const link = await fetch(`${servers.shop}/links`, { method: "POST", body: new URLSearchParams({ quantity: "1" }) });
  await link.text();
  const orderId = (await servers.orderIds()).at(-1);
  return [
    "/",
    `/orders/${orderId}`,
    `/fail?code=REJECT_CARD_COMPANY&message=no&order=${orderId}`,
    "/settlements",
    "/nowhere",
  ];
}

describe.each(
  inTurn([
    { locale: "en-US", viewport: { width: 1280, height: 800 }, colorScheme: "dark" },
    { locale: "ko-KR", viewport: { width: 390, height: 844 } },
  ] as const),
)("%j", (options) => {
  test("axe finds nothing on the shop's pages, and nothing is wider than the window", async () => {
    const page = await openPage(options);
    for (const address of await addresses()) {
      await page.goto(`${servers.shop}${address}`);
      const findings = await findWithAxe(page);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      expect({ address, findings, wide }).toEqual({ address, findings: [], wide: false });
    }
  });
});
