import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { cards, shop, startConsole, type ConsoleService, type operators } from "./console-service.ts";
import { askAgain, findings, looks, openAs, overflow, type Look } from "./operator-page.ts";
import { browser, useBrowser } from "./use-browser.ts";

useBrowser();

let service: ConsoleService;

beforeAll(async () => {
  service = await startConsole();
});
beforeEach(() => {
  service.beforeCanceling = Promise.resolve();
});
afterAll(() => service.stop());

type Opened = Awaited<ReturnType<typeof openAs>>;

/** Opens a new payment as an operator, with the form for its cancellation. */
async function openForm(role: keyof typeof operators = "cashier", look: Look = {}, options: object = {}) {
  const intentKey = await service.pay({ name: "우전 녹차", amount: 30_000 });
  const opened = await openAs(browser, service, { role, path: `payments/${intentKey}`, look, options });
  await opened.page.click("#cancellation + * + button");
  return { ...opened, intentKey };
}

async function fillIn({ page }: Pick<Opened, "page">, amount: string, reason = "한 봉지 품절"): Promise<void> {
  await page.check("input[type=radio] >> nth=1");
  await page.fill("#cancel-amount", amount);
  await page.fill("#cancel-reason", reason);
}

const sums = ({ page }: Pick<Opened, "page">) =>
  page
    .locator(".preview .sums > div")
    .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent).join(" ")));

const cancelRequests = () => service.requests.filter((one) => /^POST .*\/cancel$/.test(one)).length;

async function paymentNow(intentKey: string) {
  const found = await service.payments.intents.lookUp(shop, { intentKey });
  return found.ok ? found.value : undefined;
}

describe("before the button", () => {
  test("the refund and its effect on the settlement are shown", async () => {
    const opened = await openForm();
    await fillIn(opened, "3,000");
    await expect
      .poll(() => sums(opened))
      .toEqual([
        "구매자에게 돌려줘요 3,000원",
        "돌려받는 수수료 −99원",
        "돌려받는 수수료 부가세 −10원",
        "상점에서 빠져요 2,891원",
        "이 결제에 남는 금액 27,000원",
      ]);
    expect(await opened.page.innerText(".preview .hint")).toMatch(/정산될 금액이 2,891원 줄어요\.$/);
    expect(await opened.page.innerText(".cancellation .danger")).toBe("3,000원 취소하기");
  });

  test("an invalid amount is refused in sight, and nothing is sent", async () => {
    const opened = await openForm();
    const before = cancelRequests();
    for (const [amount, problem] of [
      ["0", "1원 이상을 숫자로 적어 주세요."],
      ["30,001", "30,000원까지 돌려줄 수 있어요."],
      ["3.5", "1원 이상을 숫자로 적어 주세요."],
      ["３０，００１￦", "30,000원까지 돌려줄 수 있어요."],
    ] as const) {
      await fillIn(opened, amount);
      expect(await opened.page.innerText("#cancel-amount-wrong"), amount).toBe(problem);
      await opened.page.press("#cancel-reason", "Enter");
    }
    expect(cancelRequests()).toBe(before);
  });

  test("a reason is asked for", async () => {
    const opened = await openForm();
    await opened.page.waitForSelector(".preview .sums");
    await opened.page.click(".cancellation .danger");
    expect(await opened.page.innerText("#cancel-reason-wrong")).toBe("이유를 적어 주세요.");
  });
});

test("a part is refunded, then the rest, and the page shows it at once", async () => {
  const opened = await openForm();
  const { page, intentKey, pageErrors } = opened;
  await fillIn(opened, "3000");
  await page.waitForSelector(".preview .sums");
  await page.click(".cancellation .danger");
  await expect.poll(() => page.innerText(".notice")).toBe("3,000원을 돌려줬어요.");
  await expect.poll(() => page.locator(".figures dd").allInnerTexts()).toEqual(["30,000원", "−3,000원", "27,000원"]);
  await page.click("#cancellation + * + button");
  await page.fill("#cancel-reason", "모두 취소");
  await page.waitForSelector(".preview .sums");
  await page.click(".cancellation .danger");
  await expect.poll(() => page.innerText(".notice")).toBe("27,000원을 돌려줬어요.");
  expect((await paymentNow(intentKey))?.status).toBe("CANCELED");
  await expect.poll(() => page.innerText(".timeline")).toMatch(/3,000원을 돌려줬어요[^]*27,000원을 돌려줬어요/);
  expect(pageErrors).toEqual([]);
});

