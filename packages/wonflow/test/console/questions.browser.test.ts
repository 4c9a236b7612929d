import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { cards, shop, startConsole, type ConsoleService } from "./console-service.ts";
import { askAgain, openAs } from "./operator-page.ts";
import { browser, useBrowser } from "./use-browser.ts";

useBrowser();

const dayMs = 86_400_000;
/** Ten in the morning of a Wednesday in Seoul. */
const wednesday = Date.parse("2026-11-25T10:00:00+09:00");
const earlierMs = Date.now() - wednesday;

let service: ConsoleService;
const receiver = createServer((_request, response) => void response.writeHead(200).end());

/** A shop that sold on Friday, which was settled this morning, and paid a seller; and today's orders. */
beforeAll(async () => {
  receiver.listen(0, "127.0.0.1");
  await once(receiver, "listening");
  service = await startConsole({ earlierMs: earlierMs + 5 * dayMs });
  const { payments } = service;
  const contracts = { payouts: true, webhook: true };
  await payments.merchants.register({ ...shop, name: "골목 찻집", feeRate: "3.3", contracts });
  const { port } = receiver.address() as AddressInfo;
  await payments.webhooks.set(shop, { url: `http://127.0.0.1:${port}/`, events: ["payment.done"] });
  await service.pay({ name: "금요일의 다관", amount: 400_000 });
  await service.goTo(earlierMs);
  const account = { bankCode: "088", accountNumber: "110-123-456789", holderName: "김차농" };
  const input = { refSellerId: "farm-1", name: "하동 다원", businessType: "INDIVIDUAL", account } as const;
  const seller = await payments.sellers.create(shop, input);
  if (!seller.ok) throw new Error(seller.error.code);
  const amount = { currency: "KRW", value: 120_000 } as const;
  await payments.payouts.createBatch(shop, [{ refPayoutId: "farm-1-november", destination: seller.value.id, amount }]);
  await service.pay({ name: "우전 녹차", amount: 30_000 });
  await service.pay({ name: "말차 수업", amount: 65_000, card: cards.noFunds });
  // The bank takes the payout in the morning, and has paid it by four in the afternoon.
  await service.goTo(earlierMs - 60_000);
  await service.goTo(earlierMs - dayMs / 4);
});
afterAll(async () => {
  await service.stop();
  receiver.close();
});

/** Finds an order by its number, and opens its payment. */
async function openOrder(orderId: string, role: "viewer" | "cashier" = "viewer") {
  const opened = await openAs(browser, service, { role, path: "payments" });
  await opened.page.fill("#find", orderId);
  await opened.page.selectOption("#by", "orderId");
  await opened.page.press("#find", "Enter");
  await opened.page.click("a.row-link");
  await opened.page.waitForSelector(".figures");
  return opened.page;
}

