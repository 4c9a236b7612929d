import type { BrowserContextOptions, Page } from "playwright-core";
import { expect, test } from "vitest";

import { openPage, servers, turns, useBrowserAndShop } from "./browser-and-shop.ts";
import { findWithAxe } from "./find-with-axe.ts";
import { statusOf, testCardNumber } from "./shop-and-service.ts";

useBrowserAndShop();

const inTurn = turns();

function openSmall(options: BrowserContextOptions = {}): Promise<Page> {
  return openPage({ viewport: { width: 360, height: 640 }, ...options });
}

/** Pays by a link, and comes back to the shop; answers the order's id. */
async function buy(page: Page, card = "kb"): Promise<string> {
  await page.goto(servers.shop);
  await page.click("button[type=submit]");
  await page.click("#link");
  await page.waitForSelector("form:has([name=number])[novalidate]");
  const typed = { number: testCardNumber(card), expiry: "12/39", passwordFront2: "12", registNo: "900101" };
  for (const [name, value] of Object.entries(typed)) await page.fill(`[name=${name}]`, value);
  await page.click("#pay");
  await page.waitForURL(/\/(?:orders|success)/);
  return (await servers.orderIds()).at(-1) ?? "";
}

/** How often the page has asked to cancel. */
function cancellationsOf(page: Page): () => number {
  let asked = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/cancel")) asked += 1;
  });
  return () => asked;
}

const visible = (page: Page, selector: string) => page.locator(`${selector}:visible`).count();

test.each(
  inTurn([
    ["ko-KR", "전액 취소", "25,000원을 모두 취소할까요?"],
    ["en-US", "Cancel all of it", "Cancel all ₩25,000?"],
  ] as const),
)("a full cancellation asks once, whatever the field of a part contains, %s", async (locale, all, asked) => {
  const page = await openSmall({ locale });
  const orderId = await buy(page);
  const cancellations = cancellationsOf(page);
  await page.fill("[name=amount]", "99999999");
  await page.click(`text=/^\\s*${all}\\s*$/`);
  expect([cancellations(), await page.textContent("#ask h2")]).toEqual([0, asked]);
  expect(await findWithAxe(page)).toEqual([]);
  // The buyer thinks better of it, and nothing has happened.
  await page.click("#ask [popovertargetaction=hide]");
  expect([await visible(page, "#ask"), await statusOf(servers, orderId)]).toEqual([0, "DONE"]);
  await page.click(`text=/^\\s*${all}\\s*$/`);
  await page.click("button[value=rest]");
  await page.waitForSelector("[data-status=CANCELED]");
  expect([cancellations(), await statusOf(servers, orderId)]).toEqual([1, "CANCELED"]);
});

test("without scripts it asks as well, and after a part what remains is what it asks about", async () => {
  const paying = await openSmall();
  const orderId = await buy(paying);
  await paying.context().close();
  const page = await openSmall({ javaScriptEnabled: false });
  await page.goto(`${servers.shop}/orders/${orderId}`);
  await page.fill("[name=amount]", "5000");
  await page.click("button[value=part]");
  expect(await page.getAttribute("#status", "data-status")).toBe("PARTIAL_CANCELED");
  await page.click("text=남은 금액 전액 취소");
  expect(await page.textContent("#ask h2")).toBe("남은 20,000원을 모두 취소할까요?");
  await page.click("button[value=rest]");
  expect(await page.getAttribute("#status", "data-status")).toBe("CANCELED");
});

