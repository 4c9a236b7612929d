import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { operators, shop, startConsole, type ConsoleService } from "./console-service.ts";
import { askAgain, findings, inLooks, openAs, overflow } from "./operator-page.ts";
import { browser, useBrowser } from "./use-browser.ts";

useBrowser();

const dayMs = 86_400_000;

let service: ConsoleService;

/** Ten in the morning of a Wednesday: before the bank's cut-off, on a business day. */
const earlierMs = Date.now() - Date.parse("2026-11-25T01:00:00Z");

/** A shop with half a million won available, and sellers. */
async function openShop(): Promise<ConsoleService> {
  const opened = await startConsole({ earlierMs: earlierMs + 14 * dayMs });
  await opened.pay({ amount: 550_000 });
  await opened.goTo(earlierMs);
  const account = { bankCode: "088", accountNumber: "110-123-456789", holderName: "김차농" };
  for (const name of ["하동 다원", "보성 제다"]) {
    const input = { refSellerId: `farm-${name}`, name, businessType: "INDIVIDUAL", account } as const;
    const created = await opened.payments.sellers.create(shop, input);
    if (!created.ok) throw new Error(created.error.code);
  }
  return opened;
}

beforeAll(async () => {
  service = await openShop();
});
afterAll(() => service.stop());

type Page = Awaited<ReturnType<typeof openAs>>["page"];

const payoutsOf = async ({ payments }: ConsoleService) => {
  const page = await payments.payouts.list(shop, { limit: 100 });
  return page.ok ? page.value.items.map(({ amount }) => amount.value) : [];
};

async function typeRow(page: Page, row: number, seller: string, amount: string): Promise<void> {
  const cells = page.locator(".batch-rows li").nth(row);
  await cells.locator("select").selectOption({ label: `${seller} (farm-${seller})` });
  await cells.locator(".amount").fill(amount);
}

