import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { documentationMerchant } from "@wonflow/core";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  createHandler,
  createPayments,
  memoryStore,
  nodeListener,
  sandboxGateway,
  systemClock,
} from "../../src/index.ts";
import { browser, useBrowser, turns } from "./browser-and-service.ts";
import { openBuyerPage, type BuyerBrowser } from "./buyer-page.ts";
import { cutWords, koreanWords } from "./cut-words.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

let server: Server;
let url: string;

useBrowser();

beforeAll(async () => {
  server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const payments = createPayments({
    store: memoryStore(),
    gateways: { test: await sandboxGateway({ clock: systemClock }) },
    secret: "s".repeat(32),
    settings: { checkoutUrl: `${url}/checkout`, documentationKeys: true },
  });
  await payments.merchants.register(documentationMerchant);
  const developmentClock = { now: () => systemClock.now(), move: () => Promise.reject(new Error("not used")) };
  const handler = createHandler(payments, { developmentClock, basePath: "/pay" });
  server.on("request", nodeListener(handler));
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** The reference of a service below a path, and the other hosts that it requests, of which there must be none. */
async function openReference(look: BuyerBrowser = {}) {
  const opened = await openBuyerPage(browser, { language: "en", size: "desktop", ...look });
  const elsewhere: string[] = [];
  await opened.context.route("**/*", (route) => {
    const asked = route.request().url();
    if (asked.startsWith(`${url}/pay/`) || asked.startsWith("data:")) return route.continue();
    elsewhere.push(asked);
    return route.abort();
  });
  await opened.page.goto(`${url}/pay/docs`);
  return { ...opened, elsewhere };
}

/** Sends the form of an operation, and answers the line and the body that it shows then. */
async function run(page: Page, operationId: string) {
  const article = page.locator(`#${operationId}`);
  await article.locator(".run").click();
  await article.locator(".run:not([aria-disabled])").waitFor();
  const said = await article.locator(".said").innerText();
  const body = await article.locator(".result pre").innerText();
  return { said, body: body === "" ? undefined : (JSON.parse(body) as Readonly<Record<string, unknown>>) };
}

test("an operation is found and sent, and what it answers is filled in where the next ones need it", async () => {
  const { page, context, pageErrors, elsewhere } = await openReference();
  await page.fill("#filter", "session create");
  expect(await page.locator("article:visible").count()).toBe(1);
  const links = await page.locator("nav li:visible").allTextContents();
  expect(links.map((text) => text.trim())).toEqual(["POST /px/payfront/sessions"]);
  const created = await run(page, "createSession");
  expect([created.said, created.body?.["token"]]).toEqual(["Answered with 201", expect.stringMatching(/^cs_1_test_/)]);
  await page.fill("#filter", "");
  const authenticated = await run(page, "authenticateCheckout");
  expect(authenticated.said).toBe("Answered with 200");
  const confirmed = await run(page, "confirmPayment");
  expect(confirmed).toMatchObject({ said: "Answered with 200", body: { status: "DONE", orderName: "녹차 100g" } });
  await page.selectOption("#cancelPayment .example", { index: 1 });
  const canceled = await run(page, "cancelPayment");
  expect(canceled).toMatchObject({ said: "Answered with 200", body: { status: "CANCELED", totalAmount: 10_000 } });
  const found = await run(page, "getPaymentOfOrder");
  expect(found.body).toEqual(canceled.body);
  expect({ pageErrors, elsewhere }).toEqual({ pageErrors: [], elsewhere: [] });
  await context.close();
});

test("headers are sent where they are filled in, a refusal is shown, and its code explained", async () => {
  const { page, context, pageErrors } = await openReference();
  await page.click("#confirmPayment .headers summary");
  await page.fill('[id="confirmPayment.Payments-Test-Code"]', "REJECT_CARD_PAYMENT");
  const refused = await run(page, "confirmPayment");
  expect(refused).toMatchObject({ said: "Answered with 403", body: { code: "REJECT_CARD_PAYMENT" } });
  await page.click("#confirmPayment details:has(table) summary");
  await page.click("#confirmPayment a[href='#error-REJECT_CARD_PAYMENT']");
  expect(await page.locator(":target").innerText()).toContain("REJECT_CARD_PAYMENT");
  expect(pageErrors).toEqual([]);
  await context.close();
});

test("a Korean browser gets the page in Korean, and a payment is made there", async () => {
  const { page, context, pageErrors, elsewhere } = await openReference({ language: "ko" });
  expect([await page.getAttribute("html", "lang"), await page.title()]).toEqual(["ko", "Wonflow API 레퍼런스"]);
  await page.fill("#filter", "결제 세션");
  expect(await page.locator("nav li:visible").first().innerText()).toContain("/px/payfront/sessions");
  await page.fill("#filter", "");
  const created = await run(page, "createSession");
  expect([created.said, created.body?.["token"]]).toEqual([
    "201 응답을 받았어요",
    expect.stringMatching(/^cs_1_test_/),
  ]);
  expect((await run(page, "authenticateCheckout")).said).toBe("200 응답을 받았어요");
  expect(await run(page, "confirmPayment")).toMatchObject({ said: "200 응답을 받았어요", body: { status: "DONE" } });
  await page.fill("#secretKey", "live_sk_of_somebody");
  await page.click("#createSession .run");
  expect(await page.innerText("#createSession .said")).toBe("라이브 키는 쓸 수 없어요. 테스트 키를 넣어 주세요");
  expect({ pageErrors, elsewhere }).toEqual({ pageErrors: [], elsewhere: [] });
  await context.close();
});

test("a chosen language is also that of refusals, whatever the browser prefers", async () => {
  const { page, context } = await openReference({ language: "en" });
  await page.click(".languages a");
  await page.waitForURL(`${url}/pay/docs?lang=ko`);
  await page.fill("#secretKey", "test_sk_of_nobody");
  const { body } = await run(page, "createSession");
  const message =
    "등록되지 않은 키예요. 쓰려는 모드(test·live)의 시크릿 키가 맞는지, 폐기한 키는 아닌지 확인해 주세요.";
  expect(body).toMatchObject({ code: "UNAUTHORIZED_KEY", message });
  await context.close();
});

test("the switch is reached by the keyboard, stays in the address, and keeps the reader's place", async () => {
  const { page, context, pageErrors } = await openReference({ language: "ko" });
  await page.evaluate(() => (location.hash = "confirmPayment"));
  await page.locator(".languages a").focus();
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("English");
  await page.keyboard.press("Enter");
  await page.waitForURL(`${url}/pay/docs?lang=en#confirmPayment`);
  expect([await page.getAttribute("html", "lang"), await page.title()]).toEqual(["en", "Wonflow API reference"]);
  expect(await page.innerText("#confirmPayment .run")).toBe("Run");
  // The choice holds against the browser's language, in the page's links too.
  await page.reload();
  expect(await page.getAttribute("html", "lang")).toBe("en");
  expect(await page.getAttribute("nav a", "href")).toBe("./?lang=en");
  await page.click(".languages a");
  await page.waitForURL(`${url}/pay/docs?lang=ko#confirmPayment`);
  expect(await page.innerText("#confirmPayment .run")).toBe("보내기");
  const served = await page.request.get(new URL((await page.getAttribute("main a", "href")) ?? "", page.url()).href);
  expect(JSON.stringify(await served.json())).toContain("결제 승인");
  expect(pageErrors).toEqual([]);
  await context.close();
});

test("a live key is never sent", async () => {
  const { page, context } = await openReference();
  const sent: string[] = [];
  page.on("request", (request) => sent.push(request.url()));
  await page.fill("#secretKey", "live_sk_of_somebody");
  await page.click("#createSession .run");
  expect(await page.innerText("#createSession .said")).toBe("Live keys are not taken here: use a test key");
  expect(sent).toEqual([]);
  await context.close();
});

test("a request is copied as a command", async () => {
  const { page, context } = await openReference({ options: { permissions: ["clipboard-read", "clipboard-write"] } });
  await page.click("#listSettlements .copy");
  await page.locator("#listSettlements .said:text-is('Copied')").waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    [
      `curl -s -X GET '${url}/pay/px/settlements?from=2026-11-25&to=2026-11-25' \\`,
      `  -H 'Authorization: Basic ${btoa("test_sk_docs:")}'`,
    ].join("\n"),
  );
  await context.close();
});

const inTurn = turns();

/** Each language in one size, and in both by `npm run test:long`. */
const looks = (["ko", "en"] as const).flatMap((language) =>
  inTurn<BuyerBrowser>([
    { language, size: "phone" },
    { language, size: "desktop", dark: true },
  ]),
);

/** Leaves every tenth operation, as all are shown alike; axe takes long for the whole page. */
async function shorten(page: Page): Promise<void> {
  await page.locator("article:not(#confirmPayment)").evaluateAll((articles) => {
    for (const [index, article] of articles.entries()) if (index % 10 !== 0) article.remove();
  });
}

test.each(looks)("axe finds nothing, and nothing is wider than the window: %j", async (look) => {
  const { page, context } = await openReference({ ...look, options: { bypassCSP: true } });
  if (process.env["TESTS"] !== "long") await shorten(page);
  await page.locator("#confirmPayment details summary").first().click();
  await page.evaluate(axe);
  const findings = await page.evaluate(async () => {
    const { axe: checker } = window as unknown as {
      axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
    };
    const { violations } = await checker.run();
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
  });
  await page.setViewportSize({ width: 320, height: 800 });
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  expect({ findings, wide }).toEqual({ findings: [], wide: false });
  await context.close();
});

test("without a script it can be read, and has nothing to press that does nothing", async () => {
  const { page, context } = await openReference({ options: { javaScriptEnabled: false } });
  expect(await page.locator("button:visible, #keys:visible, #filter:visible").count()).toBe(0);
  expect(await page.locator("article:visible").count()).toBeGreaterThan(30);
  await context.close();
});

test("its policy allows nothing from elsewhere", async () => {
  const response = await fetch(`${url}/docs`);
  const policy = response.headers.get("Content-Security-Policy") ?? "";
  expect(policy).toMatch(
    /^default-src 'none'; script-src 'sha384-[^']+'; style-src 'sha256-[^']+'; connect-src 'self'; /,
  );
  expect(policy).not.toMatch(/unsafe|http|\*/);
  expect(await response.text()).toContain('value="test_sk_docs"');
});

test.each(["ko", "en"] as const)(
  "Korean words stay whole at the width of a phone, also in examples: %s",
  async (language) => {
    const { page, context } = await openReference({ language });
    await page.setViewportSize({ width: 360, height: 640 });
    await page.locator("details").evaluateAll((all) => all.forEach((each) => each.setAttribute("open", "")));
    expect([(await koreanWords(page)) > 50, await cutWords(page)]).toEqual([true, []]);
    await context.close();
  },
);
