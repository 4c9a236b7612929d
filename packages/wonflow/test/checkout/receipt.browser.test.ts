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
