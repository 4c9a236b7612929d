import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Page } from "playwright-core";

import { platform, silentLogger } from "../../src/index.ts";
import { cards, shop, startConsole, type ConsoleService } from "./console-service.ts";
import { askAgain, findings, inLooks, looks, openPage, overflow, signInBrowser, type Look } from "./operator-page.ts";
import { browser, useBrowser } from "./use-browser.ts";

useBrowser();

const password = "four words are better";
const settings = { platform: true, rateLimits: "off", logger: silentLogger } as const;
const dayMs = 24 * 60 * 60_000;

let service: ConsoleService;

beforeAll(async () => {
  service = await startConsole({ settings, earlierMs: 3 * dayMs });
  for (const [name, role] of [
    ["choi", "owner"],
    ["jung", "viewer"],
  ] as const) {
    await service.payments.operators.set(platform, { name, password, role });
  }
});
afterAll(() => service.stop());

type Name = "choi" | "jung";

/** Opens a page as an owner, or as another operator. */
async function openAs(
  name: Name = "choi",
  path = "",
  { look = {}, options = {} }: { look?: Look; options?: object } = {},
) {
  const opened = await openPage(browser, look, options);
  await signInBrowser(opened.page, service.url, { name, password });
  await opened.page.goto(`${service.url}/console/platform${path}`);
  await opened.page.waitForSelector(".frame h1");
  return opened;
}

/** A cancellation that took effect at the gateway, whose answer was lost. */
async function lostCancellation(amount = 3_000): Promise<string> {
  const intentKey = await service.pay({ card: cards.refundAnswerLost, amount: 10_000 });
  await service.payments.intents.cancel(shop, { intentKey }, { cancelReason: "품절", cancelAmount: amount });
  return intentKey;
}

const matterOf = (page: Page, intentKey: string) => page.locator(".matters > li", { hasText: intentKey });

/** A time of the service as it is typed, to the minute. */
function typedTime(at: number): string {
  return new Date(at + 9 * 3_600_000).toISOString().slice(0, 16);
}

/** Now, by the clock of a service that is so far behind. */
const typedNow = (earlierMs = 3 * dayMs) => typedTime(Date.now() - earlierMs);

async function answer(page: Page, outcome: string, { at, note }: { readonly at?: string; readonly note: string }) {
  await page.check(`.evidence input[value=${outcome}]`);
  if (at !== undefined) await page.fill(".evidence input[type=datetime-local]", at);
  await page.fill(".evidence textarea", note);
  await page.click(".evidence .primary");
}

test("an unknown answer appears as waiting, is resolved by an owner, and disappears", async () => {
  const { page, pageErrors } = await openAs();
  await page.waitForSelector("text=기다리는 일이 없어요.");
  const intentKey = await lostCancellation();
  await askAgain(page);
  await matterOf(page, intentKey).waitFor();
  const text = await matterOf(page, intentKey).innerText();
  expect(text).toContain("취소 3,000원");
  expect(text).toContain("상점 7 · 테스트");
  expect(text).toContain(`cancellation-${intentKey}-1`);
  await matterOf(page, intentKey).locator("text=결과 적기").click();

  // Nothing is sent before the form is complete, or before a second press.
  await page.click(".evidence .primary");
  expect(await page.locator(".evidence .wrong").allInnerTexts()).toEqual([
    "하나를 골라 주세요.",
    "무엇을 보고 알았는지 적어 주세요.",
  ]);
  await answer(page, "done", { note: "PG사 11월 취소 목록" });
  expect(await page.locator(".evidence .wrong").allInnerTexts()).toEqual(["언제였는지 적어 주세요."]);
  await page.fill(".evidence input[type=datetime-local]", "2020-01-02T14:03");
  expect(await page.locator(".evidence .wrong").allInnerTexts()).toEqual([
    expect.stringMatching(/^\d+월 \d+일 \d\d:\d\d:\d\d부터 지금까지의 시각을 적어 주세요\.$/),
  ]);
  await page.fill(".evidence input[type=datetime-local]", typedNow());
  await page.click(".evidence .primary");
  const sure = page.locator(".evidence .notice");
  await expect.poll(() => sure.innerText()).toContain("되돌릴 수 없어요");
  expect(await sure.innerText()).toContain("취소됐어요");
  expect(await sure.innerText()).toContain("“PG사 11월 취소 목록”");
  const resolves = () => service.requests.filter((one) => one.startsWith("POST") && one.endsWith("/resolve"));
  expect(resolves()).toEqual([]);
  await page.click("text=고치기");
  await page.fill(".evidence textarea", "PG사 11월 25일 취소 목록");
  await page.click(".evidence .primary");
  await page.click(".evidence .danger");

  await page.waitForSelector("text=기다리는 일이 없어요.");
  expect(resolves()).toHaveLength(1);
  const looked = await service.payments.intents.lookUp(shop, { intentKey });
  expect(looked).toMatchObject({ value: { status: "PARTIAL_CANCELED", cancel: { canceledAmount: 3_000 } } });
  await page.click("text=변경 기록");
  await page.waitForSelector("td:has-text('PG사 11월 25일 취소 목록')");
  expect(await page.innerText("tbody tr:first-child")).toContain("상점 7");
  expect(pageErrors).toEqual([]);
});

