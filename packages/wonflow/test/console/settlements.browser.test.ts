import { afterAll, beforeAll, expect, test } from "vitest";

import { shop, startConsole, type ConsoleService } from "./console-service.ts";
import { findings, inLooks, openAs, overflow } from "./operator-page.ts";
import { browser, useBrowser } from "./use-browser.ts";

useBrowser();

/** In the middle of the week before that of Lunar New Year 2026, whose banking holidays are 16 to 18 February. */
const began = Date.parse("2026-02-10T03:00:00Z");

let service: ConsoleService;
const earlier = (time: string) => Date.now() - Date.parse(time);

beforeAll(async () => {
  service = await startConsole({ earlierMs: Date.now() - began });
  await service.pay({ amount: 10_000, name: "세작" });
  const intentKey = await service.pay({ amount: 30_000, name: "우전" });
  await service.payments.intents.cancel(shop, { intentKey }, { cancelReason: "품절", cancelAmount: 3_000 });
  await service.goTo(earlier("2026-02-13T03:00:00Z"));
  await service.pay({ amount: 50_000, name: "말차" });
  await service.goTo(earlier("2026-02-20T03:00:00Z"));
});
afterAll(() => service.stop());

type Page = Awaited<ReturnType<typeof openAs>>["page"];

const rows = (page: Page, part: string) =>
  page
    .locator(`${part} tr`)
    .evaluateAll((all) =>
      all.map((row) => [...row.children].map((cell) => (cell as HTMLElement).innerText.split("\n")[0]).join(" | ")),
    );

test("a month is shown by day, with its arithmetic and its sum", async () => {
  const { page, pageErrors } = await openAs(browser, service, { path: "settlements?month=2026-02" });
  await page.waitForSelector(".settled");
  expect(await rows(page, ".settled tbody")).toEqual(["2월 13일 (금) | 2 | 37,000원 | −1,221원 | −122원 | 35,657원"]);
  expect(await rows(page, ".settled tfoot")).toEqual(["합계 | 2 | 37,000원 | −1,221원 | −122원 | 35,657원"]);
  await page.click("text=지난달");
  await expect.poll(() => page.innerText("main")).toContain("이 달에 정산된 금액이 없어요.");
  expect(await page.innerText(".months h2")).toBe("2026년 1월");
  expect(pageErrors).toEqual([]);
});

test("the calendar says which sales settle when, and why not sooner", async () => {
  const { page } = await openAs(browser, service, { path: "settlements?month=2026-02" });
  await page.waitForSelector(".calendar");
  const cell = async (day: number) => {
    const text = await page.locator(".calendar td", { has: page.locator(`b >> text="${day}"`) }).innerText();
    return text.split(/\s+/).filter((part) => !["결제", "정산일", "settles", "on"].includes(part));
  };
  expect(await cell(10)).toEqual(["10", "→", "2/13"]);
  // The amounts come with an answer of their own.
  await expect.poll(() => cell(13)).toEqual(["13", "→", "2/23", "3.6만"]);
  expect((await cell(16)).slice(0, 2)).toEqual(["16", "휴일"]);
  expect((await cell(14)).slice(0, 2)).toEqual(["14", "주말"]);
});

test("a day's statement has every line, leads to its payments, and prints whole", async () => {
  const { page } = await openAs(browser, service, { path: "settlements?month=2026-02" });
  await page.click("text=2월 13일 (금)");
  await page.waitForSelector(".statement");
  expect(await page.innerText("h1")).toBe("2026년 2월 13일 (금) 정산");
  expect((await rows(page, ".statement tbody")).toSorted()).toEqual([
    "order-20261125-00001 | 10,000원 | 3.3% | −330원 | −33원 | 9,637원",
    "order-20261125-00002 | 27,000원 | 3.3% | −891원 | −89원 | 26,020원",
  ]);
  await page.emulateMedia({ media: "print" });
  await page.setViewportSize({ width: 600, height: 800 });
  expect(await page.locator(".statement th:visible").count()).toBe(6);
  expect(await page.locator("button:visible, nav:visible").count()).toBe(0);
  await page.emulateMedia({ media: "screen" });
  await page.click("text=order-20261125-00002");
  await page.waitForSelector(".row-link");
  expect(await page.locator(".row-link").allInnerTexts()).toEqual(["우전"]);
});

test("a payment says what the shop gets for it, and when", async () => {
  const { page } = await openAs(browser, service, { path: "payments?find=order-20261125-00002&by=orderId" });
  await page.click("text=우전");
  const settlement = page.locator("[aria-labelledby=order-settlement]");
  await expect.poll(() => settlement.innerText()).toMatch(/거래액\s+27,000원\s+수수료\s+−891원[^]*26,020원/);
  expect(await settlement.innerText()).toContain("2월 13일 (금)에 정산됐어요");
  await page.goto(`${service.url}/console/payments?find=order-20261125-00003&by=orderId`);
  await page.click("text=말차");
  await expect.poll(() => settlement.innerText()).toContain("2월 23일 (월)에 정산돼요.");
});

const pages = [
  { path: "settlements?month=2026-02", parts: [".settled", ".calendar"] },
  { path: "settlements/2026-02-13", parts: [".statement"] },
];

test.each(inLooks(pages))(
  "axe finds nothing, and nothing is wider than the window: %j, %j",
  async ({ path, parts }, look) => {
    const { page } = await openAs(browser, service, { path, look, options: { bypassCSP: true } });
    await Promise.all(parts.map((part) => page.waitForSelector(part)));
    expect([await findings(page), await overflow(page)]).toEqual([[], 0]);
  },
);