describe("what a shop's owner asks ten times a day", () => {
  test("did that order go through?", async () => {
    const page = await openOrder("order-20261125-00002");
    expect([await page.innerText("h1"), await page.innerText(".title .badge")]).toEqual(["우전 녹차", "결제 완료"]);
  });

  test("why was it refused?", async () => {
    const page = await openOrder("order-20261125-00003");
    expect(await page.innerText(".title .badge")).toBe("실패");
    expect(await page.innerText(".facts")).toContain("REJECT_CARD_PAYMENT");
  });

  test("can you give me 3,000 won back?", async () => {
    const page = await openOrder("order-20261125-00002", "cashier");
    await page.click("#cancellation + * + button");
    await page.check("input[type=radio] >> nth=1");
    await page.fill("#cancel-amount", "3,000");
    await page.fill("#cancel-reason", "한 봉지 품절");
    await page.click(".cancellation .danger");
    await expect.poll(() => page.innerText(".figures")).toMatch(/남은 금액\s*27,000원/);
  });

  test("when do I get my money, and why so little?", async () => {
    const page = await openOrder("order-20261125-00001");
    const settlement = page.locator("[aria-labelledby=order-settlement]");
    // 3.3 percent of 400,000 won, and a tenth of that.
    await expect.poll(() => settlement.innerText()).toMatch(/400,000원[^]*−13,200원[^]*−1,320원[^]*385,480원/);
    expect(await settlement.innerText()).toContain("11월 25일 (수)에 정산됐어요");
  });

  test("how much will come next, and when?", async () => {
    const { page } = await openAs(browser, service, { role: "viewer" });
    await page.click("[aria-labelledby] summary >> nth=-1");
    await expect.poll(() => page.locator("main").innerText()).toMatch(/정산 예정/);
    expect(await page.locator("main").innerText()).toMatch(/11월 30일|11\/30/);
  });

  test("has the seller been paid?", async () => {
    const { page } = await openAs(browser, service, { role: "viewer", path: "payouts" });
    const row = page.locator("tr", { hasText: "하동 다원" });
    await row.waitFor();
    expect(await row.innerText()).toMatch(/120,000원/);
    await row.locator("a.row-link").click();
    await expect.poll(() => page.innerText(".title >> nth=0")).toContain("지급 완료");
  });

  test("did my server receive it?", async () => {
    const { page } = await openAs(browser, service, { role: "viewer", path: "webhooks" });
    const row = page.locator("tbody tr", { hasText: "결제 승인" }).first();
    await expect.poll(() => row.innerText()).toContain("전달됨");
  });

  test("who refunded that?", async () => {
    const { page } = await openAs(browser, service, { path: "changes" });
    const row = page.locator("tbody tr", { hasText: "결제 취소" }).first();
    await expect.poll(() => row.innerText()).toMatch(/lee[^]*3,000원/);
  });

  test("is there anything that I have to do?", async () => {
    const { page } = await openAs(browser, service, { role: "viewer" });
    await expect.poll(() => page.innerText("[aria-labelledby=attention]")).toContain("지금은 확인할 일이 없어요.");
  });

  test("whose card is stored with us?", async () => {
    const { page } = await openAs(browser, service, { role: "viewer", path: "cards?customer=console-test-buyer" });
    await page.waitForSelector("tbody tr");
    expect(await page.locator("tbody tr").first().innerText()).toMatch(/····\d{4}/);
  });
});

describe("two operators at once", () => {
  test("who refund the same payment do it once, and the second one sees that", async () => {
    const intentKey = await service.pay({ name: "호지차", amount: 12_000 });
    let letThrough = () => {};
    service.beforeCanceling = new Promise((resolve) => (letThrough = resolve));
    const pages = [];
    for (const role of ["cashier", "owner"] as const) {
      const { page } = await openAs(browser, service, { role, path: `payments/${intentKey}` });
      await page.click("#cancellation + * + button");
      await page.fill("#cancel-reason", `다시 왔어요 ${role}`);
      await page.waitForSelector(".sums");
      pages.push(page);
    }
    const [first, second] = pages;
    await first?.click(".cancellation .danger");
    await second?.locator(".cancellation .danger, [aria-labelledby=cancellation] .notice").first().waitFor();
    await second?.click(".cancellation .danger", { timeout: 3_000 }).catch(() => {});
    letThrough();
    for (const page of pages) await expect.poll(() => page.innerText(".title .badge")).toBe("취소");
    const found = await service.payments.intents.timeline(shop, intentKey);
    const canceled = found.ok ? found.value.items.filter(({ event }) => event === "canceled") : [];
    expect(canceled).toHaveLength(1);
  });
});

test("a page that was opened before a deploy continues after it, with what was typed", async () => {
  const { page, pageErrors } = await openAs(browser, service, { path: "operators" });
  await page.fill("#new-name", "choi");
  // The new version has another script, and no longer the one that this page has loaded.
  await page.route("**/console/assets/**", (route) => route.fulfill({ status: 404 }));
  service.isCutOff = true;
  await askAgain(page);
  await page.waitForSelector(".connection .alert");
  service.isCutOff = false;
  await askAgain(page);
  await page.waitForSelector(".connection .alert", { state: "detached" });
  expect(await page.inputValue("#new-name")).toBe("choi");
  await page.click("nav >> text=결제");
  await page.waitForSelector("tbody tr");
  expect(pageErrors).toEqual([]);
});
