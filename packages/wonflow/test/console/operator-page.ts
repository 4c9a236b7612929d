import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

import type { Browser, Page } from "playwright-core";

import { operators, type ConsoleService } from "./console-service.ts";

const isLong = process.env["TESTS"] === "long";

export const sizes = {
  phone: { width: 360, height: 740 },
  desk: { width: 1366, height: 768 },
} as const;

/** The options of an operator's browser. */
export interface Look {
  readonly language?: "ko" | "en";
  readonly size?: keyof typeof sizes;
  readonly dark?: boolean;
}

/** Any two of language, size and colors come together in one of them. */
const everyLook: readonly Look[] = [
  { language: "en", size: "phone" },
  { language: "ko", size: "desk" },
  { language: "ko", size: "phone", dark: true },
  { language: "en", size: "desk", dark: true },
];

/** `npm test` sees each size once, once in the dark; `npm run test:long` sees all. */
export const looks = isLong ? everyLook : everyLook.filter((_, index) => index % 3 === 0);

/** Each page in one look, in turn; `npm run test:long` sees each page in all. */
export function inLooks<Each>(pages: readonly Each[]): readonly (readonly [page: Each, look: Look])[] {
  return pages.flatMap((page, index) =>
    everyLook
      .filter((_, turn) => isLong || turn === index % everyLook.length)
      .map((look): readonly [Each, Look] => [page, look]),
  );
}

export interface OperatorPage {
  readonly page: Page;
  /** Violations of the page's policy, errors of its script, and the console's messages about either. */
  readonly pageErrors: string[];
}

/** Opens an empty page in a new browser context. */
export async function openPage(browser: Browser, look: Look = {}, options: object = {}): Promise<OperatorPage> {
  const { language = "ko", size = "desk", dark = false } = look;
  const context = await browser.newContext({
    viewport: sizes[size],
    locale: language === "ko" ? "ko-KR" : "en-US",
    colorScheme: dark ? "dark" : "light",
    ...options,
  });
  context.setDefaultTimeout(30_000);
  const page = await context.newPage();
  const pageErrors: string[] = [];
  page.on("pageerror", (error) => pageErrors.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource")) {
      pageErrors.push(message.text());
    }
  });
  await context.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => {
      reportError(new Error(`policy: ${violatedDirective} ${blockedURI}`));
    });
  });
  return { page, pageErrors };
}

/** Fills in the sign-in, and sends it. */
export async function signIn(page: Page, role: keyof typeof operators, password?: string): Promise<void> {
  const operator = operators[role];
  await page.fill("#merchant", String(operator.mId));
  await page.selectOption("#mode", operator.mode);
  await page.fill("#name", operator.name);
  await page.fill("#password", password ?? operator.password);
  await page.click(".sign-in .primary");
}

interface Opened extends OperatorPage {
  readonly heading: () => Promise<string>;
}

/** Signs a browser in without the form, for what comes after it. */
export async function signInBrowser(
  page: Page,
  url: string,
  credentials: { readonly name: string; readonly password: string; readonly mId?: number },
): Promise<void> {
  const path = credentials.mId === undefined ? "platform/session" : "operator/session";
  const answer = await page.request.post(`${url}/${path}`, { data: credentials });
  if (!answer.ok()) throw new Error(await answer.text());
}

/** Opens a page of the console as an operator of a role. */
export async function openAs(
  browser: Browser,
  { url }: ConsoleService,
  {
    role = "owner",
    path = "",
    look = {},
    options = {},
  }: { role?: keyof typeof operators; path?: string; look?: Look; options?: object } = {},
): Promise<Opened> {
  const opened = await openPage(browser, look, options);
  await signInBrowser(opened.page, url, operators[role]);
  await opened.page.goto(`${url}/console/${path}`);
  await opened.page.waitForSelector(".frame h1");
  return { ...opened, heading: () => opened.page.locator("h1").innerText() };
}

/** The page asks the service at once, as when its tab is shown again, instead of some seconds later. */
export const askAgain = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe finds, each as the rule and the element that breaks it. Needs a context with `bypassCSP`. */
export async function findings(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    interface Finding {
      readonly id: string;
      readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
    }
    const { axe: checker } = window as unknown as {
      readonly axe: { run(options: object): Promise<{ readonly violations: readonly Finding[] }> };
    };
    const { violations } = await checker.run({ resultTypes: ["violations"] });
    return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`));
  });
}

/** How far the page reaches beyond its window, in pixels. */
export const overflow = (page: Page) =>
  page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - window.innerWidth));