describe("a batch", () => {
  test("is checked as it is typed, and paid by one press", async () => {
    const own = await openShop();
    const { page, pageErrors } = await openAs(browser, own, { path: "payouts" });
    await page.click("text=지급하기");
    await page.waitForSelector(".batch");
    await typeRow(page, 0, "하동 다원", "200,000");
    await typeRow(page, 1, "보성 제다", "900,000");
    expect(await page.innerText(".batch-sum")).toMatch(/합계가 쓸 수 있는 잔액보다 [\d,]+원 많아요/);
    await page.locator(".batch .primary").evaluate((button) => (button as HTMLButtonElement).click());
    expect(own.requests.filter((one) => one.startsWith("POST") && one.endsWith("/payouts"))).toEqual([]);
    await typeRow(page, 1, "하동 다원", "100,000");
    expect(await page.innerText(".batch-rows li >> nth=1")).toContain("하루에 한 번만");
    await typeRow(page, 1, "보성 제다", "100,000");
    expect(await page.innerText(".batch .primary")).toBe("2건, 300,000원 지급하기");
    await page.locator(".batch .primary").evaluate((button) => {
      (button as HTMLButtonElement).click();
      (button as HTMLButtonElement).click();
    });
    await page.waitForSelector(".rows tbody tr");
    expect(new URL(page.url()).pathname).toBe("/console/payouts");
    expect((await payoutsOf(own)).toSorted((one, other) => one - other)).toEqual([100_000, 200_000]);
    await expect.poll(() => page.locator(".rows tbody tr").count()).toBe(2);
    expect(pageErrors).toEqual([]);
    await own.stop();
  });

  test("is pasted from a spreadsheet", async () => {
    const { page } = await openAs(browser, service, { path: "payouts/new" });
    await page.waitForSelector(".batch");
    await page.click("summary");
    await page.fill("#pasted", "판매자\t금액\n하동 다원\t1,000\n없는 집\t2,000");
    await page.click("text=줄로 바꾸기");
    expect(await page.locator(".batch-rows li").count()).toBe(2);
    expect(await page.innerText(".batch-rows li >> nth=1")).toContain("‘없는 집’ 판매자가 없어요");
  });

  test("may have full-width digits, pasted or typed", async () => {
    const { page } = await openAs(browser, service, { path: "payouts/new" });
    await page.waitForSelector(".batch");
    await page.click("summary");
    await page.fill("#pasted", "하동 다원\t１，０００\tｍａｒｃｈ－８\n보성 제다\t２，０００");
    await page.click("text=줄로 바꾸기");
    await page.locator(".batch-rows li .amount >> nth=1").fill("３，０００");
    await expect.poll(() => page.innerText(".batch .primary")).toBe("2건, 4,000원 지급하기");
    const amounts = page.locator(".batch-rows li .amount");
    const shown = await amounts.evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));
    expect(shown).toEqual(["1,000", "3,000"]);
    expect(await page.locator(".batch-rows .code >> nth=0").inputValue()).toBe("march-8");
  });

  test("comes from a CSV file", async () => {
    const { page } = await openAs(browser, service, { path: "payouts/new" });
    await page.waitForSelector(".batch");
    await page.click("summary");
    const buffer = Buffer.from('\uFEFF판매자,금액,번호\r\n보성 제다,"3,000",march-7\r\n');
    await page.setInputFiles("input[type=file]", { name: "batch.csv", mimeType: "text/csv", buffer });
    await expect.poll(() => page.locator(".batch-rows .code").inputValue()).toBe("march-7");
    expect(await page.innerText(".batch .primary")).toBe("1건, 3,000원 지급하기");
  });

  test("that the service refuses says which row, and loses nothing", async () => {
    const own = await openShop();
    const [seller] = await sellersOf(own);
    const taken = {
      refPayoutId: "taken",
      destination: seller ?? "",
      amount: { currency: "KRW", value: 1_000 } as const,
    };
    const { page } = await openAs(browser, own, { path: "payouts/new" });
    await page.waitForSelector(".batch");
    await typeRow(page, 0, "하동 다원", "5000");
    await own.payments.payouts.createBatch(shop, [taken]);
    await page.click(".batch .primary");
    await expect.poll(() => page.innerText(".batch [role=alert]")).toMatch(/그날 이미 지급이 있는[^]*1번째 줄/);
    expect(await page.inputValue(".batch-rows .amount >> nth=0")).toBe("5000");
    await own.stop();
  });

  test("asks for the password again where it was typed too long ago, and then pays", async () => {
    const own = await openShop();
    const { page } = await openAs(browser, own, { path: "payouts/new" });
    await page.waitForSelector(".batch");
    await typeRow(page, 0, "하동 다원", "5000");
    await own.goTo(earlierMs - dayMs / 48);
    await page.click(".batch .primary");
    await page.waitForSelector("dialog[open]");
    await page.click("dialog >> text=그만두기");
    await expect.poll(() => page.innerText(".batch [role=alert]")).toContain("비밀번호를 확인해야");
    await page.click(".batch .primary");
    await page.fill("#password-again", "wrong");
    await page.click("dialog .primary");
    await expect.poll(() => page.innerText("dialog [role=alert]")).toContain("맞지 않아요");
    expect(await payoutsOf(own)).toEqual([]);
    await page.fill("#password-again", operators.owner.password);
    await page.click("dialog .primary");
    await page.waitForSelector(".rows tbody tr");
    expect(await payoutsOf(own)).toEqual([5_000]);
    await own.stop();
  });
});

async function sellersOf({ payments }: ConsoleService): Promise<readonly string[]> {
  const page = await payments.sellers.list(shop);
  return page.ok ? page.value.items.map(({ id }) => id) : [];
}

test("a payout shows its timeline", async () => {
  const own = await openShop();
  const [seller = ""] = await sellersOf(own);
  const amount = { currency: "KRW", value: 7_000 } as const;
  await own.payments.payouts.createBatch(shop, [{ refPayoutId: "story", destination: seller, amount }]);
  const { page } = await openAs(browser, own, { path: "payouts" });
  await page.click(".row-link");
  await page.waitForSelector(".timeline li");
  expect([await page.innerText("h1"), await page.innerText(".figures")]).toEqual([
    "하동 다원",
    expect.stringContaining("7,000원"),
  ]);
  // The session of the page lasts 12 hours.
  await own.goTo(earlierMs);
  await own.goTo(earlierMs - dayMs / 4);
  await askAgain(page);
  await expect.poll(() => page.innerText(".title >> nth=0")).toContain("지급 완료");
  await expect.poll(() => page.innerText(".timeline")).toContain("지급됐어요");
  await own.stop();
});

