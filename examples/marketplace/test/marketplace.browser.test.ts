import { launchChromium } from "@wonflow/testkit/chromium";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";

import { passDays } from "../src/days.ts";
import { desk, phone, serveInNovember } from "./open-pages.ts";

let browser: Browser;

beforeAll(async () => {
  browser = await launchChromium();
});

afterAll(() => browser.close());

async function press(page: Page, days: number): Promise<void> {
  const before = await page.textContent("#now");
  await page.click(`button[value="${days}"]`);
  await page.waitForFunction(
    (time) =>
      document.querySelector("#now")?.textContent !== time && document.querySelector("#passing")?.textContent === "",
    before,
  );
}

const statusOf = (page: Page, payout: string) => page.locator(`[id="${payout}"] td:last-child`).textContent();

/** By how many pixels a page is wider than its screen; a phone's window grows with what does not fit. */
function overflow(page: Page): Promise<number> {
  const screen = page.viewportSize()?.width ?? 0;
  return page.evaluate((width) => document.documentElement.scrollWidth - width, screen);
}

const wonIn = (text: string) => Number(text.replaceAll(/[^\d-]/g, ""));

/** How each seller's sum is explained: the amounts of its lines. */
function sumsOf(page: Page): Promise<(string | null)[][]> {
  return page
    .locator(".sellers .card")
    .evaluateAll((cards) => cards.map((card) => [...card.querySelectorAll("dd")].map((amount) => amount.textContent)));
}

test("a payout goes from waiting to done, a month passes, each sum can be followed to its end, and a human buys, on a phone and at a desk", async () => {
  const { url, stop } = await serveInNovember();
  const errors: string[] = [];
  async function open(options: typeof desk): Promise<Page> {
    const page = await (await browser.newContext({ ...options, locale: "ko-KR" })).newPage();
    page.setDefaultTimeout(60_000);
    page.on("pageerror", (error) => errors.push(error.message));
    await page.goto(url);
    return page;
  }
  const [atDesk, onPhone] = [await open(desk), await open(phone)];

  expect(await onPhone.locator("#seller-potter dt").allInnerTexts()).toEqual([
    "정산된 판매",
    "− 카드 수수료 (부가세 포함)",
    "− 장터 수수료 10%",
    "− 지급한 금액",
    "= 미지급 금액",
  ]);
  expect(await onPhone.locator(".below-zero").count()).toBe(0);
  expect(await sumsOf(onPhone)).toEqual(Array.from({ length: 3 }, () => Array.from({ length: 5 }, () => "0원")));

  // Four days on is Friday, at the time at which sellers are paid.
  for (let day = 0; day < 4; day += 1) await press(onPhone, 1);
  expect(await statusOf(onPhone, "potter.1")).toContain("대기");
  await press(onPhone, 1);
  expect(await statusOf(onPhone, "potter.1")).toBe("완료");
  expect(await statusOf(onPhone, "binder.1")).toContain("실패");
  await press(onPhone, 30);

  for (const page of [onPhone, atDesk]) {
    // The page at the desk has followed without a press.
    await expect.poll(() => page.textContent("#now")).toContain("12. 28.");
    const lines = page.locator(".plot .line");
    const heights = await lines.evaluateAll((paths) => paths.map((each) => each.getBoundingClientRect().height > 20));
    expect(heights).toEqual([true, true, true]);
    const texts = page.locator(".plot span");
    const sizes = await texts.evaluateAll((labels) =>
      labels.map((each) => parseFloat(getComputedStyle(each).fontSize)),
    );
    expect([sizes.length > 6, Math.min(...sizes) >= 12]).toEqual([true, true]);
    const xs = await page
      .locator(".plot .x")
      .evaluateAll((labels) =>
        labels.map((each) => each.getBoundingClientRect()).map(({ left, right }) => [left, right]),
      );
    for (const [index, [left = 0]] of xs.entries()) expect(left).toBeGreaterThan(xs[index - 1]?.[1] ?? 0);
    expect(await overflow(page)).toBe(0);
  }

  for (const sum of await sumsOf(onPhone)) {
    const [sold = 0, cardFee = 0, commission = 0, paid = 0, owed = 0] = sum.map((text) => wonIn(text ?? ""));
    expect([cardFee > 0, owed]).toEqual([true, sold - cardFee - commission - paid]);
  }
  expect(await onPhone.innerText("main")).not.toMatch(/-0원/);
  await onPhone.click("#seller-tea a");
  expect(await onPhone.textContent("table")).toContain("지급 tea.1 돌아옴");
  expect(await overflow(onPhone)).toBe(0);
  expect(await onPhone.locator("th").allInnerTexts()).toEqual(["내용", "증감", "지급할 금액"]);
  for (const width of [360, 320]) {
    await onPhone.setViewportSize({ width, height: 640 });
    const beyond = await onPhone.evaluate(() => {
      const [main, table] = [document.querySelector("main"), document.querySelector("table")];
      const edge =
        main === null ? 0 : main.getBoundingClientRect().right - parseFloat(getComputedStyle(main).paddingRight);
      return Math.round((table?.getBoundingClientRect().right ?? 0) - edge);
    });
    expect([width, beyond]).toEqual([width, 0]);
  }
  expect(await onPhone.innerText("main")).toContain("미지급 금액");
  expect(await onPhone.innerText("main")).not.toMatch(/-0원/);
  await onPhone.setViewportSize(phone.viewport);
  await onPhone.click("header a + a");
  await onPhone.click("button[value='tea.0']");
  await onPhone.fill("[name=number]", "4000000000110009");
  await onPhone.fill("[name=expiry]", "12/39");
  await onPhone.fill("[name=passwordFront2]", "12");
  await onPhone.fill("[name=registNo]", "900101");
  await onPhone.click("#pay");
  await onPhone.waitForURL(/\/success/);
  expect(await onPhone.textContent("main")).toMatch(/결제했어요.*우전 녹차 80g\. 2026년 12월 31일/s);
  expect(errors).toEqual([]);
  await stop();
});

