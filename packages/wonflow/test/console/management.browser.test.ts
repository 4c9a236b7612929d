import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { operators, shop, startConsole, type ConsoleService } from "./console-service.ts";
import { findings, inLooks, openAs, overflow } from "./operator-page.ts";
import { browser, useBrowser } from "./use-browser.ts";

useBrowser();

const hourMs = 3_600_000;

let service: ConsoleService;
/** What the merchant's endpoint answers. */
let answer = 500;
const receiver = createServer((_request, response) => {
  response.statusCode = answer;
  response.end("<b>not now</b>");
});

beforeAll(async () => {
  receiver.listen(0, "127.0.0.1");
  await once(receiver, "listening");
  service = await startConsole({ earlierMs: 30 * 24 * hourMs });
  const contracts = { payouts: true, webhook: true };
  await service.payments.merchants.register({ ...shop, name: "골목 찻집", feeRate: "3.3", contracts });
  const { port } = receiver.address() as AddressInfo;
  await service.payments.webhooks.set(shop, { url: `http://127.0.0.1:${port}/`, events: ["payment.done"] });
  await service.pay({ name: "<img src=x onerror=alert(1)>" });
  for (let tries = 1; tries <= 12; tries += 1) await service.goTo((30 * 24 - tries * 48) * hourMs);
  answer = 200;
});
afterAll(async () => {
  await service.stop();
  receiver.close();
});

const typedSeller = {
  sellerName: "하동 다원",
  refSellerId: "hadong",
  bankCode: "004",
  accountNumber: "123-456-789012",
  holderName: "하동 다원",
};

async function keyWorks(key: string): Promise<boolean> {
  const headers = { Authorization: `Basic ${btoa(`${key}:`)}` };
  return (await fetch(`${service.url}/merchants/7/balances`, { headers })).status === 200;
}

describe("API keys", () => {
  test("a new key is shown once and works, until it is revoked after a question", async () => {
    const { page, pageErrors } = await openAs(browser, service, { path: "keys" });
    await page.click("text=시크릿 키 발급");
    const key = await page.inputValue("#secret");
    expect(key).toMatch(/^test_sk_/);
    expect(await keyWorks(key)).toBe(true);
    await page.click("text=옮겨 뒀어요");
    expect(await page.locator("#secret").count()).toBe(0);
    const row = page.locator("tr", { hasText: key.slice(-4) });
    await row.getByText("폐기", { exact: true }).click();
    expect(await keyWorks(key)).toBe(true);
    await row.getByText("폐기하기").click();
    await row.getByText("폐기됨").waitFor();
    expect(await keyWorks(key)).toBe(false);
    expect(pageErrors).toEqual([]);
  });

  test("ask for the password where it was typed too long ago, and issue one key however often is pressed", async () => {
    const strict = await startConsole({ paymentSettings: { operatorPasswordFreshMs: 1 } });
    const { page } = await openAs(browser, strict, { path: "keys" });
    await page.click("text=클라이언트 키 발급");
    await page.fill("#password-again", "four words are worse");
    await page.press("#password-again", "Enter");
    await expect.poll(() => page.innerText("dialog .alert")).toBe("비밀번호가 맞지 않아요.");
    expect(await page.locator(".frame h1").innerText()).toBe("API 키");
    await page.click("dialog >> text=그만두기");
    await page.waitForSelector("dialog", { state: "detached" });
    const keys = await strict.payments.keys.list(shop, { limit: 10 });
    expect(keys.ok && keys.value.items).toEqual([]);
    await strict.stop();
  });

  test("are only for owners", async () => {
    const { page } = await openAs(browser, service, { role: "cashier", path: "keys" });
    await page.waitForSelector(".alert");
    expect(await page.locator("nav li").allInnerTexts()).not.toContain("API 키");
  });
});

describe("operators", () => {
  test("are added, get another role at once, and are removed after a question", async () => {
    const { page } = await openAs(browser, service, { path: "operators" });
    await page.fill("#new-name", "choi");
    await page.fill("#new-password", "four words are better");
    await page.click("text=/^더하기$/");
    const row = page.locator("tr", { hasText: "choi" });
    await row.waitFor();
    await row.locator("select").selectOption("cashier");
    const roleNow = async () => {
      const found = await service.payments.operators.list(shop, { limit: 10 });
      return found.ok ? found.value.items.find(({ name }) => name === "choi")?.role : undefined;
    };
    await expect.poll(roleNow).toBe("cashier");
    await row.locator(".wide >> text=빼기").click();
    await row.locator(".wide >> text=운영자에서 빼기").click();
    await row.waitFor({ state: "detached" });
    expect(await roleNow()).toBeUndefined();
  });

  test("a taken name is reported, and what was typed stays", async () => {
    const { page } = await openAs(browser, service, { path: "operators" });
    await page.fill("#new-name", "lee");
    await page.fill("#new-password", "four words are better");
    await page.click("text=/^더하기$/");
    await page.waitForSelector(".card .alert");
    expect(await page.inputValue("#new-name")).toBe("lee");
  });
});

