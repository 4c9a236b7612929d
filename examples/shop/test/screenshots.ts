import { join } from "node:path";

import { launchChromium } from "@wonflow/testkit/chromium";

import { testCardNumber, startServers } from "./shop-and-service.ts";

/** Takes the README's picture again: `pnpm screenshots` in this folder. Needs a font with Korean letters. */
const path = join(import.meta.dirname, "../../../docs/screenshots/checkout-over-shop.png");

const [browser, servers] = await Promise.all([launchChromium(), startServers()]);
const page = await browser.newPage({ viewport: { width: 1280, height: 860 }, locale: "ko-KR" });
await page.goto(servers.shop);
await page.click("#pay");
const checkout = page.frameLocator("iframe");
await checkout.locator("[name=number]").pressSequentially(testCardNumber("kb"));
await checkout.locator("[name=expiry]").pressSequentially("1239");
await page.screenshot({ path });
await browser.close();
await servers.close();
