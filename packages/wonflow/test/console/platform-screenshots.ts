import { mkdirSync } from "node:fs";
import path from "node:path";

import { launchChromium } from "@wonflow/testkit/chromium";

import { platform, silentLogger } from "../../src/index.ts";
import { cards, shop, startConsole } from "./console-service.ts";

/*
 * Writes pictures of the pages for whoever runs the service into a folder:
 * `node --conditions=source platform-screenshots.ts FOLDER`. Two of them stand in docs/console.md.
 */
const [folder = "screenshots"] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });

const dayMs = 24 * 60 * 60_000;
const password = "four words are better";
const settings = { platform: true, rateLimits: "off", logger: silentLogger } as const;
const service = await startConsole({ settings, earlierMs: 2 * dayMs });
await service.payments.operators.set(platform, { name: "choi", password });
await service.giveBackByHand(await service.pay({ amount: 20_000 }), 7_000);
await service.goTo(0);
for (const cancelAmount of [3_000, 5_000]) {
  const intentKey = await service.pay({ card: cards.refundAnswerLost, amount: 10_000 });
  await service.payments.intents.cancel(shop, { intentKey }, { cancelReason: "품절", cancelAmount });
}

const day = new Date(Date.now() - 2 * dayMs + 9 * 3_600_000).toISOString().slice(0, 10);
const looks = {
  "desk-en": { viewport: { width: 1366, height: 768 }, colorScheme: "light", locale: "en-US" },
  "phone-ko-dark": { viewport: { width: 360, height: 740 }, colorScheme: "dark", locale: "ko-KR" },
} as const;

const browser = await launchChromium();
for (const [look, options] of Object.entries(looks)) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const take = (name: string) => page.screenshot({ path: path.join(folder, `console-platform-${name}-${look}.png`) });
  await page.goto(`${service.url}/console/platform`);
  await page.fill("#name", "choi");
  await page.fill("#password", password);
  await page.click(".sign-in .primary");
  await page.locator(".matters button").first().click();
  await page.check(".evidence input[value=done]");
  await page.locator(".evidence").scrollIntoViewIfNeeded();
  await take("waiting");
  await page.goto(`${service.url}/console/platform/health`);
  await page.waitForSelector(".findings li");
  await take("health");
  await page.goto(`${service.url}/console/platform/reconciliation?mId=${shop.mId}&mode=${shop.mode}&day=${day}`);
  await page.locator(".matters button").click();
  await page.check(".evidence input[value=canceled]");
  await take("reconciliation");
  await context.close();
}
await browser.close();
await service.stop();
