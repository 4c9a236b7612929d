import { join } from "node:path";

import { launchChromium } from "@wonflow/testkit/chromium";

import { numberOf, openMarketplace } from "./marketplace.ts";

/** Takes the README's picture again: `pnpm screenshots` in this folder. Needs a font with Korean letters. */
const path = join(import.meta.dirname, "../../../docs/screenshots/checkout-over-shop.png");

const [browser, market] = await Promise.all([launchChromium(), openMarketplace()]);
const page = await browser.newPage({ viewport: { width: 1280, height: 860 }, locale: "ko-KR" });
await page.goto(market.shop);
await page.click("#pay");
const checkout = page.frameLocator("iframe");
await checkout.locator("[name=number]").pressSequentially(numberOf("kb"));
await checkout.locator("[name=expiry]").pressSequentially("1239");
await page.screenshot({ path });
await browser.close();
await market.close();