test("a viewer sees what waits, and has no form for it", async () => {
  const intentKey = await lostCancellation();
  const { page } = await openAs("jung");
  await matterOf(page, intentKey).waitFor();
  expect(await page.innerText(".person")).toContain("조회 담당");
  expect(await page.locator("text=결과 적기").count()).toBe(0);
  const status = await page.evaluate(
    async ([url, key]) => {
      const session = (await (await fetch(`${url}/platform/session`)).json()) as { csrfToken: string };
      const answered = await fetch(`${url}/platform/merchants/7/test/attempts/cancellation-${key}-1/resolve`, {
        method: "POST",
        headers: { "Content-Type": "application/json", "X-CSRF-Token": session.csrfToken },
        body: JSON.stringify({ outcome: "not-done", note: "made up" }),
      });
      return answered.status;
    },
    [service.url, intentKey] as const,
  );
  expect(status).toBe(403);
  expect(await matterOf(page, intentKey).count()).toBe(1);
});

test("what was typed stays when a look-up ends the matter meanwhile", async () => {
  const intentKey = await lostCancellation(4_000);
  const { page } = await openAs();
  await matterOf(page, intentKey).locator("text=결과 적기").click();
  await page.fill(".evidence textarea", "아직 찾는 중");
  const key = `cancellation-${intentKey}-1`;
  await service.payments.attempts.resolve(shop, key, {
    outcome: "done",
    at: `${typedNow()}+09:00`,
    note: "another operator",
  });
  await askAgain(page);
  await page.waitForSelector("text=더는 기다리지 않아요.");
  expect(await page.inputValue(".evidence textarea")).toBe("아직 찾는 중");
  await answer(page, "not-done", { note: "아직 찾는 중" });
  await page.click(".evidence .danger");
  await page.waitForSelector(".evidence .alert");
  expect(await page.innerText(".evidence .alert")).toContain("결과가 이미 확정된 호출이에요.");
});

test("the password is asked for again once it is old, and the action continues", async () => {
  const old = await startConsole({ settings, paymentSettings: { operatorPasswordFreshMs: 1 } });
  await old.payments.operators.set(platform, { name: "choi", password });
  const intentKey = await old.pay({ card: cards.refundAnswerLost, amount: 10_000 });
  await old.payments.intents.cancel(shop, { intentKey }, { cancelReason: "품절" });
  const { page } = await openPage(browser);
  await signInBrowser(page, old.url, { name: "choi", password });
  await page.goto(`${old.url}/console/platform`);
  await matterOf(page, intentKey).locator("text=결과 적기").click();
  await answer(page, "not-done", { note: "PG사 목록에 없음" });
  await page.click(".evidence .danger");
  await page.waitForSelector("dialog[open] #password-again");
  await old.stop();
});

