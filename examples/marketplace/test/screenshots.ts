import { join } from "node:path";

import { launchChromium } from "@wonflow/testkit/chromium";

import { desk, phone, serveInNovember } from "./open-pages.ts";

/** Takes the README's pictures again: `pnpm screenshots` in this folder. Needs a font with Korean letters. */
const folder = process.argv[2] ?? join(import.meta.dirname, "../../../docs/screenshots");

const [browser, { url, stop }] = await Promise.all([launchChromium(), serveInNovember()]);
for (const [device, options] of Object.entries({ desk, phone })) {
  const page = await browser.newPage({ ...options, locale: "ko-KR" });
  await page.goto(url);
  if (device === "desk") {
    await page.click("button[value='30']");
    await page.waitForSelector("#passing:not(:empty)");
    await page.waitForSelector("#passing:empty", { state: "attached" });
  }
  await page.screenshot({ path: join(folder, `marketplace-${device}.png`) });
  if (process.argv[2] === undefined) continue;
  for (const name of ["sellers/tea", "shop"]) {
    await page.goto(`${url}/${name}`);
    await page.screenshot({ path: join(folder, `${device}-${name.replace("/", "-")}.png`) });
  }
}
await browser.close();
await stop();