test("money below zero is explained, the marketplace's and a seller's", async () => {
  const { url, market, stop } = await serveInNovember();
  const page = await (await browser.newContext({ ...desk, locale: "ko-KR" })).newPage();
  await passDays(market, 12);
  await page.goto(url);
  expect(await page.locator(".below-zero").count()).toBe(0);
  for (const { orderId } of market.orders.all()) {
    await market.payments.intents.cancel(market.tenant, { orderId }, { cancelReason: "구매자 요청" });
  }
  await passDays(market, 3);
  await page.reload();
  expect(await page.textContent("#available")).toMatch(/^-\d/);
  expect(await page.innerText("#live > .below-zero")).toBe(
    "이미 지급한 주문이 취소되어 지급 가능 금액이 0원보다 적어요. 다음 정산 금액으로 채워지고, 그때까지는 지급할 수 없어요.",
  );
  expect(await page.textContent("#seller-potter .owed")).toMatch(/^-\d/);
  expect(await page.innerText("#seller-potter .below-zero")).toBe(
    "이미 지급한 주문이 취소됐어요. 다음 정산 금액에서 빼요.",
  );
  await page.context().close();
  await stop();
});

test("the clock and what was not paid have the same words as elsewhere", async () => {
  const { url, stop } = await serveInNovember();
  const page = await (await browser.newContext({ ...phone, locale: "ko-KR" })).newPage();
  await page.goto(url);
  expect(await page.locator(".clock button").allInnerTexts()).toEqual(["하루 뒤로", "한 주 뒤로", "한 달 뒤로"]);
  expect(await page.innerText(".note")).toContain(
    "개발용 시계예요. 미래로만 옮길 수 있고, 그사이 예정된 작업을 모두 처리해요.",
  );
  for (const card of ["4000000200010009", ""]) {
    await page.goto(`${url}/shop`);
    await page.click("button[value='potter.0']");
    if (card === "") await page.click("#leave");
    else {
      const typed = { number: card, expiry: "12/39", passwordFront2: "12", registNo: "900101" };
      for (const [name, value] of Object.entries(typed)) await page.fill(`[name=${name}]`, value);
      await page.click("#pay");
    }
    await page.waitForURL(/\/(?:success|fail)\?/);
    expect(await page.innerText("main")).toContain("결제된 금액은 없어요.");
  }
  await page.context().close();
  await stop();
});