describe("off unless set", () => {
  test("there is no page and no path, and the merchant's console does not mention it", async () => {
    const without = await startConsole();
    const { page } = await openPage(browser);
    expect((await page.goto(`${without.url}/console/platform`))?.status()).toBe(404);
    expect((await page.goto(`${without.url}/console/platform/merchants`))?.status()).toBe(404);
    expect((await page.goto(`${without.url}/platform/session`))?.status()).toBe(404);
    expect((await page.goto(`${without.url}/console`))?.status()).toBe(200);
    await without.stop();
  });

  test("alone it leaves the merchant's console off", async () => {
    const { page } = await openPage(browser);
    expect((await page.goto(`${service.url}/console`))?.status()).toBe(404);
    expect((await page.goto(`${service.url}/console/platform`))?.status()).toBe(200);
    await page.waitForSelector("#password");
    expect(await page.locator("#merchant").count()).toBe(0);
    expect(await page.title()).toBe("로그인 · Wonflow 플랫폼 콘솔");
  });
});

test("merchants, one of them, and a day of it that is reconciled", async () => {
  await service.pay({ name: "세작 50g", amount: 20_000 });
  await service.goTo(dayMs);
  const { page, pageErrors } = await openAs("jung", "/merchants");
  await page.click("text=골목 찻집");
  await expect.poll(() => page.locator(".facts").innerText()).toContain("3.3%");
  await page.click("text=하루를 대사하기");
  const day = new Date(Date.now() - 3 * dayMs + 9 * 3_600_000).toISOString().slice(0, 10);
  await page.fill("#reconcile-day", day);
  await page.fill("#reconcile-merchant", "７");
  await page.click("text=견줘 보기");
  await page.waitForSelector("section .notice");
  expect(await page.innerText("section .notice")).toMatch(/^결제 \d+건, 지급 0건을 견줘 봤어요\. 다른 것 0건\.$/);
  expect(new URL(page.url()).search).toBe(`?mId=7&mode=test&day=${day}`);
  expect(pageErrors).toEqual([]);
});

test("a refund made only at the gateway is a difference, which an owner enters", async () => {
  const own = await startConsole({ settings, earlierMs: 3 * dayMs });
  await own.payments.operators.set(platform, { name: "choi", password });
  const intentKey = await own.pay({ amount: 20_000 });
  const day = new Date(Date.now() - 3 * dayMs + 9 * 3_600_000).toISOString().slice(0, 10);
  await own.refundAtGateway(intentKey, 7_000);
  await own.goTo(dayMs);
  const { page, pageErrors } = await openPage(browser, { size: "phone" }, { bypassCSP: true });
  await signInBrowser(page, own.url, { name: "choi", password });
  await page.goto(`${own.url}/console/platform/reconciliation?mId=7&mode=test&day=${day}`);
  const card = page.locator(".matters > li", { hasText: intentKey });
  await card.waitFor();
  const text = await card.innerText();
  for (const shown of ["PG사가 우리 모르게 돌려줬어요", "20,000원", "13,000원"]) expect(text).toContain(shown);
  await card.locator("text=결과 적기").click();
  await page.check(".evidence input[value=canceled]");
  expect(await page.inputValue(".evidence input.amount")).toBe("7000");
  expect([await findings(page), await overflow(page)]).toEqual([[], 0]);
  await page.fill(".evidence input.amount", "７，０００");
  const [at, note] = [typedNow(), "PG사 화면"];
  await answer(page, "canceled", { at, note });
  // Another owner reads the same notice.
  const evidence = { outcome: "canceled", amount: 7_000, at: `${at}+09:00`, note } as const;
  expect(await own.payments.attempts.resolve(shop, `approval-${intentKey}`, evidence)).toMatchObject({ ok: true });
  await page.click(".evidence .danger");
  await page.waitForSelector("text=이번에는 아무것도 적지 않았어요");
  expect([await findings(page), await overflow(page)]).toEqual([[], 0]);
  await answer(page, "charged-back", { note });
  await page.click(".evidence .danger");
  const otherOutcome = page.locator("text=다른 결과로 이미 적혀 있어서");
  await otherOutcome.waitFor();
  expect([await findings(page), await overflow(page)]).toEqual([[], 0]);
  await page.check(".evidence input[type=checkbox]");
  expect(await otherOutcome.count()).toBe(0);
  await page.reload();
  await page.waitForSelector("text=다른 것 0건.");
  expect(await own.payments.intents.lookUp(shop, { intentKey })).toMatchObject({
    value: { status: "PARTIAL_CANCELED", cancel: { canceledAmount: 7_000 } },
  });
  expect(pageErrors).toEqual([]);
  await own.stop();
});

