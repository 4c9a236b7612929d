import { launchChromium } from "@wonflow/testkit/chromium";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll } from "vitest";

import { startServers, type Servers } from "./shop-and-service.ts";

/** The browser of the running test file. */
export let browser: Browser;

/** The shop of the running test file, and its service. */
export let servers: Servers;

/** Gives a test file a browser, whose pages are closed after each test, a shop and the shop's service. */
export function useBrowserAndShop(): void {
  beforeAll(async () => {
    [browser, servers] = await Promise.all([launchChromium(), startServers()]);
  });
  afterEach(async () => {
    for (const context of browser.contexts()) await context.close();
  });
  afterAll(async () => {
    await browser.close();
    await servers.close();
  });
}

export const isLong = process.env["TESTS"] === "long";

/**
 * Returns a function that picks one of several in turn, because all are expected to behave alike. In
 * `npm run test:long` it picks all.
 */
export function turns(): <Each>(all: readonly Each[]) => readonly Each[] {
  let turn = 0;
  return (all) => {
    turn += 1;
    return all.filter((_, index) => isLong || index === turn % all.length);
  };
}

/** A page in a context of its own: by default in Korean, at a desk. */
export async function openPage(options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ locale: "ko-KR", viewport: { width: 1280, height: 800 }, ...options });
  return context.newPage();
}
