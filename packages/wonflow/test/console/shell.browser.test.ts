import { once } from "node:events";
import { createServer } from "node:http";

import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import { createHandler, createPayments, memoryStore, nodeListener, silentLogger } from "../../src/index.ts";
import { registerDocumentationMerchant } from "../../src/serve/documentation-merchant.ts";
import { browser, useBrowser } from "./use-browser.ts";
import { operators, shop, startConsole, type ConsoleService } from "./console-service.ts";
import { askAgain, findings, looks, openAs, openPage, overflow, signIn, signInBrowser } from "./operator-page.ts";

useBrowser();

let service: ConsoleService;

beforeAll(async () => {
  service = await startConsole();
  await service.pay({ name: "세작 50g" });
});
afterAll(() => service.stop());
afterEach(() => {
  service.isCutOff = false;
});

describe("signing in", () => {
  test("leads back to the page that was asked for, and a reload stays there", async () => {
    const intentKey = await service.pay({ name: "백자 찻잔" });
    const { page, pageErrors } = await openPage(browser);
    await page.goto(`${service.url}/console/payments/${intentKey}?x=1`);
    await expect.poll(() => page.title()).toBe("로그인 · Wonflow 콘솔");
    await signIn(page, "viewer");
    await page.waitForSelector(".figures");
    expect([await page.locator("h1").innerText(), await page.title()]).toEqual([
      "백자 찻잔",
      "백자 찻잔 · Wonflow 콘솔",
    ]);
    expect(new URL(page.url()).pathname).toBe(`/console/payments/${intentKey}`);
    await page.reload();
    await page.waitForSelector(".figures");
    expect(pageErrors).toEqual([]);
  });

  test("works in a browser whose language is no language tag", async () => {
    const { page, pageErrors } = await openPage(browser);
    await page.addInitScript(() => {
      Object.defineProperty(Navigator.prototype, "language", { get: () => "en-US@posix" });
    });
    await page.goto(`${service.url}/console`);
    await signIn(page, "viewer");
    await page.waitForSelector(".plot");
    expect(pageErrors).toEqual([]);
  });

  test("takes the merchant's number in full-width digits", async () => {
    const { page } = await openPage(browser);
    await page.goto(`${service.url}/console`);
    await page.fill("#name", "park");
    await page.fill("#password", operators.viewer.password);
    await page.selectOption("#mode", "test");
    await page.fill("#merchant", "７");
    await page.press("#merchant", "Enter");
    await page.waitForSelector(".frame");
  });

  test("with a wrong password says so, and keeps what was typed but the password", async () => {
    const { page } = await openPage(browser, { language: "en" });
    await page.goto(`${service.url}/console`);
    await signIn(page, "viewer", "wrong");
    await page.waitForSelector(".alert");
    expect(await page.innerText(".alert")).toBe("Merchant, name or password is not right.");
    expect([await page.inputValue("#name"), await page.inputValue("#password")]).toEqual(["park", ""]);
  });

  test("too often with a wrong password says until when the name is locked", async () => {
    const locking = await startConsole({ paymentSettings: { operatorTries: 1 } });
    const { page } = await openPage(browser);
    await page.goto(`${locking.url}/console`);
    await signIn(page, "viewer", "wrong");
    await page.waitForSelector(".alert");
    await signIn(page, "viewer", "wrong again");
    await expect
      .poll(() => page.innerText(".alert"))
      .toMatch(/^비밀번호를 여러 번 틀려서 잠겼어요\. \d\d:\d\d에 다시 할 수 있어요 \(15분 남음\)\.$/);
    await locking.stop();
  });

  test("of a service that does not answer offers to try again", async () => {
    const { page } = await openPage(browser);
    await page.route("**/operator/session", (route) => route.abort());
    await page.goto(`${service.url}/console`);
    await page.waitForSelector(".alert");
    await page.unroute("**/operator/session");
    await page.click("button:has-text('다시 해 보기')");
    await page.waitForSelector("#password");
  });

  test("as the documentation merchant's operator is one press in development", async () => {
    const documentation = await startDocumentation();
    const { page } = await openPage(browser);
    await page.goto(`${documentation.url}/console`);
    await page.click("text=문서 상점의 운영자로 들어가기");
    await page.waitForSelector(".frame");
    expect(await page.innerText(".merchant")).toMatch(/^Wonflow Docs\s*상점 1\s*테스트$/);
    // The clock of development moves by days, and a session lasts 12 hours.
    await documentation.payments.operators.signOutAll({ mId: 1, mode: "test" }, "docs");
    await page.click("dialog >> text=문서 상점의 운영자로 들어가기");
    await page.waitForSelector("dialog", { state: "detached" });
    documentation.stop();
  });

  test("offers no operator in production", async () => {
    const { page } = await openPage(browser);
    await page.goto(`${service.url}/console`);
    await page.waitForSelector("#password");
    expect(await page.locator(".offered").count()).toBe(0);
  });
});

