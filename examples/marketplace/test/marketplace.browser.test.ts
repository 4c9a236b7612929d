import { launchChromium } from "@wonflow/testkit/chromium";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";

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

test("a payout goes from waiting to done, a month passes, and a human buys, on a phone and at a desk", async () => {
  const { url, stop } = await serveInNovember();
  const errors: string[] = [];
  async function open(options: typeof desk): Promise<Page> {
    const page = await (await browser.newContext({ ...options, locale: "ko-KR" })).newPage();
    page.on("pageerror", (error) => errors.push(error.message));
    await page.goto(url);
    return page;
  }
  const [atDesk, onPhone] = [await open(desk), await open(phone)];

  // Four days on is Friday, at the time at which sellers are paid.
  for (let day = 0; day < 4; day += 1) await press(onPhone, 1);
  expect(await statusOf(onPhone, "potter.1")).toContain("대기");
  await press(onPhone, 1);
  expect(await statusOf(onPhone, "potter.1")).toBe("완료");
  expect(await statusOf(onPhone, "binder.1")).toContain("실패");
  await press(onPhone, 30);

  for (const page of [onPhone, atDesk]) {
    // Nobody pressed anything at the desk: its page has followed by itself.
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

  await onPhone.click("#seller-tea a");
  expect(await onPhone.textContent("table")).toContain("지급 tea.1 돌아옴");
  expect(await overflow(onPhone)).toBe(0);
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
