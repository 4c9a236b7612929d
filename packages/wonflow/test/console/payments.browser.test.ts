import { readFile } from "node:fs/promises";

import { afterAll, beforeAll, expect, test } from "vitest";

import { silentLogger } from "../../src/index.ts";
import { cards, startConsole, type ConsoleService } from "./console-service.ts";
import { findings, looks, openAs, overflow } from "./operator-page.ts";
import { browser, useBrowser } from "./use-browser.ts";

useBrowser();

let service: ConsoleService;
const keys: string[] = [];

beforeAll(async () => {
  service = await startConsole();
  await service.pay({ name: "해외 카드", amount: 500, card: cards.amex });
  for (let n = 1; n <= 70; n += 1) {
    const card = n % 2 === 0 ? cards.kb : cards.shinhan;
    keys.push(await service.pay({ name: `주문 ${n}`, amount: 1_000 * n, card }));
  }
});
afterAll(() => service.stop());

type Page = Awaited<ReturnType<typeof openAs>>["page"];

const names = (page: Page) => page.locator(".row-link").allInnerTexts();
const query = (page: Page) => decodeURIComponent(new URL(page.url()).search);

test("pages follow one another until the end", async () => {
  const { page } = await openAs(browser, service, { path: "payments" });
  await page.waitForSelector("table");
  expect([(await names(page)).length, (await names(page))[0]]).toEqual([30, "주문 70"]);
  await page.click("text=더 보기");
  await expect.poll(async () => (await names(page)).length).toBe(60);
  await page.click("text=더 보기");
  await expect.poll(async () => (await names(page)).length).toBe(71);
  expect([await page.locator("text=더 보기").count(), (await names(page)).at(-1)]).toEqual([0, "해외 카드"]);
});

test("filters are in the address, and the back button restores the earlier ones", async () => {
  const { page } = await openAs(browser, service, { path: "payments" });
  await page.waitForSelector("table");
  await page.fill("#least", "69,000원");
  await page.selectOption("#company", "41");
  await page.press("#least", "Enter");
  await expect.poll(() => names(page)).toEqual(["주문 69"]);
  expect(query(page)).toBe("?company=41&least=69000");
  await page.goBack();
  await expect.poll(async () => (await names(page)).length).toBe(30);
  expect(await page.inputValue("#least")).toBe("");
  await page.goForward();
  await expect.poll(() => names(page)).toEqual(["주문 69"]);
  expect([await page.inputValue("#least"), await page.inputValue("#company")]).toEqual(["69000", "41"]);
  await page.click("text=모두 지우기");
  await expect.poll(() => query(page)).toBe("");
});

type Search = readonly [text: string, by: string, found: string | number | readonly string[]];

test("one text finds an order id, a payment's key, an approval number, and a card's last four digits", async () => {
  const { page } = await openAs(browser, service, { path: "payments" });
  await page.waitForSelector("table");
  const searches: readonly Search[] = [
    ["order-20261125-00008", "", ["주문 7"]],
    [keys[11] ?? "", "", ["주문 12"]],
    ["00000020", "", 1],
    ["0009", "", 30],
    ["없는 번호", "", "다시 확인해 주세요: 승인번호"],
    ["order-20261125-99999", "orderId", "맞는 결제가 없어요."],
  ];
  for (const [text, by, found] of searches) {
    await page.fill("#find", text);
    await page.selectOption("#by", by);
    await page.press("#find", "Enter");
    if (typeof found === "string") await expect.poll(() => page.innerText("main")).toContain(found);
    else if (typeof found === "number") await expect.poll(async () => (await names(page)).length).toBe(found);
    else await expect.poll(() => names(page)).toEqual([...found]);
  }
});

test("full-width digits are read as digits, also from a keyboard that composes them", async () => {
  const { page } = await openAs(browser, service, { path: "payments" });
  await page.waitForSelector("table");
  await page.focus("#least");
  const keyboard = await page.context().newCDPSession(page);
  await keyboard.send("Input.imeSetComposition", { text: "６９，０００", selectionStart: 6, selectionEnd: 6 });
  await keyboard.send("Input.insertText", { text: "６９，０００" });
  expect(await page.inputValue("#least")).toBe("69,000");
  await page.focus("#find");
  await page.keyboard.insertText("０００９");
  await page.press("#find", "Enter");
  await expect.poll(() => query(page)).toBe("?find=0009&least=69000");
  await expect.poll(() => names(page)).toEqual(["주문 70"]);
});

