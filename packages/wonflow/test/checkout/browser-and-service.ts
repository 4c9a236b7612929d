import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll } from "vitest";
import { launchChromium } from "./buyer-page.ts";
import { startService, type CheckoutService } from "./checkout-service.ts";

/** The browser of the running test file. */
export let browser: Browser;

/** The service of the running test file. */
export let service: CheckoutService;

/** Gives a test file a browser, whose pages are closed after each test. */
export function useBrowser(): void {
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterEach(async () => {
    for (const context of browser.contexts()) await context.close();
  });
  afterAll(() => browser.close());
}

/** Gives a test file a browser and a service. */
export function useBrowserAndService(): void {
  useBrowser();
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());
}

/**
 * Returns a function that picks the next of several at each call, for behavior that should not depend on them. In
 * `npm run test:long` it picks all.
 */
export function turns(): <Each>(all: readonly Each[]) => readonly Each[] {
  let turn = 0;
  return (all) => {
    const next = turn++ % all.length;
    return all.filter((_, index) => process.env["TESTS"] === "long" || index === next);
  };
}