/** A service in development, as `wonflow dev` starts it, without its database. */
async function startDocumentation() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const url = `http://localhost:${typeof address === "object" ? address?.port : ""}`;
  const payments = createPayments({
    store: memoryStore(),
    gateways: {},
    secret: "s".repeat(32),
    settings: { checkoutUrl: `${url}/checkout`, documentationKeys: true },
    logger: silentLogger,
  });
  await registerDocumentationMerchant(payments);
  const developmentClock = { now: () => Date.now(), move: () => Promise.reject(new Error("not used")) };
  server.on("request", nodeListener(createHandler(payments, { developmentClock, logger: silentLogger })));
  return {
    url,
    payments,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

test("signing out shows the sign-in, and the session is over", async () => {
  const { page } = await openAs(browser, service);
  await page.click("text=로그아웃");
  await page.waitForSelector("#password");
  await page.goto(`${service.url}/console/payments`);
  await page.waitForSelector("#password");
});

test("the end of a session shows the sign-in above the page, and loses nothing that was typed", async () => {
  const { page, pageErrors } = await openAs(browser, service, { role: "cashier", path: "payments" });
  await page.fill("#find", "order-20261125-");
  await page.selectOption("#status", "CANCELED");
  await service.payments.operators.signOutAll(shop, operators.cashier.name);
  await askAgain(page);
  await page.waitForSelector("dialog[open]");
  expect(await page.inputValue("dialog #name")).toBe("lee");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await page.waitForSelector("dialog[open]");
  await page.fill("dialog #password", operators.cashier.password);
  await page.click("dialog .primary");
  await page.waitForSelector("dialog", { state: "detached" });
  expect([await page.inputValue("#find"), await page.inputValue("#status")]).toEqual(["order-20261125-", "CANCELED"]);
  const asked = service.requests.length;
  await expect.poll(() => service.requests.slice(asked).some((one) => one.includes("/payments?"))).toBe(true);
  expect(pageErrors).toEqual([]);
});

test("another language is shown at once, without losing what was typed, and is kept", async () => {
  const { page } = await openAs(browser, service, { path: "payments" });
  await page.fill("#find", "0009");
  await page.click("text=English");
  expect([await page.innerText("h1"), await page.inputValue("#find"), await page.getAttribute("html", "lang")]).toEqual(
    ["Payments", "0009", "en"],
  );
  await page.reload();
  await expect.poll(() => page.innerText("h1")).toBe("Payments");
  await expect.poll(() => page.title()).toBe("Payments · Wonflow console");
});

test("below a prefix that a proxy strips, everything is found", async () => {
  const behind = await startConsole({ strippedPrefix: "/pay" });
  const intentKey = await behind.pay({ name: "세작 50g" });
  const { page, pageErrors } = await openAs(browser, behind, { path: "payments" });
  await page.click("text=세작 50g");
  await page.waitForSelector(".figures");
  expect(page.url()).toBe(`${behind.url}/console/payments/${intentKey}`);
  await page.goBack();
  await page.waitForSelector("table");
  expect(page.url()).toBe(`${behind.url}/console/payments`);
  expect(behind.requests.filter((one) => !one.includes(" /pay/") && !one.includes("favicon"))).toEqual([]);
  expect(pageErrors).toEqual([]);
  await behind.stop();
});

test("a page that there is not says so, and leads back", async () => {
  const { page, heading } = await openAs(browser, service, { path: "nothing/%E0%A4%A" });
  expect(await heading()).toBe("없는 화면이에요");
  await page.click("text=처음 화면으로");
  await expect.poll(heading).not.toBe("없는 화면이에요");
});

test("a page is reached and left with the keyboard alone", async () => {
  const { page } = await openAs(browser, service, { path: "payments" });
  await page.waitForSelector("table");
  await page.locator(".row-link").first().focus();
  await page.keyboard.press("Enter");
  await page.waitForSelector(".figures");
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
});

test.each(looks)("axe finds nothing, and nothing is wider than the window: %j", async (look) => {
  const { page } = await openPage(browser, look, { bypassCSP: true });
  await page.goto(`${service.url}/console`);
  await page.waitForSelector("#password");
  expect([await findings(page), await overflow(page)]).toEqual([[], 0]);
  await signIn(page, "owner");
  await page.waitForSelector(".frame");
  if (look.size === "phone") await page.click(".menu");
  expect([await findings(page), await overflow(page)]).toEqual([[], 0]);
  await service.payments.operators.signOutAll(shop, operators.owner.name);
  await askAgain(page);
  await page.waitForSelector("dialog[open]");
  expect([await findings(page), await overflow(page)]).toEqual([[], 0]);
});

test.each([
  { language: "ko", name: "열두글자인상점이름이에요", isWhole: true },
  { language: "en", name: "Corner Shops", isWhole: true },
  { language: "en", name: "열두글자인상점이름이에요", isWhole: true },
  { language: "en", name: "WWWWWWWWWWWW", isWhole: false },
] as const)("the header has room on a phone: %j", async ({ language, name, isWhole }) => {
  const { page } = await openPage(browser, { language, size: "phone" });
  await page.route("**/operator/session", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), merchantName: name } });
  });
  await signInBrowser(page, service.url, operators.viewer);
  await page.goto(`${service.url}/console`);
  await page.waitForSelector(".frame h1");
  const shown = page.locator(".merchant b");
  expect([await shown.innerText(), await shown.getAttribute("title")]).toEqual([name, name]);
  expect(await shown.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(isWhole);
  const boxes = await page.locator(".top > *").evaluateAll((parts) =>
    parts.map((part) => {
      const range = document.createRange();
      range.selectNodeContents(part);
      const lines = new Set([...range.getClientRects()].map(({ top }) => top)).size;
      const { left, right } = part.getBoundingClientRect();
      return { left, right, lines: part.className === "merchant" ? 1 : lines };
    }),
  );
  expect(boxes.map(({ lines }) => lines)).toEqual([1, 1, 1]);
  for (const [n, { right }] of boxes.entries()) expect(right).toBeLessThanOrEqual(boxes[n + 1]?.left ?? 360);
  expect(await overflow(page)).toBe(0);
});

