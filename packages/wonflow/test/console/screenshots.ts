import path from "node:path";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { launchChromium } from "@wonflow/testkit/chromium";
import type { Page } from "playwright-core";
import { platform, silentLogger, type HandlerSettings } from "../../src/index.ts";
import { cards, shop, type ConsoleService, startConsole } from "./console-service.ts";
import { signIn } from "./operator-page.ts";

/*
 * Writes pictures of the console's pages into a folder: `node --conditions=source screenshots.ts FOLDER [PAGE…]`, each for
 * a phone and a desk, in light and dark; with WHOLE_PAGES=1 down to their ends. Some are shown in docs/console.md.
 */
const [folder = "screenshots", ...wanted] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });

/** By day in Korean, and in the dark in English. */
const looks = {
  "phone-ko": { viewport: { width: 360, height: 740 }, colorScheme: "light", locale: "ko-KR" },
  "phone-dark-en": { viewport: { width: 360, height: 740 }, colorScheme: "dark", locale: "en-US" },
  "desk-ko": { viewport: { width: 1366, height: 900 }, colorScheme: "light", locale: "ko-KR" },
  "desk-dark-en": { viewport: { width: 1366, height: 900 }, colorScheme: "dark", locale: "en-US" },
} as const;

/** The merchant's endpoint, which never takes the first two messages about cancellations. */
const refused = new Set<string>();
const receiver = createServer(({ headers }, response) => {
  const id = String(headers["webhook-id"]);
  if (headers["webhook-event"] === "payment.canceled" && refused.size < 2) refused.add(id);
  response.writeHead(refused.has(id) ? 503 : 200).end();
}).listen(0, "127.0.0.1");
await once(receiver, "listening");

/** The people of the shop and of the platform, and the endpoint. */
async function prepare({ payments }: ConsoleService): Promise<void> {
  const { port } = receiver.address() as AddressInfo;
  const contracts = { payouts: true, webhook: true };
  await payments.merchants.register({ ...shop, name: "골목 찻집", feeRate: "3.3", contracts });
  await payments.webhooks.set(shop, { url: `http://127.0.0.1:${port}/webhook`, events: ["payment.canceled"] });
  await payments.operators.set(platform, operatorOfPlatform);
  await payments.keys.issue(shop, "secret");
  await payments.keys.issue(shop, "client");
}

const dayMs = 86_400_000;

const goods = [
  ["우전 녹차 세트 100g", 48_000],
  ["보성 세작 50g", 24_000],
  ["말차 라떼 원데이 클래스", 65_000],
  ["백자 찻잔 2인 세트와 다관, 선물 포장", 132_000],
  ["호지차 티백 20개입", 12_500],
  ["제주 감귤 블렌드", 18_900],
] as const;

interface BusyShopOptions {
  readonly days?: number;
  readonly settings?: HandlerSettings;
  /** What is done before the first sale. */
  readonly before?: (service: ConsoleService) => Promise<unknown>;
}

/** A shop that has sold for so many days, with cancellations, refusals and settlements. The same each time. */
async function busyShop({ days = 40, settings, before }: BusyShopOptions = {}): Promise<ConsoleService> {
  const service = await startConsole({ earlierMs: days * dayMs, ...(settings && { settings }) });
  await before?.(service);
  const paying = [cards.kb, cards.shinhan, cards.samsung, cards.hyundai, cards.lotte];
  let seed = 7;
  const draw = (most: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * most);
  };
  for (let day = days; day >= 0; day -= 1) {
    await service.goTo(day * dayMs);
    const count = 2 + draw(5);
    for (let n = 0; n < count; n += 1) {
      const [name, price] = goods[draw(goods.length)] ?? goods[0];
      const card = draw(12) === 0 ? cards.noFunds : (paying[draw(paying.length)] ?? cards.kb);
      const intentKey = await service.pay({ name, amount: price * (1 + draw(2)), card });
      const isCanceled = draw(9) === 0;
      if (intentKey === "" || !isCanceled) continue;
      const part = draw(2) === 0 ? {} : { cancelAmount: 3_000 };
      await service.payments.intents.cancel(shop, { intentKey }, { cancelReason: "한 봉지 품절", ...part });
    }
  }
  await paySellers(service);
  return service;
}