test.each(
  inTurn([
    ["ko-KR", "25,000원을 모두 취소할까요?", "닫기"],
    ["en-US", "Cancel all ₩25,000?", "Keep the order"],
  ] as const),
)("a part that is all that remains asks like all of it, %s", async (locale, asked, keep) => {
  const page = await openSmall({ locale });
  const orderId = await buy(page);
  const typeAll = async () => {
    await page.fill("[name=amount]", "25000");
    await page.click("button[value=part]");
    expect(await page.textContent("#question:visible")).toBe(asked);
    expect(await statusOf(servers, orderId)).toBe("DONE");
  };
  await typeAll();
  expect([await findWithAxe(page), await visible(page, "[name=amount]")]).toEqual([[], 0]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await page.click(`text=${keep}`);
  expect([await visible(page, "#question"), await page.getAttribute("#status", "data-status")]).toEqual([0, "DONE"]);
  await typeAll();
  await page.click("button[value=rest]");
  await page.waitForSelector("[data-status=CANCELED]");
  expect(await statusOf(servers, orderId)).toBe("CANCELED");
});

test("a part that is sent again, once it has become all that remains, asks nothing and cancels nothing", async () => {
  const page = await openSmall();
  const orderId = await buy(page);
  await page.fill("[name=amount]", "12500");
  const form = await page
    .locator("form:has([name=amount]) input")
    .evaluateAll((all) => all.map((input) => [(input as HTMLInputElement).name, (input as HTMLInputElement).value]));
  const body = new URLSearchParams([...form.map(([name = "", value = ""]) => [name, value]), ["what", "part"]]);
  for (const _ of [1, 2]) {
    const answer = await fetch(`${servers.shop}/orders/${orderId}/cancel`, { method: "POST", body });
    expect([answer.url, await answer.text()]).toEqual([
      `${servers.shop}/orders/${orderId}`,
      expect.stringContaining('<dd id="remaining">12,500원</dd>'),
    ]);
  }
  expect(await statusOf(servers, orderId)).toBe("PARTIAL_CANCELED");
});

test("a part needs an amount, which the field says at once", async () => {
  const page = await openSmall();
  const orderId = await buy(page);
  const cancellations = cancellationsOf(page);
  for (const amount of ["", "0", "25001"]) {
    await page.fill("[name=amount]", amount);
    await page.click("button[value=part]");
    expect(await page.locator("[name=amount]:invalid:focus").count()).toBe(1);
  }
  expect([cancellations(), await statusOf(servers, orderId)]).toEqual([0, "DONE"]);
});

test.each(
  inTurn([
    ["ko-KR", "결제된 금액은 없어요."],
    ["en-US", "Nothing is charged."],
  ] as const),
)("every page about what was not paid says the same of the money, %s", async (locale, nothing) => {
  const page = await openSmall({ locale });
  const orderId = await buy(page, "no-funds");
  const pages = ["/fail?code=PAY_PROCESS_CANCELED", "/fail?code=REJECT_CARD_COMPANY", `/orders/${orderId}`];
  expect([new URL(page.url()).pathname, await page.innerText("main")]).toEqual([
    "/success",
    expect.stringContaining(nothing),
  ]);
  for (const address of pages) {
    await page.goto(`${servers.shop}${address}`);
    expect([address, await page.innerText("main")]).toEqual([address, expect.stringContaining(nothing)]);
  }
  expect(await page.getAttribute("#status", "data-status")).toBe("ABORTED");
});

test("a cancellation without an outcome is marked on the order's page and the owner's, until it has one", async () => {
  const page = await openSmall();
  const orderId = await buy(page);
  let letGo = () => {};
  servers.before.cancel = () => new Promise<void>((resolve) => (letGo = resolve));
  const other = await page.context().newPage();
  await page.click("text=/^\\s*전액 취소\\s*$/");
  await page.click("button[value=rest]", { noWaitAfter: true });
  const pending = "취소를 처리하고 있어요. 카드사 확인이 끝나면 반영돼요.";
  const textAt = async (address: string, selector: string) => {
    await other.goto(`${servers.shop}${address}`);
    return other.innerText(selector);
  };
  await expect.poll(() => textAt(`/orders/${orderId}`, "main")).toContain(pending);
  expect(await textAt("/settlements", `[id="${orderId}"]`)).toContain(pending);
  // On the narrowest phone no amount is cut in two.
  await other.setViewportSize({ width: 320, height: 568 });
  const lines = await other.locator(".sum dd").evaluateAll((amounts) =>
    amounts.map((amount) => {
      const range = document.createRange();
      range.selectNodeContents(amount);
      return range.getClientRects().length;
    }),
  );
  expect([lines.length > 3, new Set(lines)]).toEqual([true, new Set([1])]);
  expect(await other.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  servers.before.cancel = () => Promise.resolve();
  letGo();
  await page.waitForSelector("[data-status=CANCELED]");
  expect(await textAt("/settlements", `[id="${orderId}"]`)).not.toContain(pending);
});

test("a balance below zero is explained, and no sum is minus nothing", async () => {
  const page = await openSmall();
  const orderId = await buy(page);
  const docs = { mId: 1, mode: "test" } as const;
  // Settled, and transferred to the owner the day after.
  for (const days of ["3", "1"]) {
    await fetch(`${servers.shop}/clock`, { method: "POST", body: new URLSearchParams({ businessDays: days }) });
  }
  await page.goto(`${servers.shop}/settlements`);
  expect(await page.locator("#below-zero").count()).toBe(0);
  await servers.payments.intents.cancel(docs, { orderId }, { cancelReason: "구매자 요청" });
  await page.reload();
  expect(await page.textContent("#available")).toMatch(/^-\d/);
  expect(await page.innerText("#below-zero")).toBe(
    "이미 입금된 주문이 취소되어 잔액이 0원보다 적어요. 다음 정산 금액으로 채워지고, 그때까지는 입금되지 않아요.",
  );
  expect(await page.innerText("main")).not.toMatch(/-0원/);
});

test("the shop's pages for its owner have the words of a merchant", async () => {
  const page = await openPage();
  await page.goto(`${servers.shop}/settlements`);
  expect([await page.innerText("nav"), await page.innerText("h1")]).toEqual([
    expect.stringContaining("가맹점 정산"),
    "가맹점 정산",
  ]);
  expect(await page.locator("form.clock button").allInnerTexts()).toEqual([
    "1시간 뒤로",
    "다음 영업일로",
    "3영업일 뒤로",
  ]);
  expect(await page.innerText("main")).toContain(
    "개발용 시계예요. 미래로만 옮길 수 있고, 그사이 예정된 작업을 모두 처리해요.",
  );
});

test.each(
  inTurn([
    ["ko-KR", "5", "5개월"],
    ["en-US", "0", "Paid in full"],
  ] as const),
)("the order names the plan that was paid with, %s", async (locale, months, said) => {
  const page = await openPage({ locale });
  await page.goto(servers.shop);
  await page.fill("[name=quantity]", "3");
  await page.click("button[type=submit]");
  await page.click("#link");
  await page.waitForSelector("form:has([name=number])[novalidate]");
  const typed = { number: testCardNumber("kb"), expiry: "12/39", passwordFront2: "12", registNo: "900101" };
  for (const [name, value] of Object.entries(typed)) await page.fill(`[name=${name}]`, value);
  await page.selectOption("[name=installmentPlanMonths]", months);
  await page.click("#pay");
  await page.waitForSelector("#plan");
  expect(await page.textContent("#plan")).toBe(said);
});
