import { afterAll, beforeAll, expect, test } from "vitest";

import { startConsole, type ConsoleService } from "./console-service.ts";
import { openAs } from "./operator-page.ts";
import { browser, useBrowser } from "./use-browser.ts";

useBrowser();

let service: ConsoleService;

beforeAll(async () => {
  service = await startConsole({ hasWindow: true });
  await service.pay({ name: "등록한 카드" });
  await service.payInWindow("CARD", "months");
  await service.payInWindow("TRANSFER", "succeed");
  await service.payInWindow("KAKAOPAY", "discount");
});
afterAll(() => service.stop());

type Page = Awaited<ReturnType<typeof openAs>>["page"];

const paidBy = (page: Page) => page.locator("tbody td:nth-child(3)").allInnerTexts();

test.each([
  ["ko", "결제 수단", ["카카오페이", "계좌이체", "신한 ····0006", "KB국민 ····0009"]],
  ["en", "Method", ["Kakao Pay", "Bank transfer", "Shinhan ····0006", "KB Kookmin ····0009"]],
] as const)("the list names each payment's method, in %s", async (language, title, texts) => {
  const { page, pageErrors } = await openAs(browser, service, { path: "payments", look: { language } });
  await page.waitForSelector("table");
  expect(await page.innerText("thead th:nth-child(3)")).toBe(title);
  expect(await paidBy(page)).toEqual(texts);
  expect(pageErrors).toEqual([]);
});

test.each([
  ["KAKAOPAY", ["주문 KAKAOPAY"]],
  ["EASY_PAY", ["주문 KAKAOPAY"]],
  ["KEYIN", ["등록한 카드"]],
  ["TRANSFER", ["주문 TRANSFER"]],
] as const)("the filter %s finds %j", async (method, found) => {
  const { page } = await openAs(browser, service, { path: "payments" });
  await page.waitForSelector("table");
  await page.selectOption("#method", method);
  await page.click("form .primary");
  await expect.poll(() => page.locator(".row-link").allInnerTexts()).toEqual([...found]);
  expect(new URL(page.url()).search).toBe(`?method=${method}`);
  expect(await page.inputValue("#method")).toBe(method);
});

test.each([
  ["ko", "주문 KAKAOPAY", "카카오페이 · 구매자가 낸 금액 59,000원, 간편결제 할인 1,000원", "거래확인서 보기"],
  ["en", "주문 KAKAOPAY", "Kakao Pay · the buyer paid ₩59,000, the wallet ₩1,000", "Open the proof of payment"],
  ["ko", "주문 CARD", "신한 540000******0006, 3개월 할부", "매출전표 보기"],
  ["ko", "주문 TRANSFER", "계좌이체 · 은행 코드 004", "거래확인서 보기"],
] as const)("a payment says how it was paid, in %s: %s", async (language, order, paid, receipt) => {
  const { page, pageErrors } = await openAs(browser, service, { path: "payments", look: { language } });
  await page.click(`text=${order}`);
  await expect.poll(() => page.innerText(".facts")).toContain(paid);
  expect(await page.innerText(".facts")).toContain(receipt);
  const name = language === "ko" ? "PG사 결제창에서 인증했어요" : "authenticated in the gateway’s window";
  await expect.poll(() => page.innerText("main")).toContain(name);
  expect(pageErrors).toEqual([]);
});

test("a merchant that takes typed cards only sees no filter by method", async () => {
  const plain = await startConsole();
  try {
    await plain.pay();
    const { page } = await openAs(browser, plain, { path: "payments" });
    await page.waitForSelector("table");
    expect(await page.locator("#method").count()).toBe(0);
    expect(await page.innerText("thead th:nth-child(3)")).toBe("카드");
  } finally {
    await plain.stop();
  }
});
