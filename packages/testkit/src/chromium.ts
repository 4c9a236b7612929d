import sparticuz from "@sparticuz/chromium";
import { chromium, type Browser } from "playwright-core";

/** Stops look-ups of the browser maker's hosts, which time out on a machine without network. */
const quiet = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/**
 * Starts a real Chromium without a window: the one at `CHROMIUM_PATH`, or on Linux one from npm. Close it after the
 * tests.
 *
 * Needs the packages `playwright-core` and `@sparticuz/chromium`.
 *
 * @example
 * const browser = await launchChromium();
 * const page = await browser.newPage();
 */
export async function launchChromium(): Promise<Browser> {
  const chosen = process.env["CHROMIUM_PATH"];
  const executablePath = chosen === undefined || chosen === "" ? await sparticuz.executablePath() : chosen;
  return chromium.launch({ executablePath, args: quiet });
}
