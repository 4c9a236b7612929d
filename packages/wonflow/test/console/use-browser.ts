import { launchChromium } from "@wonflow/testkit/chromium";
import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll } from "vitest";

/** The browser of the running test file. */
export let browser: Browser;

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
