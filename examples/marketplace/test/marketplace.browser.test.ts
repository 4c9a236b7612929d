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

const statusOf = (page: Page, payout: string) =>
  page.locator(`[id="${payout}"] td:last-child`).textContent({ timeout: 60_000 });

test.each([
  ["phone", phone],
  ["desk", desk],
] as const)(
  "on a %s: a payout goes from waiting to done, a month passes, and a human buys",
  async (_device, options) => {
    const { url, stop } = await serveInNovember();
    const context = await browser.newContext({ ...options, locale: "ko-KR" });
    const page = await context.newPage();
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(error.message));
    await page.goto(url);

    // Four days on is Friday, at the time at which sellers are paid.
    for (let day = 0; day < 4; day += 1) await press(page, 1);
    expect(await statusOf(page, "potter.1")).toContain("대기");
    await press(page, 1);
    expect(await statusOf(page, "potter.1")).toBe("완료");
    expect(await statusOf(page, "binder.1")).toContain("실패");

    await press(page, 30);
    expect(await page.textContent("#now")).toContain("12. 28.");
    const lines = await page
      .locator(".plot .line")
      .evaluateAll((paths) => paths.map((each) => each.getBoundingClientRect()));
    expect(lines.map(({ height }) => height > 20)).toEqual([true, true, true]);
    expect(await page.locator(".plot .x").count()).toBeGreaterThan(3);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    const sizes = await page.locator(".plot span").evaluateAll((texts) => texts.map((each) => each.clientHeight));
    expect(Math.min(...sizes)).toBeGreaterThan(11);

    await page.click("#seller-tea a");
    expect(await page.textContent("table")).toContain("지급 tea.1 돌아옴");
    await page.click("header a + a");
    await page.click("button[value='tea.0']");
    await page.fill("[name=number]", "4000000000110009");
    await page.fill("[name=expiry]", "12/39");
    await page.fill("[name=passwordFront2]", "12");
    await page.fill("[name=registNo]", "900101");
    await page.click("#pay");
    await page.waitForURL(/\/success/);
    expect(await page.textContent("main")).toMatch(/결제했습니다.*우전 녹차 80g\. 2026년 12월 31일/s);

    expect(errors).toEqual([]);
    await context.close();
    await stop();
  },
);