describe("another tab of the same browser", () => {
  async function openTwoTabs() {
    const intentKey = await service.pay({ amount: 20_000 });
    const { page } = await openAs(browser, service, { role: "cashier", path: `payments/${intentKey}` });
    await page.waitForSelector(".figures");
    const other = await page.context().newPage();
    await other.goto(`${service.url}/console`);
    await other.waitForSelector(".frame");
    await other.click("text=로그아웃");
    await other.waitForSelector("#password");
    return { page, other, intentKey };
  }

  test("may sign the same operator in again, and this one continues with the new session", async () => {
    const { page, other, intentKey } = await openTwoTabs();
    await signIn(other, "cashier");
    await other.waitForSelector(".frame");
    await page.click("text=돌려주기");
    await page.fill("#cancel-reason", "품절");
    await page.waitForSelector(".preview .sums");
    await page.click(".cancellation .danger");
    await page.waitForSelector(".notice.good");
    const found = await service.payments.intents.lookUp(shop, { intentKey });
    expect(found.ok && found.value.status).toBe("CANCELED");
  });

  test("may sign another operator in, whose name and rights this one then has", async () => {
    const { page, other } = await openTwoTabs();
    await signIn(other, "viewer");
    await other.waitForSelector(".frame");
    await askAgain(page);
    await expect.poll(() => page.innerText(".person")).toContain("park");
    await expect.poll(() => page.locator("text=돌려주기").count()).toBe(0);
  });
});

test("another role holds at once, also on an open page", async () => {
  const intentKey = await service.pay();
  const { page } = await openAs(browser, service, { role: "viewer", path: `payments/${intentKey}` });
  await page.waitForSelector(".timeline li");
  expect(await page.locator("text=돌려주기").count()).toBe(0);
  await service.payments.operators.set(shop, { name: operators.viewer.name, role: "cashier" });
  await askAgain(page);
  await page.waitForSelector("text=돌려주기");
  await service.payments.operators.set(shop, { name: operators.viewer.name, role: "viewer" });
  await askAgain(page);
  await expect.poll(() => page.locator("text=돌려주기").count()).toBe(0);
});