test("a double press does it once", async () => {
  const opened = await openForm();
  const { page, intentKey } = opened;
  await fillIn(opened, "3000");
  await page.waitForSelector(".preview .sums");
  await page.locator(".cancellation .danger").evaluate((button) => {
    (button as HTMLButtonElement).click();
    (button as HTMLButtonElement).click();
  });
  await page.waitForSelector(".notice.good");
  expect((await paymentNow(intentKey))?.cancel?.canceledAmount).toBe(3_000);
});

test("an answer that is lost is asked for again under the same key, and it is done once", async () => {
  const opened = await openForm();
  const { page, intentKey } = opened;
  await fillIn(opened, "3000");
  await page.waitForSelector(".preview .sums");
  await page.route("**/cancel", async (route) => {
    await route.fetch();
    await route.abort("connectionreset");
  });
  await page.click(".cancellation .danger");
  await expect.poll(() => page.innerText(".cancellation .danger")).toBe("같은 요청 다시 보내기");
  expect(await page.innerText(".cancellation .alert")).toContain("한 번만 취소돼요");
  expect(await page.isDisabled("#cancel-amount")).toBe(true);
  await page.unroute("**/cancel");
  // The page reads the effect before the answer.
  await expect.poll(() => page.innerText(".figures")).toContain("27,000원");
  await page.click(".cancellation .danger");
  await expect.poll(() => page.innerText(".notice")).toBe("3,000원을 돌려줬어요.");
  expect((await paymentNow(intentKey))?.cancel?.canceledAmount).toBe(3_000);
});

test("a repeat whose outcome is unknown is looked up against what was canceled before the first try", async () => {
  const opened = await openForm();
  const { page } = opened;
  await fillIn(opened, "3000");
  await page.waitForSelector(".preview .sums");
  await page.route("**/cancel", async (route) => {
    await route.fetch();
    await route.abort("connectionreset");
  });
  await page.click(".cancellation .danger");
  await expect.poll(() => page.innerText(".figures")).toContain("27,000원");
  await page.unroute("**/cancel");
  await page.route("**/cancel", (route) => route.fulfill({ status: 500, json: { code: "FAILED_REFUND_PROCESS" } }));
  await page.click(".cancellation .danger");
  await expect.poll(() => page.innerText(".notice")).toBe("3,000원을 돌려줬어요.");
});

test("a repeat has the same key and amount, also if a part was refunded meanwhile", async () => {
  const { page, intentKey } = await openForm();
  const sent: (readonly [key: string | undefined, body: string | null])[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/cancel")) sent.push([request.headers()["idempotency-key"], request.postData()]);
  });
  await page.fill("#cancel-reason", "모두 취소");
  await page.waitForSelector(".preview .sums");
  await page.route("**/cancel", (route) => route.abort("connectionreset"));
  await page.click(".cancellation .danger");
  await expect.poll(() => page.innerText(".cancellation .danger")).toBe("같은 요청 다시 보내기");
  await service.payments.intents.cancel(shop, { intentKey }, { cancelReason: "먼저", cancelAmount: 10_000 });
  await askAgain(page);
  await expect.poll(() => page.innerText(".figures")).toContain("20,000원");
  await page.unroute("**/cancel");
  await page.click(".cancellation .danger");
  await expect.poll(() => page.innerText(".cancellation [role=alert]")).toContain("돌려줄 수 있는 금액보다 커요.");
  expect(sent).toHaveLength(2);
  expect(sent[1]).toEqual(sent[0]);
  expect((await paymentNow(intentKey))?.cancel?.canceledAmount).toBe(10_000);
});

test("an outcome that the gateway has not told is looked up, never sent again", async () => {
  const late = await startConsole();
  const intentKey = await late.pay({ card: cards.refundAnswerLost, amount: 30_000 });
  const { page } = await openAs(browser, late, { role: "cashier", path: `payments/${intentKey}` });
  await page.click("#cancellation + * + button");
  await fillIn({ page }, "3000");
  await page.waitForSelector(".preview .sums");
  await page.click(".cancellation .danger");
  await expect.poll(() => page.innerText("[aria-labelledby=cancellation]")).toContain("다시 취소하지 마세요");
  expect(await page.locator("[aria-labelledby=cancellation] button").count()).toBe(0);
  await expect.poll(() => page.innerText(".title >> nth=0")).toContain("취소 확인 중");
  // The service looks it up by itself.
  await late.goTo(-3_600_000);
  await askAgain(page);
  await expect.poll(() => page.innerText(".notice")).toBe("3,000원을 돌려줬어요.");
  expect(late.requests.filter((one) => /^POST .*\/cancel$/.test(one)).length).toBe(1);
  await late.stop();
});

