import { readdirSync, readFileSync } from "node:fs";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createHandler, createPayments, memoryStore, nodeListener, testCards } from "../../src/index.ts";
import { startPages } from "../../src/start-page/start-page.ts";
import { browser, useBrowser, turns } from "./browser-and-service.ts";
import { openBuyerPage, type BuyerBrowser } from "./buyer-page.ts";
import { cutWords, koreanWords } from "./cut-words.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const docs = fileURLToPath(new URL("../../../../docs", import.meta.url));

let server: Server;
let url: string;

useBrowser();

beforeAll(async () => {
  const payments = createPayments({
    store: memoryStore(),
    gateways: {},
    secret: "s".repeat(32),
  });
  const beside = startPages({ shop: "http://localhost:4243", docs, reference: true, console: true, window: true });
  server = createServer(nodeListener(createHandler(payments, { beside, docs: true, console: true }))).listen(
    0,
    "127.0.0.1",
  );
  await once(server, "listening");
  url = `http://localhost:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const inTurn = turns();

/** Each language in one size, and in both by `npm run test:long`. */
const looks = (["ko", "en"] as const).flatMap((language) =>
  inTurn<BuyerBrowser>([
    { language, size: "phone" },
    { language, size: "desktop", dark: true },
  ]),
);

describe.each(looks)("%j", (look) => {
  test("the keys and cards are copied, within the page's own policy", async () => {
    const { page, context, pageErrors } = await openBuyerPage(browser, {
      ...look,
      options: { permissions: ["clipboard-read", "clipboard-write"] },
    });
    await page.goto(url);
    expect(await page.getAttribute("html", "lang")).toBe(look.language);
    const buttons = page.locator("button:visible");
    const copied: string[] = [];
    for (let index = 0; index < (await buttons.count()); index += 1) {
      await buttons.nth(index).click();
      await page.waitForSelector(`li:has([data-copied]) >> nth=0`);
      copied.push(await page.evaluate(() => navigator.clipboard.readText()));
      expect(await page.locator("[data-copied]").count()).toBe(1);
      expect(await page.textContent("[role=status]")).toMatch(look.language === "ko" ? /^복사했어요: / : /^Copied: /);
    }
    expect(copied.slice(0, 2)).toEqual(["test_sk_docs", "test_ck_docs"]);
    const numbers = testCards.map(({ number }) => number);
    expect(copied.slice(2).filter((number) => numbers.includes(number))).toHaveLength(6);
    expect(pageErrors).toEqual([]);
    await context.close();
  });
});

/** Each page in one look, and in all by `npm run test:long`. */
const lookInTurn = turns();
const pagesInLooks = ["/", "/docs/ko/first-payment.md", "/docs/errors.md", "/docs/ko/testing.md"].flatMap((path) =>
  lookInTurn<BuyerBrowser>([
    { language: "ko", size: "phone" },
    { language: "en", size: "desktop", dark: true },
    { language: "en", size: "phone", dark: true },
    { language: "ko", size: "desktop" },
  ]).map((look) => [path, look] as const),
);

test.each(pagesInLooks)("axe finds nothing on %s, and nothing is wider than the window: %j", async (path, look) => {
  const { page } = await openBuyerPage(browser, { ...look, options: { bypassCSP: true } });
  await page.goto(`${url}${path}`);
  await page.evaluate(axe);
  const findings = await page.evaluate(async () => {
    const { axe: checker } = window as unknown as {
      axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
    };
    const { violations } = await checker.run();
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  });
  await page.setViewportSize({ width: 320, height: 800 });
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  expect({ findings, wide }).toEqual({ findings: [], wide: false });
});

test("every link leads somewhere, the shop's to the shop, and the language is chosen there", async () => {
  const { page, context } = await openBuyerPage(browser, { language: "ko" });
  await page.goto(url);
  const links = await page.locator("a").evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
  expect(links).toContain("http://localhost:4243/");
  const own = links.filter((link) => link.startsWith(url));
  expect(own.length).toBeGreaterThan(15);
  for (const link of own) expect([link, (await fetch(link)).status]).toEqual([link, 200]);
  await page.click("[hreflang=en]");
  expect(await page.textContent("h2")).toBe("Where to begin");
  await page.click("a[href^='/docs/test-cards.md']");
  await page.click("main a[href^='/docs/errors.md']");
  expect([new URL(page.url()).pathname, await page.textContent("h1")]).toEqual(["/docs/errors.md", "Errors"]);
  // The chosen language stays, though the browser's is another one.
  await page.click("text=Wonflow >> nth=0");
  expect(await page.textContent("h2")).toBe("Where to begin");
  await page.goto(`${url}/docs/operators.md`);
  await page.click("main a[href$='#INVALID_CSRF_TOKEN']");
  expect(await page.locator(":target").count()).toBe(1);
  await context.close();
});

test.each([
  ["ko", "5분 만에 첫 결제하기", "/docs/ko/first-payment.md", "1. 서비스 띄우기"],
  ["en", "The first payment, in five minutes", "/docs/first-payment.md", "1. Start the service"],
] as const)("who reads %s is led to pages in it, the first payment first", async (language, title, path, heading) => {
  const { page, context } = await openBuyerPage(browser, { language });
  await page.goto(url);
  const tops = await page
    .locator("ul.links:visible")
    .evaluateAll((lists) => lists.map((list) => list.querySelector("a")?.textContent));
  expect(tops).toEqual([title, title]);
  const shown = await page
    .locator("section:last-of-type > ul a")
    .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).pathname));
  expect(shown.length).toBeGreaterThan(5);
  expect(shown.filter((each) => each.startsWith("/docs/ko/") !== (language === "ko"))).toEqual([]);
  await page.click(`text=${title} >> nth=0`);
  expect([new URL(page.url()).pathname, await page.getAttribute("html", "lang")]).toEqual([path, language]);
  expect([await page.textContent("h1"), await page.textContent("h2")]).toEqual([title, heading]);
  expect(await page.textContent("pre code")).toBe("npm start");
  // Each page leads back to the start page in the reader's language.
  await page.click("text=Wonflow >> nth=0");
  expect(await page.getAttribute("html", "lang")).toBe(language);
  await context.close();
});

test("below the Korean pages stand those that there are in English only", async () => {
  const { page, context } = await openBuyerPage(browser, { language: "ko" });
  await page.goto(url);
  await page.click("summary");
  const english = await page
    .locator("details a:visible")
    .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).pathname));
  expect(english).toContain("/docs/security.md");
  expect(await page.textContent("summary")).toBe(`영어 문서 ${english.length}개`);
  const korean = english.map((path) => path.replace("/docs/", "/docs/ko/"));
  for (const path of korean) expect([path, (await fetch(`${url}${path}`)).status]).toEqual([path, 404]);
  await context.close();
});

test("every page in Korean is rendered, and its links lead somewhere, also into a page", async () => {
  const { page, context } = await openBuyerPage(browser, { language: "ko" });
  await page.goto(url);
  const pages = await page
    .locator("a[href^='/docs/ko/']")
    .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
  expect(new Set(pages).size).toBe(readdirSync(`${docs}/ko`).filter((file) => file.endsWith(".md")).length);
  const broken: string[] = [];
  const texts = new Map<string, Promise<string>>();
  async function read(address: string): Promise<string> {
    return (await fetch(address)).text();
  }
  for (const address of new Set(pages)) {
    await page.goto(address);
    // Of Markdown itself nothing is left to see.
    const prose = await page.locator("main > *:not(pre)").allInnerTexts();
    expect(prose.join("\n")).not.toMatch(/^#|```|\]\(|\*\*|`|<!--/m);
    const links = await page
      .locator("main a[href]")
      .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
    for (const link of links.filter((each) => each.startsWith(url))) {
      const { hash, origin, pathname, search } = new URL(link);
      const linked = `${origin}${pathname}${search}`;
      const reading = texts.get(linked) ?? read(linked);
      texts.set(linked, reading);
      const text = await reading;
      const isThere = hash === "" || text.includes(`id="${decodeURIComponent(hash.slice(1))}"`);
      if (text.startsWith("{") || !isThere) broken.push(`${address}: ${link}`);
    }
  }
  expect(broken).toEqual([]);
  await context.close();
});

test("Korean words stay whole at the width of a phone", async () => {
  const { page, context } = await openBuyerPage(browser, { language: "ko" });
  await page.setViewportSize({ width: 360, height: 640 });
  for (const path of ["/", "/docs/ko/first-payment.md", "/docs/ko/errors.md"]) {
    await page.goto(`${url}${path}`);
    expect([path, (await koreanWords(page)) > 50, await cutWords(page)]).toEqual([path, true, []]);
  }
  await context.close();
});

test("without a script, there is nothing to press that does nothing", async () => {
  const { page, context } = await openBuyerPage(browser, { options: { javaScriptEnabled: false } });
  await page.goto(url);
  expect(await page.locator("button:visible").count()).toBe(0);
  expect(await page.locator("code:visible").count()).toBe(8);
  await context.close();
});

test("the policy allows nothing from elsewhere, and no page of the folder but its own is served", async () => {
  const response = await fetch(url);
  const policy = response.headers.get("Content-Security-Policy") ?? "";
  expect(policy).toMatch(/^default-src 'none'; /);
  expect(policy).toMatch(/; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'$/);
  expect(policy).not.toMatch(/unsafe|http|\*/);
  for (const path of [
    "/docs/..%2FREADME.md",
    "/docs/nothing.md",
    "/docs/screenshots",
    "/docs/",
    "/docs/ko",
    "/docs/ko/..%2Ferrors.md",
  ]) {
    expect([path, (await fetch(`${url}${path}`)).status]).toEqual([path, 404]);
  }
});
