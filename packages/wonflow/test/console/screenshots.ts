import { mkdirSync } from "node:fs";
import path from "node:path";

import { launchChromium } from "@wonflow/testkit/chromium";
import type { Page } from "playwright-core";

import { busyShop } from "./busy-shop.ts";
import { operators } from "./console-service.ts";

/*
 * Writes pictures of the console's pages into a folder: `node --conditions=source screenshots.ts FOLDER [PAGE…]`, each for
 * a phone and a desk, in light and dark; with WHOLE_PAGES=1 down to their ends. Some stand in docs/console.md.
 */
const [folder = "screenshots", ...wanted] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });

const looks = {
  phone: { viewport: { width: 360, height: 740 }, colorScheme: "light" },
  "phone-dark": { viewport: { width: 360, height: 740 }, colorScheme: "dark" },
  desk: { viewport: { width: 1366, height: 768 }, colorScheme: "light" },
  "desk-dark": { viewport: { width: 1366, height: 768 }, colorScheme: "dark" },
} as const;

const service = await busyShop();
const browser = await launchChromium();

/** Pages by their names, each with what is done there before its picture is taken. */
const pages: Readonly<Record<string, readonly [page: string, act?: (page: Page) => Promise<unknown>]>> = {
  overview: [""],
  payments: ["payments"],
  settlements: ["settlements"],
  statement: ["settlements", (page) => page.locator(".row-link").first().click()],
  sellers: ["sellers"],
  payouts: ["payouts"],
  "new-payouts": [
    "payouts/new",
    async (page) => {
      await page.click("summary");
      await page.fill("#pasted", "보성 제다\t300,000\n제주 감귤밭\t9990000000\n없는 집\t1000\n하동 다원\t5000");
      await page.click("text=/줄로 바꾸기|Make rows/");
    },
  ],
  payout: ["payouts", (page) => page.locator(".row-link").first().click()],
  payment: [
    "payments",
    (page) =>
      page
        .locator("tr", { hasText: /−.?3,000/ })
        .locator("a")
        .first()
        .click(),
  ],
  cancellation: [
    "payments",
    async (page) => {
      await page.locator(".row-link").first().click();
      await page.click("text=/돌려주기|Give money back/");
      await page.check("input[type=radio] >> nth=1");
      await page.fill("#cancel-amount", "3,000");
      await page.fill("#cancel-reason", "한 봉지 품절");
      await page.check("input[type=checkbox]");
    },
  ],
};

async function take(look: keyof typeof looks, language: "ko" | "en"): Promise<void> {
  const locale = language === "ko" ? "ko-KR" : "en-US";
  const context = await browser.newContext({ ...looks[look], locale });
  const page = await context.newPage();
  page.on("pageerror", (error) => process.stderr.write(`${String(error)}\n`));
  page.on("console", (message) => {
    if (message.type() === "error") process.stderr.write(`${message.text()}\n`);
  });
  await page.goto(`${service.url}/console`);
  await page.waitForSelector("form");
  const file = (name: string) => path.join(folder, `${name}-${look}-${language}.png`);
  if (wanted.length === 0) await page.screenshot({ path: file("sign-in") });
  const { mId, name, password } = operators.owner;
  await page.fill("#merchant", String(mId));
  await page.selectOption("#mode", "test");
  await page.fill("#name", name);
  await page.fill("#password", password);
  await page.click("button.primary");
  await page.waitForSelector(".frame");
  for (const [title, [address, act]] of Object.entries(pages)) {
    if (wanted.length > 0 && !wanted.includes(title)) continue;
    await page.goto(`${service.url}/console/${address}`);
    await page.waitForLoadState("networkidle", { timeout: 3_000 }).catch(() => {});
    await page.waitForTimeout(500);
    await act?.(page);
    await page.waitForTimeout(700);
    await page.screenshot({ path: file(title), fullPage: process.env["WHOLE_PAGES"] !== undefined });
  }
  await context.close();
}

for (const look of Object.keys(looks) as (keyof typeof looks)[]) {
  await take(look, "ko");
  if (look === "desk") await take(look, "en");
}
await browser.close();
await service.stop();