test("what cannot be an amount is refused, also in full-width characters", async () => {
  const { page } = await openAs(browser, service, { path: "payments" });
  await page.waitForSelector("table");
  for (const amount of ["많이", "３．５"]) {
    await page.fill("#least", amount);
    await page.press("#least", "Enter");
    await expect.poll(() => page.innerText("main")).toContain("다시 확인해 주세요");
  }
});

test.each([
  ["ko", "Amex (해외)"],
  ["en", "Amex (foreign)"],
] as const)("a card from abroad has its brand's name and a filter, in %s", async (language, option) => {
  const { page } = await openAs(browser, service, { path: "payments", look: { language } });
  await page.waitForSelector("table");
  await page.selectOption("#company", { label: option });
  await page.click("form .primary");
  await expect.poll(() => names(page)).toEqual(["해외 카드"]);
  expect(query(page)).toBe("?company=7A");
  expect(await page.innerText("tbody")).toContain("Amex ····1000");
  await page.click(".row-link");
  await expect.poll(() => page.innerText(".facts")).toContain("Amex 340000");
  // A payment's random key may contain it.
  expect(await page.innerText("main")).not.toMatch(/\b7A\b/);
});

test("Korean card companies have English names in English", async () => {
  const { page } = await openAs(browser, service, { path: "payments", look: { language: "en" } });
  await page.waitForSelector("table");
  expect(await page.innerText("tbody")).toContain("KB Kookmin ····0009");
});

test("days are one press", async () => {
  const { page } = await openAs(browser, service, { path: "payments" });
  await page.click("text=어제");
  await expect.poll(() => page.innerText("main")).toContain("맞는 결제가 없어요.");
  await page.click("text=오늘");
  await expect.poll(async () => (await names(page)).length).toBe(30);
  expect(query(page)).toMatch(/^\?from=(\d{4}-\d\d-\d\d)&to=\1$/);
  expect(await page.locator("[aria-current=page]").allInnerTexts()).toContain("오늘");
});

test("a search that finds nothing for long continues by itself, shows that, and can be stopped", async () => {
  const { page } = await openAs(browser, service, { path: "payments" });
  await page.waitForSelector("table");
  const empty = { hasMore: true, size: 0, nextCursor: "cursor", items: [] };
  await page.route("**/merchants/7/payments?*status=EXPIRED*", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 200));
    await route.fulfill({ json: empty });
  });
  await page.selectOption("#status", "EXPIRED");
  await page.click("form .primary");
  await expect.poll(() => page.innerText(".list-end")).toMatch(/[2-9]0,000건까지/);
  await page.click("text=그만 찾기");
  await expect.poll(() => page.innerText(".list-end")).toBe("더 오래된 결제에서 찾기");
  await page.click("text=더 오래된 결제에서 찾기");
  await page.waitForSelector("text=그만 찾기");
});

test("what was found is saved as a file", async () => {
  const { page } = await openAs(browser, service, { path: "payments?least=70000" });
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("text=CSV")]);
  const text = await readFile(await download.path(), "utf8");
  expect(download.suggestedFilename()).toBe("payments.csv");
  expect(text).toContain("주문 70");
  expect(text.trim().split("\r\n").length).toBe(2);
});

test("on paper there is the list, and nothing to press", async () => {
  const { page } = await openAs(browser, service, { path: "payments" });
  await page.waitForSelector("table");
  await page.emulateMedia({ media: "print" });
  expect(await page.locator("button:visible, input:visible, nav:visible").count()).toBe(0);
  expect(await page.locator(".row-link:visible").count()).toBe(30);
});

test("card companies have names, also where the service names them to keys only", async () => {
  const settings = { console: true, rateLimits: "off", cardLookUps: "key", logger: silentLogger } as const;
  const secretive = await startConsole({ settings });
  await secretive.pay({ name: "세작" });
  const { page } = await openAs(browser, secretive, { path: "payments" });
  await expect.poll(() => page.innerText("tbody")).toContain("KB국민 ····0009");
  expect(await page.locator("dialog[open]").count()).toBe(0);
  await secretive.stop();
});

test.each(looks)("axe finds nothing, and nothing is wider than the window: %j", async (look) => {
  const { page } = await openAs(browser, service, { path: "payments", look, options: { bypassCSP: true } });
  await page.waitForSelector("table");
  if (look.size === "phone") await page.click("summary");
  expect([await findings(page), await overflow(page)]).toEqual([[], 0]);
});
