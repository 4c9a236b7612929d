import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { startNiceEmulator } from "@wonflow/nice-emulator";
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
  { file: "phone-ko-methods", state: "several methods", language: "ko", size: "phone" },
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

/** The window of the emulated gateway, as a page's script opens it. */
async function takeWindow(method: string, browsing: BuyerBrowser, browser: Browser): Promise<Buffer> {
  const account = { clientKey: "S2_tea_house", secretKey: "secret-key-of-tea-house-32-chars" };
  const emulator = await startNiceEmulator({ accounts: [account] });
  const { page, context } = await openBuyerPage(browser, browsing);
  const about = { clientId: account.clientKey, method, orderId: "order-20261120-0001", amount: "50000" };
  const fields = { ...about, goodsName: "우전 녹차 세트 100g", returnUrl: "https://shop.example/return" };
  const inputs = Object.entries(fields).map(([name, value]) => `<input name="${name}" value="${value}">`);
  await page.setContent(`<form method="post" action="${emulator.url}/v1/window">${inputs.join("")}<button></form>`);
  await page.click("button");
  await page.waitForSelector("button[value=pay]");
  const picture = await page.screenshot();
  await context.close();
  await emulator.close();
  return picture;
}

const [folder = path.resolve(import.meta.dirname, "../../../../docs/screenshots")] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const browser = await launchChromium();
const service = await startService();

function keep(file: string, bytes: Buffer): void {
  writeFileSync(path.join(folder, `${file}.png`), bytes);
  process.stdout.write(`${file}.png ${(bytes.length / 1000).toFixed(0)} kB\n`);
}

const isForDocs = process.argv[2] === undefined;
for (const picture of isForDocs ? kept : every) keep(picture.file, await take(picture, browser, service));
keep("nice-window-phone", await takeWindow("kakaopay", { size: "phone" }, browser));
if (!isForDocs) {
  for (const method of ["card", "bank", "kakaopay"]) {
    const dark = method === "kakaopay";
    keep(`nice-window-${method}-desktop`, await takeWindow(method, { size: "desktop", dark }, browser));
  }
}
await browser.close();
await service.stop();
