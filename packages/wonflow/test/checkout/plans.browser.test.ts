import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { fillCard, fieldValues, goodCard, openBuyerPage, typeCard, type BuyerBrowser } from "./buyer-page.ts";
import { browser, service, turns, useBrowserAndService } from "./browser-and-service.ts";

useBrowserAndService();

const choice = "#installmentPlanMonths";

async function open(amount: number, browsing: BuyerBrowser = {}) {
  const link = await service.openLink({ amount });
  const buyer = await openBuyerPage(browser, browsing);
  await buyer.page.goto(link.url);
  return { ...buyer, link };
}

/** A look without a phone's touch, in a window of this size. */
const inWindow = (width: number, height: number, language: "ko" | "en" = "ko"): BuyerBrowser => ({
  language,
  size: "desktop",
  options: { viewport: { width, height } },
});

async function boxOf(page: Page, selector: string) {
  const box = await page.locator(selector).boundingBox();
  if (box === null) throw new Error(`${selector} is not shown`);
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
}

/** Waits until the service has described the card. */
async function typeNumber(page: Page, number: string): Promise<void> {
  const answered = page.waitForResponse(
    (response) =>
      response.url().endsWith("/session/card") &&
      response
        .request()
        .postData()
        ?.includes(`"${number.slice(0, 8)}"`) === true,
  );
  await page.locator("#number").fill(number);
  await (await answered).finished();
}

const kb = "4000000000110009";
const debit = "5400001500000008";
const foreign = "340000000071000";

const sizes = [
  [1366, 657, "beside"],
  [1280, 800, "beside"],
  [480, 800, "beside"],
  [360, 640, "below"],
  [320, 568, "below"],
] as const;

const inTurn = turns();
const languages = ["ko", "en"] as const;

test.each(sizes.flatMap((size) => inTurn(languages).map((language) => [...size, language] as const)))(
  "at %ix%i the plans stand %s the card number, above all other fields, in %s",
  async (width, height, place, language) => {
    const { page } = await open(300_000, inWindow(width, height, language));
    const [number, plans, expiry] = [
      await boxOf(page, ".number .box"),
      await boxOf(page, ".plans .box"),
      await boxOf(page, "#expiry"),
    ];
    expect(plans.bottom).toBeLessThan(expiry.y);
    if (place === "beside") {
      expect([plans.y, plans.height]).toEqual([number.y, number.height]);
      expect(plans.x).toBeGreaterThan(number.right);
    } else {
      expect(plans.y).toBeGreaterThan(number.bottom);
      expect([plans.x, plans.width]).toEqual([number.x, number.width]);
    }
    expect((await boxOf(page, choice)).height).toBeGreaterThanOrEqual(44);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  },
);

test.each(inTurn(languages))(
  "at 1366x657 a filled form of 300,000 won shows plans and button, in %s",
  async (language) => {
    const { page } = await open(300_000, inWindow(1366, 657, language));
    await typeCard(page);
    for (const selector of [choice, "#pay"]) {
      const { y, bottom } = await boxOf(page, selector);
      expect(y, selector).toBeGreaterThanOrEqual(0);
      expect(bottom, selector).toBeLessThanOrEqual(657);
      const isOnTop = await page.locator(selector).evaluate((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
      });
      expect(isOnTop, selector).toBe(true);
    }
  },
);

test("so does the SDK's window at 1366x657", async () => {
  const { page } = await openBuyerPage(browser, inWindow(1366, 657));
  await page.goto(service.cartUrl);
  await page.click("#buy");
  const frame = await (await page.waitForSelector("wonflow-checkout iframe")).contentFrame();
  if (frame === null) throw new Error("the frame has no page");
  await frame.waitForSelector("#card");
  await fillCard(frame);
  for (const selector of [choice, "#pay"]) {
    const isInside = await frame.locator(selector).evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return top >= 0 && bottom <= window.innerHeight;
    });
    expect([selector, isInside]).toEqual([selector, true]);
  }
});

test.each([
  ["ko", "300,000원 · 12개월 할부 결제하기"],
  ["en", "Pay ₩300,000 over 12 months"],
] as const)("at 360x640 the button says the plan of a filled form, in %s", async (language, said) => {
  const { page } = await open(300_000, inWindow(360, 640, language));
  await page.selectOption(choice, "12");
  await typeCard(page);
  expect(await page.innerText("#pay")).toBe(said);
  const { y, bottom } = await boxOf(page, "#pay");
  expect([y >= 0, bottom <= 640]).toEqual([true, true]);
});

