import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Browser } from "playwright-core";
import { openBuyerPage, launchChromium, type BuyerBrowser } from "./buyer-page.ts";
import { startService, type CheckoutService } from "./checkout-service.ts";
import { pageStates } from "./page-states.ts";

// Writes the pictures of docs/screenshots, or, with a folder, one of every state in every look.
// Korean needs a font with its letters on the machine.

interface Picture extends BuyerBrowser {
  readonly file: string;
  readonly state: string;
}

const kept: readonly Picture[] = [
  { file: "phone-ko", state: "filled", language: "ko", size: "phone" },
  { file: "phone-ko-wrong", state: "wrong", language: "ko", size: "phone" },
  { file: "phone-ko-dark", state: "filled", language: "ko", size: "phone", dark: true },
  { file: "phone-ko-offline", state: "offline", language: "ko", size: "phone" },
  { file: "phone-en-authenticated", state: "authenticated", language: "en", size: "phone" },
  { file: "desktop-ko", state: "filled", language: "ko", size: "desktop" },
  { file: "desktop-en", state: "company card", language: "en", size: "desktop" },
  { file: "desktop-en-wrong-dark", state: "wrong", language: "en", size: "desktop", dark: true },
  { file: "receipt-two-cards-ko", state: "receipt of two cards", language: "ko", size: "phone" },
  { file: "desktop-ko-expired", state: "expired", language: "ko", size: "desktop" },
];

const every: readonly Picture[] = (["ko", "en"] as const).flatMap((language) =>
  (["phone", "desktop"] as const).flatMap((size) =>
    [false, true].flatMap((dark) =>
      pageStates.map(({ name }) => {
        const file = `${size}-${language}${dark ? "-dark" : ""}-${name.replaceAll(/\W+/g, "-")}`;
        return { file, state: name, language, size, dark };
      }),
    ),
  ),
);

async function take({ state, ...browsing }: Picture, browser: Browser, service: CheckoutService): Promise<Buffer> {
  const { page, context } = await openBuyerPage(browser, browsing);
  // The same minute in every picture, so that they change only where the page does.
  await page.clock.install();
  const reached = pageStates.find(({ name }) => name === state);
  if (reached === undefined) throw new Error(`there is no state ${state}`);
  await reached.reach(page, service);
  await page.evaluate(() => {
    for (const time of document.querySelectorAll("#time")) time.textContent = "29:41";
  });
  const picture = await page.screenshot({
    animations: "disabled",
    caret: "hide",
    fullPage: state.startsWith("receipt"),
  });
  await context.close();
  return picture;
}

const [folder = path.resolve(import.meta.dirname, "../../../../docs/screenshots")] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const browser = await launchChromium();
const service = await startService();
for (const picture of process.argv[2] === undefined ? kept : every) {
  const bytes = await take(picture, browser, service);
  writeFileSync(path.join(folder, `${picture.file}.png`), bytes);
  process.stdout.write(`${picture.file}.png ${(bytes.length / 1000).toFixed(0)} kB\n`);
}
await browser.close();
await service.stop();
