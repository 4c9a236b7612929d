import { afterAll, beforeAll, expect, test } from "vitest";

import { cards, shop, startConsole, type ConsoleService } from "./console-service.ts";
import { findings, looks, openAs, overflow } from "./operator-page.ts";
import { browser, useBrowser } from "./use-browser.ts";

useBrowser();

let service: ConsoleService;
let unknownKey: string;

const dayMs = 86_400_000;

beforeAll(async () => {
  service = await startConsole({ earlierMs: 40 * dayMs });
  await service.pay({ amount: 700_000 });
  await service.goTo(7 * dayMs);
  await service.pay({ amount: 20_000 });
  await service.pay({ amount: 30_000 });
  await service.goTo(0);
  await service.pay({ amount: 10_000 });
  await service.pay({ amount: 5_000, card: cards.noFunds });
  const intentKey = await service.pay({ amount: 40_000 });
  await service.payments.intents.cancel(shop, { intentKey }, { cancelReason: "품절", cancelAmount: 3_000 });
  unknownKey = await service.pay({ amount: 60_000, card: cards.refundAnswerLost });
  await service.payments.intents.cancel(shop, { intentKey: unknownKey }, { cancelReason: "품절" });
});
afterAll(() => service.stop());

type Page = Awaited<ReturnType<typeof openAs>>["page"];

const rows = (page: Page, table: string) =>
  page
    .locator(`${table} tbody tr`)
    .evaluateAll((all) =>
      all.map((row) =>
        [...row.children].map((cell) => (cell as HTMLElement).innerText.replaceAll(/\s+/g, " ")).join(" | "),
      ),
    );

test("today is shown next to the same weekday before", async () => {
  const { page, pageErrors } = await openAs(browser, service);
  await page.waitForSelector(".today");
  expect(await rows(page, ".today")).toEqual([
    "결제 | 110,000원 3건 | 50,000원 2건",
    "취소 | 3,000원 1건 | 0원 0건",
    "결제 실패 | 5,000원 1건 | 0원 0건",
  ]);
  await page.click(".today a >> text=결제 실패");
  await page.waitForSelector(".row-link");
  expect(await page.locator(".row-link").count()).toBe(1);
  expect(pageErrors).toEqual([]);
});

test("a new payment is there within seconds", async () => {
  const live = await startConsole();
  await live.pay({ amount: 10_000 });
  const { page } = await openAs(browser, live);
  await expect.poll(() => page.innerText(".today .now >> nth=0")).toContain("10,000원");
  await live.pay({ amount: 20_000 });
  await expect.poll(() => page.innerText(".today .now >> nth=0"), { timeout: 15_000 }).toContain("30,000원");
  await live.stop();
});

test("30 and 90 days are plotted, with the numbers in a table", async () => {
  const { page } = await openAs(browser, service);
  const sales = page.locator("[aria-labelledby=sales]");
  await sales.locator("canvas").waitFor();
  expect(await sales.innerText()).toContain("모두 160,000원 결제, 3,000원 취소");
  await sales.locator("summary").click();
  const last = async () => (await rows(page, "[aria-labelledby=sales]")).at(-1);
  expect(await last()).toMatch(/ \| 110,000원 \| −3,000원$/);
  expect((await rows(page, "[aria-labelledby=sales]")).length).toBe(30);
  await sales.locator("text=90일").click();
  await expect.poll(() => sales.innerText()).toContain("모두 860,000원 결제");
  expect(new URL(page.url()).search).toBe("?days=90");
  await page.reload();
  await expect.poll(() => sales.innerText()).toContain("모두 860,000원 결제");
});

test("pending by day adds up to the balance, and names the next transfer", async () => {
  const { page } = await openAs(browser, service);
  const expected = page.locator("[aria-labelledby=expected]");
  await expected.locator("summary").click();
  const amounts = (await rows(page, "[aria-labelledby=expected]")).map((row) =>
    Number(row.split(" | ")[1]?.replaceAll(/[,원]/g, "")),
  );
  const balances = await service.payments.ledger.balances(shop);
  expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe(balances.pending);
  expect(await page.innerText("[aria-labelledby=money]")).toMatch(/쓸 수 있는 잔액[^]*원[^]*정산 예정/);
});

test("what waits for an operator leads to its payment", async () => {
  const { page } = await openAs(browser, service);
  await page.click(`text=취소 ${unknownKey}`);
  await page.waitForSelector(".figures");
  expect(await page.innerText(".title >> nth=0")).toContain("취소 확인 중");
});

test("a day that begins while the page is open begins there too", async () => {
  const night = await startConsole();
  await night.pay({ amount: 10_000 });
  const { page } = await openAs(browser, night);
  await expect.poll(() => page.innerText(".today .now >> nth=0")).toContain("10,000원");
  // Every answer has the next day's date, as the page takes its time from the last one.
  await page.route(/\/(merchants|px|operator)\//, async (route) => {
    const response = await route.fetch();
    const headers = { ...response.headers(), date: new Date(Date.now() + dayMs).toUTCString() };
    await route.fulfill({ response, headers });
  });
  const tomorrow = new Date(Date.now() + dayMs + 9 * 3_600_000).toISOString().slice(0, 10);
  await expect.poll(() => night.requests.some((one) => one.includes(`&to=${tomorrow}`))).toBe(true);
  // A request that is under way would fail with the service.
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await night.stop();
});

test.each(looks)("axe finds nothing, and nothing is wider than the window: %j", async (look) => {
  const { page } = await openAs(browser, service, { look, options: { bypassCSP: true } });
  await page.waitForSelector("canvas >> nth=1");
  await page.click("summary >> nth=0");
  expect([await findings(page), await overflow(page)]).toEqual([[], 0]);
});