test("the button says the chosen plan, in the page's language, and follows card and language", async () => {
  const { page, pageErrors } = await open(300_000);
  const button = () => page.innerText("#pay");
  expect(await button()).toBe("300,000원 · 일시불 결제하기");
  await page.selectOption(choice, "3");
  expect(await button()).toBe("300,000원 · 3개월 할부 결제하기");
  await page.click("#language");
  expect(await button()).toBe("Pay ₩300,000 over 3 months");
  expect(await page.locator(`${choice} option`).allTextContents()).toEqual([
    "Pay in full",
    ...Array.from({ length: 11 }, (_, index) => `${index + 2} months`),
  ]);
  await typeNumber(page, debit);
  await expect.poll(button).toBe("Pay ₩300,000 in full");
  expect(await page.inputValue(choice)).toBe("0");
  await page.click("#language");
  expect(await button()).toBe("300,000원 · 일시불 결제하기");
  await typeNumber(page, kb);
  await expect.poll(() => page.locator(`${choice} option`).count()).toBe(12);
  await page.selectOption(choice, "5");
  await page.click("#language");
  expect(await page.locator(`${choice} option:checked`).textContent()).toBe("5 months · no interest");
  expect(await button()).toBe("Pay ₩300,000 over 5 months");
  expect(pageErrors).toEqual([]);
});

describe("the note under the plans", () => {
  const note = (page: Page) => page.innerText(`${choice}-note`);

  test.each([
    ["a lump sum", kb, "0", "", ""],
    ["a plan that is free", kb, "5", "무이자라서 할부 수수료가 없어요.", "This plan is free of interest."],
    [
      "a plan with a fee",
      kb,
      "6",
      "할부 수수료는 카드사 정책에 따라 달라요.",
      "Your card company sets the installment fee.",
    ],
    ["a debit card", debit, "0", "체크카드와 기프트카드는 일시불만 돼요.", "Debit and gift cards pay in full only."],
    ["a card from abroad", foreign, "0", "해외 카드는 일시불만 돼요.", "Cards from abroad pay in full only."],
  ])("of %s", async (_what, number, months, korean, english) => {
    const { page } = await open(300_000);
    await page.selectOption(choice, "2");
    expect(await note(page)).toBe("할부 수수료는 카드사 정책에 따라 달라요.");
    await typeNumber(page, number);
    // Without interest, KB Kookmin has two months.
    if (number === kb) await expect.poll(() => note(page)).toBe("무이자라서 할부 수수료가 없어요.");
    else await expect.poll(() => page.locator(`${choice} option`).allTextContents()).toEqual(["일시불"]);
    await page.selectOption(choice, months);
    expect(await note(page)).toBe(korean);
    expect(await page.getAttribute(choice, "aria-describedby")).toBe("installmentPlanMonths-note");
    await page.click("#language");
    expect(await note(page)).toBe(english);
  });
});

test.each([true, false])("below 50,000 won there is no choice, with scripts: %s", async (javaScriptEnabled) => {
  const { page } = await open(49_999, { options: { javaScriptEnabled } });
  expect(await page.locator(choice).count()).toBe(0);
  expect(await page.innerText("#pay")).toBe("49,999원 결제하기");
  await page.click("#language");
  expect(await page.innerText("#pay")).toBe("Pay ₩49,999");
});

test("the plan is kept through a refused card, and while it is checked it can't be changed", async () => {
  const { page, link } = await open(300_000);
  await fillCard(page, { passwordFront2: "99" });
  await page.selectOption(choice, "12");
  let release = () => {};
  service.beforeAuthenticating = new Promise((resolve) => (release = resolve));
  await page.click("#pay");
  await expect.poll(() => page.innerText("#pay")).toBe("카드를 확인하고 있어요");
  expect(await page.locator(choice).isDisabled()).toBe(true);
  release();
  await expect.poll(() => page.innerText("#pay")).toBe("300,000원 · 12개월 할부 결제하기");
  expect(await page.inputValue(choice)).toBe("12");
  await fillCard(page, { ...goodCard, number: "4000000100030008" });
  await page.click("#pay");
  await page.click("#another");
  expect(await page.inputValue(choice)).toBe("12");
  expect(await page.innerText("#pay")).toBe("300,000원 · 12개월 할부 결제하기");
  await fillCard(page);
  await page.click("#pay");
  await page.waitForURL(/\/shop\/ok/);
  expect(await service.confirm(page.url())).toBe("DONE");
  const payment = await service.payments.intents.lookUp({ mId: 7, mode: "test" }, { orderId: link.orderId });
  if (!payment.ok) throw new Error(payment.error.code);
  expect(payment.value.methods).toMatchObject([{ keyin: { installmentPlanMonths: 12 } }]);
  await page.goto(payment.value.receipt?.candyUrl ?? "");
  expect(await page.innerText("main")).toMatch(/할부\s+12개월/);
});