/** Three sellers, of whom one is paid, and one that the bank refuses. */
async function paySellers({ payments }: ConsoleService): Promise<void> {
  const account = { bankCode: "088", accountNumber: "110-123-456789", holderName: "김차농" };
  const names = ["하동 다원", "보성 제다", "제주 감귤밭"];
  for (const [index, name] of names.entries()) {
    const input = { refSellerId: `farm-${index + 1}`, name, businessType: "INDIVIDUAL_BUSINESS", account } as const;
    const created = await payments.sellers.create(shop, input);
    if (!created.ok || index > 0) continue;
    const amount = { currency: "KRW", value: 250_000 } as const;
    await payments.payouts.createBatch(shop, [
      { refPayoutId: "payout-20261125-first", destination: created.value.id, amount },
    ]);
  }
}

const operatorOfPlatform = { name: "choi", password: "four words are better", role: "owner" } as const;
const service = await busyShop({
  settings: { console: true, platform: true, rateLimits: "off", logger: silentLogger },
  before: prepare,
});
const lost = await service.pay({ name: "보성 세작 50g", amount: 24_000, card: cards.refundAnswerLost });
await service.payments.intents.cancel(shop, { intentKey: lost }, { cancelReason: "주문 실수" });
await service.pay({ name: "호지차 티백 20개입", amount: 25_000 });
const browser = await launchChromium();

/** Pages by their names, each with what is done there before its picture is taken. */
const pages: Readonly<Record<string, readonly [page: string, act?: (page: Page) => Promise<unknown>]>> = {
  overview: [""],
  payments: ["payments"],
  settlements: ["settlements"],
  statement: ["settlements", (page) => page.locator(".row-link").first().click()],
  sellers: ["sellers"],
  payouts: ["payouts"],
  "new-payouts": [
    "payouts/new",
    async (page) => {
      await page.click("summary");
      await page.fill("#pasted", "보성 제다\t300,000\n제주 감귤밭\t9990000000\n없는 집\t1000\n하동 다원\t5000");
      await page.click("text=/줄로 바꾸기|Make rows/");
    },
  ],
  payout: ["payouts", (page) => page.locator(".row-link").first().click()],
  payment: [
    "payments",
    (page) =>
      page
        .locator("tr", { hasText: /−.?3,000/ })
        .locator("a")
        .first()
        .click(),
  ],
  cards: ["cards"],
  webhooks: ["webhooks"],
  message: ["webhooks?status=EXHAUSTED", (page) => page.locator(".row-link").first().click()],
  keys: ["keys"],
  operators: ["operators"],
  changes: ["changes"],
  cancellation: [
    "payments",
    async (page) => {
      await page.locator(".row-link").first().click();
      await page.click("text=/돌려주기|^Refund$/");
      await page.check("input[type=radio] >> nth=1");
      await page.fill("#cancel-amount", "3,000");
      await page.fill("#cancel-reason", "한 봉지 품절");
      await page.check("input[type=checkbox]");
    },
  ],
};

/** Pages of the platform's console. */
const platformPages: typeof pages = {
  "platform-waiting": ["platform"],
  "platform-merchants": ["platform/merchants"],
  "platform-health": ["platform/health"],
  "platform-reconciliation": ["platform/reconciliation"],
};

async function takeEach(page: Page, of: typeof pages, file: (name: string) => string): Promise<void> {
  for (const [title, [address, act]] of Object.entries(of)) {
    if (wanted.length > 0 && !wanted.includes(title)) continue;
    await page.goto(`${service.url}/console/${address}`);
    await page.waitForLoadState("networkidle", { timeout: 3_000 }).catch(() => {});
    await page.waitForTimeout(500);
    await act?.(page);
    await page.waitForTimeout(700);
    await page.screenshot({ path: file(title), fullPage: process.env["WHOLE_PAGES"] !== undefined });
  }
}

async function take(look: keyof typeof looks): Promise<void> {
  const context = await browser.newContext(looks[look]);
  const page = await context.newPage();
  page.on("pageerror", (error) => process.stderr.write(`${String(error)}\n`));
  const file = (name: string) => path.join(folder, `${name}-${look}.png`);
  await page.goto(`${service.url}/console`);
  await page.waitForSelector("form");
  if (wanted.length === 0) await page.screenshot({ path: file("sign-in") });
  await signIn(page, "owner");
  await page.waitForSelector(".frame");
  await takeEach(page, pages, file);
  await page.goto(`${service.url}/console/platform`);
  await page.fill("#name", operatorOfPlatform.name);
  await page.fill("#password", operatorOfPlatform.password);
  await page.click(".sign-in .primary");
  await page.waitForSelector(".frame");
  await takeEach(page, platformPages, file);
  await context.close();
}

for (const look of Object.keys(looks) as (keyof typeof looks)[]) await take(look);
await browser.close();
await service.stop();
receiver.close();