test("a refusal of the gateway is shown, and may be retried", async () => {
  const intentKey = await service.pay({ card: cards.noRefund, amount: 20_000 });
  const { page } = await openAs(browser, service, { role: "cashier", path: `payments/${intentKey}` });
  await page.click("#cancellation + * + button");
  await page.fill("#cancel-reason", "품절");
  await page.waitForSelector(".preview .sums");
  await page.click(".cancellation .danger");
  await expect.poll(() => page.innerText(".cancellation [role=alert]")).toContain("PG사에서 취소를 거절했어요.");
  expect(await page.inputValue("#cancel-reason")).toBe("품절");
  await expect.poll(() => page.innerText(".timeline")).toContain("취소가 거절됐어요");
});

describe("two operators at once", () => {
  test("see what the other has refunded, and what is left, before they press", async () => {
    const one = await openForm("cashier");
    const other = await openAs(browser, service, { role: "owner", path: `payments/${one.intentKey}` });
    await other.page.click("#cancellation + * + button");
    await other.page.fill("#cancel-reason", "모두");
    await fillIn(one, "10,000");
    await one.page.waitForSelector(".preview .sums");
    await one.page.click(".cancellation .danger");
    await one.page.waitForSelector(".notice.good");
    await askAgain(other.page);
    await expect.poll(() => other.page.innerText(".cancellation .danger")).toBe("20,000원 취소하기");
    expect(await other.page.inputValue("#cancel-reason")).toBe("모두");
    await other.page.click(".cancellation .danger");
    await other.page.waitForSelector(".notice.good");
    expect((await paymentNow(one.intentKey))?.cancel?.canceledAmount).toBe(30_000);
  });

  test("never refund more than was shown to them", async () => {
    const one = await openForm("cashier");
    await one.page.fill("#cancel-reason", "모두");
    await one.page.waitForSelector(".preview .sums");
    // The other one is faster than this page's next look.
    await one.page.route(/\/(?:px\/intents|payments)\/[^/]+(?:\/cancellation-preview.*)?$/, (route) => route.abort());
    const { intentKey } = one;
    await service.payments.intents.cancel(shop, { intentKey }, { cancelReason: "먼저", cancelAmount: 10_000 });
    await one.page.click(".cancellation .danger");
    await expect
      .poll(() => one.page.innerText(".cancellation [role=alert]"))
      .toContain("돌려줄 수 있는 금액보다 커요.");
    expect((await paymentNow(intentKey))?.cancel?.canceledAmount).toBe(10_000);
  });
});

test("a viewer can't refund", async () => {
  const intentKey = await service.pay();
  const { page } = await openAs(browser, service, { role: "viewer", path: `payments/${intentKey}` });
  await page.waitForSelector(".timeline li");
  expect(await page.locator("#cancellation").count()).toBe(0);
});

test("a refused payment shows why, and there is nothing to refund", async () => {
  await service.pay({ name: "잔액 없는 카드", card: cards.noFunds });
  const { page } = await openAs(browser, service, { path: "payments?status=ABORTED" });
  await page.click("text=잔액 없는 카드");
  await page.waitForSelector(".timeline li");
  expect(await page.innerText(".facts")).toContain("REJECT_CARD_PAYMENT");
  expect(await page.locator("#cancellation").count()).toBe(0);
});

test("markup in an order's name and in a reason is text", async () => {
  const name = `<img src=x onerror="document.title='x'">`;
  const intentKey = await service.pay({ name });
  const { page, pageErrors } = await openAs(browser, service, { role: "cashier", path: `payments/${intentKey}` });
  await page.click("#cancellation + * + button");
  await page.fill("#cancel-reason", "<b>품절</b>");
  await page.waitForSelector(".preview .sums");
  await page.click(".cancellation .danger");
  await expect.poll(() => page.innerText(".timeline")).toContain("<b>품절</b>");
  expect([await page.innerText("h1"), await page.locator("main img, main b").count()]).toEqual([name, 0]);
  expect(pageErrors).toEqual([]);
});

test.each(looks)("axe finds nothing, and nothing is wider than the window: %j", async (look) => {
  const opened = await openForm("owner", look, { bypassCSP: true });
  const { page } = opened;
  await fillIn(opened, "3000");
  await page.waitForSelector(".preview .sums");
  await page.check("input[type=checkbox]");
  expect([await findings(page), await overflow(page)]).toEqual([[], 0]);
  await page.fill("#cancel-amount", "99,999,999");
  expect(await findings(page)).toEqual([]);
});