describe("without scripts", () => {
  const plain = { options: { javaScriptEnabled: false } };

  test("a plan of 12 months is paid; a button that can't follow the choice claims none", async () => {
    const { page, link } = await open(300_000, plain);
    await page.selectOption(choice, "12");
    expect(await page.innerText("#pay")).toBe("300,000원 결제하기");
    expect(await page.innerText(`${choice}-note`)).toBe("할부 수수료는 카드사 정책에 따라 달라요.");
    await fillCard(page, { expiry: "12/39" });
    await page.click("#pay");
    await page.waitForURL(/\/shop\/ok/);
    const payment = await service.payments.intents.lookUp({ mId: 7, mode: "test" }, { orderId: link.orderId });
    expect(payment).toMatchObject({ ok: true, value: { methods: [{ keyin: { installmentPlanMonths: 12 } }] } });
  });

  test("no fee is mentioned under a lump sum", async () => {
    const { page } = await open(300_000, plain);
    expect(await page.innerText(`${choice}-note`)).toBe("");
  });

  test("for a debit card in installments the choice shows that a lump sum works, and is kept", async () => {
    const { page } = await open(300_000, plain);
    await page.selectOption(choice, "7");
    await fillCard(page, { number: debit, expiry: "12/39" });
    await page.click("#pay");
    await page.waitForSelector("#summary:not([hidden])");
    expect(await page.innerText(`${choice}-note`)).toBe("할부를 쓸 수 없는 카드예요. 일시불은 정상 승인돼요.");
    expect(await page.getAttribute(choice, "aria-invalid")).toBe("true");
    expect(await page.inputValue(choice)).toBe("7");
    expect(await page.getAttribute("#summary a", "href")).toBe(choice);
  });
});

test("a refused plan is shown at the choice, which its link focuses; another choice removes the problem", async () => {
  const { page } = await open(300_000);
  await page.selectOption(choice, "12");
  await page.route("**/session/authenticate", (route) =>
    route.fulfill({
      status: 400,
      json: {
        statusCode: 400,
        code: "INVALID_REQUEST",
        details: [{ field: "installmentPlanMonths", code: "INVALID_REQUEST", problem: "must be 0" }],
      },
    }),
  );
  await fillCard(page);
  const typed = await fieldValues(page);
  await page.click("#pay");
  await expect.poll(() => page.innerText(`${choice}-note`)).toBe("할부 개월 수를 다시 선택해 주세요.");
  expect(await page.getAttribute(choice, "aria-invalid")).toBe("true");
  expect(await fieldValues(page)).toEqual(typed);
  await page.selectOption(choice, "6");
  expect(await page.innerText(`${choice}-note`)).toBe("할부 수수료는 카드사 정책에 따라 달라요.");
  expect(await page.getAttribute(choice, "aria-invalid")).toBe(null);
});

test.each([false, true])(
  "the focus is seen around the choice, and its border, with forced colours: %s",
  async (forced) => {
    const look = inWindow(1366, 657);
    const { page } = await open(300_000, {
      ...look,
      options: { ...look.options, forcedColors: forced ? "active" : "none" },
    });
    const shown = () =>
      page.locator(".plans .box").evaluate((box) => {
        const { borderTopColor, borderTopWidth, boxShadow, outlineStyle, backgroundColor } = getComputedStyle(box);
        return { borderTopColor, borderTopWidth, boxShadow, outlineStyle, backgroundColor };
      });
    const before = await shown();
    expect(before.borderTopWidth).toBe("1px");
    expect(before.borderTopColor).not.toBe(before.backgroundColor);
    await page.focus(choice);
    const focused = await shown();
    if (forced) expect(focused.outlineStyle).toBe("solid");
    else expect(focused.boxShadow).not.toBe(before.boxShadow);
  },
);