test("health shows the backlog and what the checks find", async () => {
  const { page } = await openAs("jung", "/health", { look: { language: "en" } });
  await page.waitForSelector(".findings li");
  const found = await page.locator(".findings li").allInnerTexts();
  expect(found.some((text) => text.startsWith("Well secret it matches the database"))).toBe(true);
  expect(await page.innerText("section[aria-labelledby=counts] tbody")).toContain("Calls without an outcome");
});

test.each([
  ["ko", "프로그램에서 더해도 돼요"],
  ["en", "A program that embeds the service can do so itself"],
] as const)("the first person is added by the command, or by a program: %s", async (language, text) => {
  const { page } = await openPage(browser, { language, size: "phone" });
  await page.goto(`${service.url}/console/platform`);
  const hint = await page.innerText(".sign-in ~ .hint, .hint:has(.code)");
  for (const part of ["wonflow operators add --platform", text, "payments.operators.add(platform, …)"])
    expect(hint).toContain(part);
});

/** That a page of the platform keeps the rules of accessibility and fits its window. */
const isSound = async (page: Page) => expect([await findings(page), await overflow(page)]).toEqual([[], 0]);

test.each(looks)("an operator signs in and resolves a call on a page that is sound: %j", async (look) => {
  await lostCancellation();
  const { page } = await openPage(browser, look, { bypassCSP: true });
  await page.goto(`${service.url}/console/platform`);
  await page.waitForSelector("#password");
  await isSound(page);
  await page.fill("#name", "choi");
  await page.fill("#password", password);
  await page.click(".sign-in .primary");
  await page.locator(".matters button").first().click();
  await page.check(".evidence input[value=done]");
  await page.click(".evidence .primary");
  await isSound(page);
  await page.fill(".evidence input[type=datetime-local]", typedNow(dayMs));
  await page.fill(".evidence textarea", "a".repeat(200));
  await page.click(".evidence .primary");
  await page.waitForSelector(".evidence .danger");
  await isSound(page);
});

const paths = ["/merchants", "/merchants/7/test", "/health", "/reconciliation?mId=7&mode=test", "/changes", "/x"];

test.each(inLooks(paths))(
  "axe finds nothing on the page %s, and nothing is wider than the window: %j",
  async (path, look) => {
    const { page } = await openAs("choi", path, { look, options: { bypassCSP: true } });
    await page.waitForSelector(".waiting", { state: "detached" });
    await isSound(page);
  },
);

test("a session that continues is not mistaken for one that is over", async () => {
  const { page } = await openPage(browser);
  await page.clock.install();
  await signInBrowser(page, service.url, { name: "choi", password });
  await page.goto(`${service.url}/console/platform`);
  await page.waitForSelector(".frame h1");
  const before = service.requests.length;
  const asked = () => service.requests.slice(before).filter((one) => one === "GET /platform/session");
  await page.clock.fastForward(5_000);
  await expect.poll(() => asked().length).toBe(1);
  await page.clock.fastForward(5_000);
  await expect.poll(() => asked().length).toBe(2);
  expect(await page.locator("dialog[open]").count()).toBe(0);
});
