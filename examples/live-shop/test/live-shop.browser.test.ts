import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

import type { NiceBook } from "@wonflow/nice-emulator";
import { launchChromium } from "@wonflow/testkit/chromium";
import { freePort } from "@wonflow/testkit/free-port";
import type { Browser, BrowserContext, FrameLocator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";

/** A minute and a half is the longest that the service asks about a lost call: every wait is over by then. */
const soon = { timeout: 150_000, interval: 500 };

const cards = { approved: "9410110000000001", other: "9410410000000001", overLimit: "9490000000000101" };

let browser: Browser;
let page: Page;
let reader: Page;
let command: ChildProcess;
let [shop, gateway] = ["", ""];
/** All that the program has printed, with the service's log. */
let output = "";

/** Runs `npm run live-shop`'s program until its shop can be opened. */
async function startLiveShop(): Promise<void> {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const [PORT, SHOP_PORT] = [String(await freePort()), String(await freePort())];
  const program = join(import.meta.dirname, "../src/start.ts");
  command = spawn(process.execPath, ["--conditions=source", "--liftoff-only", program], {
    // The program starts a service of its own, whatever this shell is set up for.
    env: { PATH, NODE_COMPILE_CACHE, PORT, SHOP_PORT, DATABASE_URL: "postgres://unused.invalid/" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const { stdout, stderr } = command;
  if (stdout === null || stderr === null) throw new Error("its output can't be read");
  for (const printed of [stdout, stderr]) printed.on("data", (data) => (output += String(data)));
  while (!output.includes("Open the live shop: ")) {
    await Promise.race([once(stdout, "data"), once(command, "exit")]);
    if (command.exitCode !== null) throw new Error(`it ended: ${output}`);
  }
}

beforeAll(async () => {
  const [chromium] = await Promise.all([launchChromium(), startLiveShop()]);
  browser = chromium;
  shop = /Open the live shop: (\S+)/.exec(output)?.[1] ?? "";
  gateway = /gateway is at (\S+)/.exec(output)?.[1] ?? "";
  const context = await browser.newContext({ locale: "ko-KR", viewport: { width: 1280, height: 900 } });
  page = await context.newPage();
  reader = await openReader(context);
});

afterAll(async () => {
  await browser.close();
  command.kill("SIGTERM");
  const [exitCode] = command.exitCode === null ? await once(command, "exit") : [command.exitCode];
  expect(exitCode).toBe(0);
  await expect(fetch(`${gateway}/emulator/book`)).rejects.toThrow("fetch failed");
});

/** Opens the checkout of the shop's product, and types a card. */
async function typeCard(number: string, quantity = 1): Promise<FrameLocator> {
  await page.goto(shop);
  await page.fill("[name=quantity]", String(quantity));
  await page.click("#pay");
  const checkout = page.frameLocator("iframe");
  await checkout.locator("[name=number]").fill(number);
  await checkout.locator("[name=expiry]").fill("12/39");
  await checkout.locator("[name=passwordFront2]").fill("12");
  await checkout.locator("[name=registNo]").fill("900101");
  return checkout;
}

/** Pays by card, and answers the order to which that leads. */
async function pay(number: string, quantity?: number): Promise<string> {
  const checkout = await typeCard(number, quantity);
  await checkout.locator("#pay").click();
  return orderShown();
}

/** Pays in the gateway's window by a method of the checkout, and returns the order. */
async function payInWindow(buyer: Page, checkout: Page | FrameLocator, method: string): Promise<string> {
  await buyer.goto(shop);
  await buyer.click("#pay");
  await checkout.locator(`button[value=window-${method}]`).click();
  await buyer.getByText("실제 돈은 움직이지 않아요").waitFor();
  expect(await buyer.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  await buyer.click("button[value=pay]");
  return orderShown(buyer);
}

async function orderShown(buyer = page): Promise<string> {
  await buyer.waitForURL(/\/orders\/[\w-]+$/);
  return new URL(buyer.url()).pathname.split("/")[2] ?? "";
}

async function openGateway(button?: "lose" | "down" | "up"): Promise<void> {
  await page.goto(`${shop}/gateway`);
  if (button !== undefined) await page.click(`button[value=${button}]`);
}

/** Another tab, in which the gateway's page does not reload itself while it is read, as it does while a payment is open. */
async function openReader(context: BrowserContext): Promise<Page> {
  const opened = await context.newPage();
  await opened.route(`${shop}/gateway`, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(/<meta http-equiv="refresh"[^>]*>/, "");
    await route.fulfill({ response, body });
  });
  return opened;
}

/** An order's row on the gateway's page. */
async function row(orderId: string): Promise<readonly [agrees: string | null, shop: string, gateway: string]> {
  await reader.goto(`${shop}/gateway`);
  const found = reader.locator(`[id="${orderId}"]`);
  const [inShop = "", atGateway = ""] = await found.locator("td").allInnerTexts();
  return [await found.getAttribute("data-agrees"), inShop, atGateway];
}

const statusShown = (buyer = page) => buyer.getAttribute("#status", "data-status");

/** Refunds in the gateway's own pages, past the shop. */
async function refundAtGateway(orderId: string, amount?: number): Promise<void> {
  await openGateway();
  const refund = page.locator(`[id="${orderId}"] form`);
  if (amount !== undefined) await refund.locator("[name=amount]").fill(String(amount));
  await refund.locator("button").click();
  await page.waitForURL(`${shop}/gateway`);
}

/** The gateway's own book, past all pages. */
async function readBook(): Promise<NiceBook> {
  return (await (await fetch(`${gateway}/emulator/book`)).json()) as NiceBook;
}

async function book() {
  const { approvals, bids } = await readBook();
  return {
    approvals: approvals.map(({ goodsName, amount, held }) => [goodsName, amount, held]),
    cards: bids.filter(({ expired }) => !expired).length,
  };
}

/** All rows and both sums of the gateway's page agree, on these approvals. */
async function expectBooks(approvals: readonly (readonly [string, number, number])[], sum: string): Promise<void> {
  expect((await book()).approvals).toEqual(approvals);
  await reader.goto(`${shop}/gateway`);
  const verdicts = reader.locator("#book [data-agrees]");
  expect(new Set(await verdicts.evaluateAll((rows) => rows.map((each) => each.dataset["agrees"])))).toEqual(
    new Set(["yes"]),
  );
  expect(await reader.locator("#book tfoot td").allInnerTexts()).toEqual([sum, sum, "", ""]);
  await page.goto(`${shop}/settlements`);
  expect(await page.locator(".card h3").count()).toBe(approvals.length);
}

/** The service asks for a minute about what an outage has left open: only `npm run test:long` waits for that. */
const isLong = process.env["TESTS"] === "long";

test("a person pays, gets a part back, and sees lost answers, refusals and an outage end as they should", async () => {
  await page.goto(shop);
  expect(await page.textContent("#unreal")).toContain("실제 돈이 아니에요: 게이트웨이는 흉내예요.");

  // Paid, and partly refunded.
  const first = await pay(cards.approved);
  expect(await statusShown()).toBe("DONE");
  await page.fill("[name=amount]", "5000");
  await page.click("button[value=part]");
  await page.waitForSelector("[data-status=PARTIAL_CANCELED]");
  await expect
    .poll(() => row(first))
    .toEqual([
      "yes",
      "20,000원\n일부 금액을 취소했어요",
      "20,000원\n입력한 카드, 승인 25,000원, 취소 5,000원\n보낸 웹훅 2건, 확인 응답 2건",
    ]);

  // The gateway approves, and its answer gets lost: the buyer doesn't pay twice, and the shop finds the payment.
  await openGateway("lose");
  await page.waitForSelector("#loses");
  const lost = await pay(cards.other, 2);
  expect(await statusShown()).toBe("IN_PROGRESS");
  expect(await page.textContent("main")).toContain("다시 결제하지 마세요");
  expect(await page.locator("#again").count()).toBe(0);
  expect(await row(lost)).toEqual([
    "open",
    "–\n결제를 확인하고 있어요",
    expect.stringContaining("50,000원\n입력한 카드, 승인 50,000원"),
  ]);
  await page.goto(`${shop}/orders/${lost}`);
  await expect.poll(() => statusShown(), soon).toBe("DONE");

  // A refused card, in words for a buyer; nothing is charged.
  const refused = await typeCard(cards.overLimit);
  await refused.locator("#pay").click();
  await page.waitForURL(/\/success\?/);
  expect(await page.textContent("main")).toContain("카드의 한도나 잔액이 부족해요. 결제된 금액은 없어요.");
  expect(await page.textContent("#again")).toContain("다른 방법으로 결제하기");

  // A card is stored, and charged twice.
  await page.goto(`${shop}/regular`);
  await page.fill("[name=number]", "９４１０ １１００ ００００ ０００１");
  await page.click("#card button");
  expect(await page.textContent("#stored")).toBe("941011******0001");
  for (let month = 0; month < 2; month += 1) {
    await page.goto(`${shop}/regular`);
    await page.click("#charge");
    await orderShown();
    expect(await statusShown()).toBe("DONE");
  }

  const approvals = [
    ["제주 우전 녹차 세트", 25_000, 20_000],
    ["제주 우전 녹차 세트 2개", 50_000, 50_000],
    ["매달 받는 녹차", 18_000, 18_000],
    ["매달 받는 녹차", 18_000, 18_000],
  ] as const;
  await expectBooks(approvals, "106,000원");

  // The gateway is down: what is under way waits, and the page asks the buyer to come back.
  await openGateway("down");
  expect(await page.textContent("#down")).toMatch(/^\s*멈췄어요\. \d+초 뒤에 다시 켜져요/);
  await page.goto(`${shop}/regular`);
  await page.click("#charge");
  const charged = await orderShown();
  expect(await statusShown()).toBe("IN_PROGRESS");
  await page.goto(`${shop}/orders/${first}`);
  await page.fill("[name=amount]", "7000");
  await page.click("button[value=part]");
  await page.waitForURL(`${shop}/orders/${first}`);
  await expect.poll(() => page.textContent("main")).toContain("취소를 처리하고 있어요.");
  expect(await page.textContent("#problem")).toBe("");
  const checkout = await typeCard(cards.approved, 3);
  await checkout.locator("#pay").click();
  await checkout.getByText("카드사와 연결되지 않아 카드를 확인하지 못했어요").waitFor();

  // It is back: the same buyer presses again, and what waited ends without unexplained money.
  const other = await page.context().newPage();
  await other.goto(`${shop}/gateway`);
  await other.click("button[value=up]");
  await other.waitForSelector("#down", { state: "detached" });
  await other.close();
  await checkout.locator("#pay").click();
  await orderShown();
  expect(await statusShown()).toBe("DONE");
  await page.goto(`${shop}/regular`);
  await page.click("#delete");
  await page.waitForSelector("#card");
  if (isLong) {
    await expect.poll(() => row(charged), soon).toEqual(["yes", "0원\n결제가 승인되지 않았어요", "0원\n승인 없음"]);
    await expect.poll(async () => (await row(first))[0], soon).toBe("yes");
    // No card is left at the gateway.
    await expect.poll(async () => (await book()).cards, soon).toBe(0);
    await expectBooks([...approvals, ["제주 우전 녹차 세트 3개", 75_000, 75_000]], "181,000원");
  }
});

/** As a phone's browser names itself, so that the checkout takes the page's place. */
const phone = {
  viewport: { width: 375, height: 812 },
  isMobile: true,
  hasTouch: true,
  locale: "ko-KR",
  userAgent:
    "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Mobile Safari/537.36",
};

test("buyers pay in the gateway's window on a phone and at a desk, and refunds are in the gateway's records", async () => {
  const onPhone = await (await browser.newContext(phone)).newPage();
  const atDesk = page.frameLocator("iframe");

  const wallet = await payInWindow(onPhone, onPhone, "KAKAOPAY");
  expect([await statusShown(onPhone), await onPhone.textContent("#wallet")]).toEqual(["DONE", "카카오페이"]);
  // The gateway sends no notifications about wallets.
  expect(await row(wallet)).toEqual(["yes", "25,000원\n결제를 마쳤어요", "25,000원\n결제창 카카오페이, 승인 25,000원"]);

  const card = await payInWindow(page, atDesk, "CARD");
  expect(await statusShown()).toBe("DONE");
  await page.fill("[name=amount]", "5000");
  await page.click("button[value=part]");
  await page.waitForSelector("[data-status=PARTIAL_CANCELED]");
  await expect
    .poll(() => row(card))
    .toEqual([
      "yes",
      "20,000원\n일부 금액을 취소했어요",
      "20,000원\n결제창 카드, 승인 25,000원, 취소 5,000원\n보낸 웹훅 2건, 확인 응답 2건",
    ]);

  const transfer = await payInWindow(page, atDesk, "TRANSFER");
  expect([await statusShown(), await page.textContent("#transfer")]).toEqual(["DONE", "계좌이체"]);
  await expect
    .poll(() => row(transfer))
    .toEqual([
      "yes",
      "25,000원\n결제를 마쳤어요",
      "25,000원\n결제창 계좌이체, 승인 25,000원\n보낸 웹훅 1건, 확인 응답 1건",
    ]);

  // The gateway approves, and its answer gets lost: no page asks the buyer to pay again, and a look-up finds it.
  await openGateway("lose");
  await page.waitForSelector("#loses");
  const lost = await payInWindow(onPhone, onPhone, "NAVERPAY");
  expect(await statusShown(onPhone)).toBe("IN_PROGRESS");
  expect(await row(lost)).toEqual(["open", "–\n결제를 확인하고 있어요", "25,000원\n결제창 네이버페이, 승인 25,000원"]);
  await onPhone.goto(shop);
  expect(await onPhone.textContent("#last")).toContain("다시 결제하지 마세요");
  expect(await onPhone.locator("#pay").count()).toBe(0);
  await onPhone.goto(`${shop}/orders/${lost}`);
  const shown = async () => [await statusShown(onPhone), await onPhone.locator("#again").count()];
  await expect.poll(shown, soon).not.toEqual(["IN_PROGRESS", 0]);
  expect(await shown()).toEqual(["DONE", 0]);
  expect((await row(lost))[0]).toBe("yes");

  // Refunds in the gateway's own pages: its records have them, and by the notifications the service reports them.
  await refundAtGateway(card, 1_000);
  await expect
    .poll(async () => (await row(card))[2])
    .toBe(
      "19,000원\n결제창 카드, 승인 25,000원, 취소 5,000원, 게이트웨이에서 취소 1,000원\n보낸 웹훅 3건, 확인 응답 3건",
    );
  await refundAtGateway(transfer);
  await expect
    .poll(async () => (await row(transfer))[2])
    .toBe("0원\n결제창 계좌이체, 승인 25,000원, 게이트웨이에서 취소 25,000원\n보낸 웹훅 2건, 확인 응답 2건");
  await expect.poll(() => output, soon).toMatch(/payment-differs.*"ledger":20000,"provider":19000/);
  await expect.poll(() => output, soon).toMatch(/payment-differs.*"ledger":25000,"provider":0/);
  const inWindow = (await readBook()).approvals.filter(({ bid }) => bid === null);
  expect(inWindow.map(({ payMethod, held }) => [payMethod, held])).toEqual([
    ["kakaopay", 25_000],
    ["card", 19_000],
    ["bank", 0],
    ["naverpay", 25_000],
  ]);
});
