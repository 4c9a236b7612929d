import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import { browser, useBrowser } from "./use-browser.ts";
import { operators, shop, startConsole, type ConsoleService } from "./console-service.ts";
import { openAs, openPage, signInBrowser } from "./operator-page.ts";

useBrowser();

let service: ConsoleService;

beforeAll(async () => {
  service = await startConsole();
  await service.pay({ name: "첫 주문" });
});
afterAll(() => service.stop());
afterEach(() => {
  service.isCutOff = false;
});

const names = (page: Awaited<ReturnType<typeof openAs>>["page"]) => page.locator(".row-link").allInnerTexts();

test("new payments are offered, and the list stays still until they are asked for", async () => {
  const { page } = await openAs(browser, service, { path: "payments" });
  await page.waitForSelector("table");
  const before = await names(page);
  await page.fill("#find", "무언가");
  await page.focus("#find");
  await service.pay({ name: "두 번째 주문" });
  await service.pay({ name: "세 번째 주문" });
  const offer = page.locator(".newer button");
  await expect.poll(() => offer.allInnerTexts()).toEqual(["새 결제 2건 보기"]);
  expect(await names(page)).toEqual(before);
  expect(await page.evaluate(() => document.activeElement?.id)).toBe("find");
  expect(await page.inputValue("#find")).toBe("무언가");
  await offer.click();
  expect((await names(page)).slice(0, 3)).toEqual(["세 번째 주문", "두 번째 주문", before[0]]);
  expect(await offer.count()).toBe(0);
});

test("a cancellation made elsewhere appears by itself, also where the list asks for another status", async () => {
  const intentKey = await service.pay({ name: "돌려줄 주문" });
  const all = await openAs(browser, service, { path: "payments" });
  const paid = await openAs(browser, service, { path: "payments?status=DONE" });
  const one = await openAs(browser, service, { path: `payments/${intentKey}` });
  await one.page.waitForSelector(".figures");
  await service.payments.intents.cancel(shop, { intentKey }, { cancelReason: "품절" });
  for (const { page } of [all, paid]) {
    await expect.poll(() => page.locator("tr", { hasText: "돌려줄 주문" }).innerText()).toContain("취소");
  }
  await expect.poll(() => one.page.innerText(".title")).toContain("취소");
});

test("a lost connection is shown, nothing that was shown or typed is lost, and it continues by itself", async () => {
  const { page } = await openAs(browser, service, { path: "payments" });
  await page.waitForSelector("table");
  await page.fill("#find", "무언가");
  service.isCutOff = true;
  await page.waitForSelector(".connection .alert");
  expect(await page.innerText(".connection")).toMatch(/^연결이 끊겼어요\. \d\d:\d\d:\d\d/);
  expect([(await names(page)).length > 0, await page.inputValue("#find")]).toEqual([true, "무언가"]);
  service.isCutOff = false;
  await page.waitForSelector(".connection .alert", { state: "detached" });
});

test("a hidden tab sends no requests", async () => {
  const { page } = await openPage(browser);
  await page.clock.install();
  await signInBrowser(page, service.url, operators.owner);
  await page.goto(`${service.url}/console/payments`);
  await page.waitForSelector("table");
  await page.evaluate(() => {
    Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await page.waitForTimeout(500);
  const before = service.requests.length;
  await page.clock.runFor(60_000);
  await page.waitForTimeout(200);
  expect(service.requests.length).toBe(before);
  await page.evaluate(() => {
    Object.defineProperty(document, "visibilityState", { value: "visible", configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await expect.poll(() => service.requests.length).toBeGreaterThan(before);
});
