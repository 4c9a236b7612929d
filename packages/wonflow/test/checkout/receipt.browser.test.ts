import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openBuyerPage } from "./buyer-page.ts";
import { browser, service, useBrowserAndService } from "./browser-and-service.ts";

useBrowserAndService();

test("prints by its button, black on white, without controls", async () => {
  const { page, pageErrors } = await openBuyerPage(browser, { dark: true });
  await page.goto(await service.openReceipt(2));
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute("data-printed", "yes");
  });
  const print = page.getByRole("button", { name: "인쇄하기" });
  await print.click();
  await page.waitForSelector("[data-printed=yes]");
  await page.emulateMedia({ media: "print" });
  expect(await print.isVisible()).toBe(false);
  expect(await page.locator("#language, .top a").isVisible()).toBe(false);
  const colors = await page.evaluate(() => {
    const { color, backgroundColor } = getComputedStyle(document.body);
    return { color, backgroundColor };
  });
  expect(colors).toEqual({ color: "rgb(0, 0, 0)", backgroundColor: "rgb(255, 255, 255)" });
  expect(pageErrors).toEqual([]);
});

test("is read without scripts, and its language changes by a link", async () => {
  const { page } = await openBuyerPage(browser, { options: { javaScriptEnabled: false } });
  await page.goto(await service.openReceipt(1, 25_000));
  expect(await page.innerText("h1")).toBe("신용카드 매출전표");
  expect(await page.locator(".print").isVisible()).toBe(false);
  await page.click("a[hreflang=en]");
  expect(await page.innerText("h1")).toBe("Card sales slip");
  expect(await page.innerText("main")).toContain("Left after cancellation");
});

/** Amounts that are on more than one line. */
const brokenAmounts = (page: Page) =>
  page.locator("dd").evaluateAll((cells) =>
    cells.flatMap((cell) => {
      const range = document.createRange();
      range.selectNodeContents(cell);
      const lines = new Set([...range.getClientRects()].map(({ top }) => top));
      const text = cell.textContent ?? "";
      return /^-?(?:₩[\d,]+|[\d,]+원)$/.test(text) && lines.size > 1 ? [text] : [];
    }),
  );

const sideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test.each(
  (["ko", "en"] as const).flatMap((language) => [
    { language, long: false },
    { language, long: true },
  ]),
)("no amount is broken on a small phone: %j", async ({ language, long }) => {
  const { page } = await openBuyerPage(browser, { language, options: { viewport: { width: 320, height: 568 } } });
  // Amounts of 11 digits, which no card pays, and names without a space.
  await page.route("**/receipts/**", async (route) => {
    const response = await route.fetch();
    const text = await response.text();
    const longer = text.replaceAll("0,000", "7,654,321,012").replaceAll("꽃과 채소", "꽃".repeat(40));
    await route.fulfill({ response, body: long ? longer : text });
  });
  await page.goto(await service.openReceipt(2, 60_000));
  for (const width of [320, 360]) {
    await page.setViewportSize({ width, height: 568 });
    expect([await brokenAmounts(page), await sideways(page)], `${width} pixels wide`).toEqual([[], 0]);
  }
});