test("an undelivered webhook is found from the first page, sent again, and delivered", async () => {
  const { page, pageErrors } = await openAs(browser, service, { role: "cashier", path: "" });
  await page.click(".to-do >> text=/웹훅/");
  await expect.poll(() => page.innerText(".title .badge")).toBe("포기함");
  expect(await page.locator(".timeline .under.code").first().innerText()).toBe("<b>not now</b>");
  await page.click("text=/^다시 보내기$/");
  await page.waitForSelector(".notice.good");
  await service.payments.work.runDue();
  await expect.poll(() => page.innerText(".title .badge")).toBe("전달됨");
  expect(await page.locator(".timeline li").first().innerText()).toContain("응답 200");
  expect(pageErrors).toEqual([]);
});

test("an endpoint is tested, and its secret rotated, which is shown once", async () => {
  const { page } = await openAs(browser, service, { path: "webhooks" });
  await page.click("text=시험 메시지 보내기");
  await expect.poll(() => page.innerText(".tested")).toMatch(/^잘 받았어요 \(200/);
  await page.click("text=/^시크릿 바꾸기$/");
  await page.click("text=새 시크릿 만들기");
  expect(await page.inputValue("#secret")).toMatch(/^whsec_/);
  await expect.poll(() => page.innerText(".facts")).toContain("이전 시크릿도 함께 서명해요");
});

test("the endpoint and a seller ask for a password that was typed too long ago, and keep what was typed", async () => {
  const strict = await startConsole({ earlierMs: hourMs });
  const contracts = { payouts: true, webhook: true };
  await strict.payments.merchants.register({ ...shop, name: "골목 찻집", feeRate: "3.3", contracts });
  // `.invalid` never resolves: the URL is accepted, and nothing is sent.
  const url = "https://shop.invalid/received";
  const { page } = await openAs(browser, strict, { path: "webhooks" });
  const confirm = async () => {
    await page.fill("#password-again", operators.owner.password);
    await page.press("#password-again", "Enter");
    await page.waitForSelector("dialog", { state: "detached" });
  };
  await page.fill("#endpoint-url", url);
  // Settlements are sent without a subscription.
  const choices = ["결제 승인", "결제 거절", "결제 만료", "결제 취소", "지급 완료", "지급 실패", "지급 반환"];
  expect(await page.locator("fieldset label").allInnerTexts()).toEqual(choices);
  await strict.goTo(hourMs / 2);
  await page.press("#endpoint-url", "Enter");
  await page.waitForSelector("dialog[open]");
  expect(await strict.payments.webhooks.get(shop)).toMatchObject({ ok: false });
  await confirm();
  expect(await page.inputValue("#secret")).toMatch(/^whsec_/);
  expect(await strict.payments.webhooks.get(shop)).toMatchObject({ value: { url } });
  await page.goto(`${strict.url}/console/sellers`);
  await page.click("text=판매자 더하기");
  for (const [field, value] of Object.entries(typedSeller)) await page.fill(`#${field}`, value);
  await strict.goTo(0);
  await page.press("#holderName", "Enter");
  await page.waitForSelector("dialog[open]");
  await confirm();
  await expect.poll(() => page.innerText("main")).toContain("하동 다원");
  await strict.stop();
});

test("a stored card is found by its customer and deleted after a question, by an owner alone", async () => {
  const viewer = await openAs(browser, service, { role: "viewer", path: "cards" });
  await viewer.page.waitForSelector("tbody tr");
  expect(await viewer.page.locator("tbody button").count()).toBe(0);
  const { page } = await openAs(browser, service, { path: "cards" });
  await page.fill("#customer", "console-test-buyer");
  await page.press("#customer", "Enter");
  const row = page.locator("tbody tr").first();
  await row.getByText("지우기", { exact: true }).click();
  await row.getByText("카드 지우기").click();
  await page.waitForSelector(".empty");
});

test("changes are listed with the one who made them, and a reason with markup is text", async () => {
  const intentKey = await service.pay({ name: "세작", card: "5400000000410006" });
  const cashier = await openAs(browser, service, { role: "cashier", path: `payments/${intentKey}` });
  await cashier.page.click("#cancellation + * + button");
  await cashier.page.fill("#cancel-reason", "<script>alert(1)</script>");
  await cashier.page.click(".cancellation .danger");
  await cashier.page.waitForSelector(".cancellation", { state: "detached" });
  const { page, pageErrors } = await openAs(browser, service, { path: "changes" });
  const row = page.locator("tbody tr").first();
  await row.waitFor();
  expect(await row.innerText()).toMatch(/lee.*취소 담당[^]*결제 취소[^]*<script>alert\(1\)<\/script>/);
  await row.locator(`a:has-text("${intentKey}")`).click();
  await page.waitForSelector(".figures");
  expect(pageErrors).toEqual([]);
});

test.each(inLooks(["keys", "operators", "webhooks", "cards", "changes"]))(
  "axe finds nothing on the page %s, and nothing is wider than the window: %j",
  async (path, look) => {
    const { page, pageErrors } = await openAs(browser, service, { path, look, options: { bypassCSP: true } });
    await page.waitForSelector("main table, main .empty, main .card");
    expect([await findings(page), await overflow(page)]).toEqual([[], 0]);
    expect(pageErrors).toEqual([]);
  },
);