describe("sellers", () => {
  test("are added, with the bank's answer, and deleted after a second question", async () => {
    const { page } = await openAs(browser, service, { path: "sellers" });
    await page.click("text=판매자 더하기");
    await page.fill("#sellerName", "제주 감귤밭");
    await page.fill("#refSellerId", "farm-jeju");
    await page.fill("#bankCode", "090");
    await page.fill("#accountNumber", "3333-01-1234567");
    await page.fill("#holderName", "고감귤");
    await page.click(".adding .primary");
    const row = page.locator("tr", { hasText: "제주 감귤밭" });
    await expect.poll(() => row.innerText()).toMatch(/카카오뱅크 \*+\d{4}[^]*등록됨/);
    await row.locator("text=지우기").click();
    await row.locator("text=그만두기").click();
    expect(await row.count()).toBe(1);
    await row.locator("text=지우기").click();
    await row.locator("text=정말 지우기").click();
    await expect.poll(() => row.count()).toBe(0);
  });

  test("are added with numbers in full-width digits", async () => {
    const { page } = await openAs(browser, service, { path: "sellers" });
    await page.click("text=판매자 더하기");
    await page.fill("#sellerName", "남해 유자");
    await page.fill("#refSellerId", "farm-namhae");
    await page.selectOption("#businessType", "CORPORATE");
    await page.fill("#businessNumber", "２２０－８１－６２５１７");
    await page.fill("#bankCode", "０９０");
    await page.fill("#accountNumber", "３３３３－０１－７６５４３２１");
    await page.fill("#holderName", "남해 유자");
    const sent = page.waitForRequest((request) => request.method() === "POST");
    await page.click(".adding .primary");
    expect((await sent).postDataJSON()).toMatchObject({
      businessRegistrationNumber: "2208162517",
      account: { bankCode: "090", accountNumber: "3333-01-7654321" },
    });
  });

  test("that can't be added say why, and keep what was typed", async () => {
    const { page } = await openAs(browser, service, { path: "sellers" });
    await page.click("text=판매자 더하기");
    await page.fill("#sellerName", "같은 번호");
    await page.fill("#refSellerId", "farm-하동 다원");
    await page.fill("#bankCode", "088");
    await page.fill("#accountNumber", "110123456789");
    await page.fill("#holderName", "고감귤");
    await page.click(".adding .primary");
    await page.waitForSelector(".adding .alert");
    expect(await page.inputValue("#holderName")).toBe("고감귤");
  });

  test("are only read by a cashier", async () => {
    const { page } = await openAs(browser, service, { role: "cashier", path: "sellers" });
    await page.waitForSelector("table");
    expect(await page.locator("main button").count()).toBe(0);
    await page.goto(`${service.url}/console/payouts`);
    await page.waitForSelector("[aria-labelledby=money]");
    expect(await page.locator("text=지급하기").count()).toBe(0);
  });
});

const pages = [
  { path: "payouts", reach: (page: Page) => page.waitForSelector("canvas") },
  {
    path: "payouts/new",
    async reach(page: Page) {
      await page.waitForSelector(".batch");
      await typeRow(page, 0, "하동 다원", "0");
      await page.click("summary");
    },
  },
  { path: "sellers", reach: (page: Page) => page.click(".title button") },
];

test.each(inLooks(pages))(
  "axe finds nothing, and nothing is wider than the window: %j, %j",
  async ({ path, reach }, look) => {
    const { page } = await openAs(browser, service, { path, look, options: { bypassCSP: true } });
    await reach(page);
    expect([await findings(page), await overflow(page)]).toEqual([[], 0]);
  },
);
