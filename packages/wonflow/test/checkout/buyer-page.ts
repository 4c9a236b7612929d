import { launchChromium } from "@wonflow/testkit/chromium";
import type { Browser, BrowserContext, BrowserContextOptions, Frame, Page } from "playwright-core";

export const sizes = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1280, height: 800 },
} as const;

/** The options of a buyer's browser. */
export interface BuyerBrowser {
  readonly language?: "ko" | "en";
  readonly size?: keyof typeof sizes;
  readonly dark?: boolean;
  readonly options?: BrowserContextOptions;
}

/** A page in a buyer's browser, with everything that went wrong there so far. */
export interface BuyerPage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Violations of the page's policy, errors of its script, and the console's messages about either. */
  readonly pageErrors: string[];
}

/** Opens an empty page in a new browser context. */
export async function openBuyerPage(browser: Browser, browsing: BuyerBrowser = {}): Promise<BuyerPage> {
  const { language = "ko", size = "phone", dark = false, options = {} } = browsing;
  const context = await browser.newContext({
    viewport: sizes[size],
    locale: language === "ko" ? "ko-KR" : "en-US",
    colorScheme: dark ? "dark" : "light",
    ...(size === "phone" ? { hasTouch: true, isMobile: true } : {}),
    ...options,
  });
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  const pageErrors: string[] = [];
  page.on("pageerror", (error) => pageErrors.push(String(error)));
  page.on("console", (message) => {
    // An error status or a lost connection, which the browser logs, is no error of the page.
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource")) {
      pageErrors.push(message.text());
    }
  });
  await context.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => {
      reportError(new Error(`policy: ${violatedDirective} ${blockedURI}`));
    });
  });
  return { page, context, pageErrors };
}

export const goodCard = {
  number: "4000000000110009",
  expiry: "1239",
  passwordFront2: "12",
  registNo: "900101",
} as const;

/** Types a card key by key, as a buyer does. */
export async function typeCard(
  page: Page | Frame,
  card: Partial<Record<keyof typeof goodCard, string>> = {},
): Promise<void> {
  for (const [name, text] of Object.entries({ ...goodCard, ...card })) {
    await page.locator(`#${name}`).fill("");
    await page.locator(`#${name}`).pressSequentially(text);
  }
}

/** Cards that a page sends are authenticated, and the answers get lost. */
export function loseAnswers(page: Page): Promise<unknown> {
  return page.route("**/checkout/session/authenticate", async (route) => {
    await route.fetch();
    await route.abort("connectionreset");
  });
}

/** Fills in a card at once, for what comes after it. */
export async function fillCard(
  page: Page | Frame,
  card: Partial<Record<keyof typeof goodCard, string>> = {},
): Promise<void> {
  for (const [name, text] of Object.entries({ ...goodCard, ...card })) await page.locator(`#${name}`).fill(text);
}

export const fieldValues = (page: Page) =>
  page.locator("form .box input").evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));

/** The heading that a buyer sees. */
export const heading = (page: Page) => page.locator("main h1").innerText();

export { launchChromium };
