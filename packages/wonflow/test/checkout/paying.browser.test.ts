import { describe, expect, test } from "vitest";
import {
  openBuyerPage,
  goodCard,
  heading,
  fillCard,
  typeCard,
  fieldValues,
  type BuyerBrowser,
  type BuyerPage,
} from "./buyer-page.ts";
import type { OpenedLink, LinkOptions } from "./checkout-service.ts";
import { turns, browser, service, useBrowserAndService } from "./browser-and-service.ts";

useBrowserAndService();

async function open(
  options: LinkOptions = {},
  browsing: BuyerBrowser = {},
): Promise<BuyerPage & { readonly link: OpenedLink }> {
  const link = await service.openLink(options);
  const buyer = await openBuyerPage(browser, browsing);
  await buyer.page.goto(link.url);
  return { ...buyer, link };
}

const inTurn = turns();

/** Each language in one size, and in both by `npm run test:long`. */
const ways = (["ko", "en"] as const).flatMap((language) =>
  inTurn<BuyerBrowser>([
    { language, size: "phone" },
    { language, size: "desktop", dark: language === "en" },
  ]),
);

test.each(ways)("a buyer pays by the link, and the merchant confirms: %j", async (browsing) => {
  const { page, link, pageErrors } = await open({ orderName: "녹차 <b>세트</b>" }, browsing);
  const text = await page.innerText("body");
  const amount = browsing.language === "ko" ? "50,000원" : "₩50,000";
  for (const shown of ["골목 상점", "녹차 <b>세트</b>", amount]) expect(text).toContain(shown);
  expect(text).toMatch(/(?:29:5\d|30:00)/);
  await typeCard(page);
  await page.selectOption("#installmentPlanMonths", { label: browsing.language === "ko" ? "12개월" : "12 months" });
  await page.click("#pay");
  await page.waitForURL(/\/shop\/ok\?cart=7&/);
  const landingUrl = new URL(page.url()).searchParams;
  expect([landingUrl.get("orderId"), landingUrl.get("amount")]).toEqual([link.orderId, "50000"]);
  expect(await service.confirm(page.url())).toBe("DONE");
  const payment = await service.payments.intents.lookUp({ mId: 7, mode: "test" }, { orderId: link.orderId });
  expect(payment).toMatchObject({ ok: true, value: { methods: [{ keyin: { installmentPlanMonths: 12 } }] } });
  expect(pageErrors).toEqual([]);
});

test.each([
  ["ko", { number: "4000000100010000" }, "number", "카드사에 등록되지 않은 번호예요"],
  ["ko", { number: "4000000100020009" }, "expiry", "카드사에 등록된 유효기간과 달라요"],
  ["ko", { passwordFront2: "99" }, "passwordFront2", "카드 비밀번호와 달라요"],
  ["ko", { registNo: "991231" }, "registNo", "카드 명의자의 생년월일과 달라요"],
  ["en", { passwordFront2: "99" }, "passwordFront2", "That isn’t this card’s password"],
] as const)("in %s, a correctable mistake stays on the page: %j", async (language, wrong, field, said) => {
  const link = await service.openLink();
  const { page } = await openBuyerPage(browser, { language });
  await page.goto(link.url);
  await fillCard(page, wrong);
  const typed = await fieldValues(page);
  await page.click("#pay");
  await expect.poll(() => page.innerText(`#${field}-note .wrong`)).toContain(said);
  expect(page.url()).toContain("/checkout?token=");
  const fields = ["number", "expiry", "passwordFront2", "registNo"];
  expect(await fieldValues(page)).toEqual(typed.map((value, at) => (fields[at] === field ? "" : value)));
  expect(await page.getAttribute(`#${field}`, "aria-invalid")).toBe("true");
  expect(await page.innerText("#tries")).toContain("4");
  expect(await page.innerText("#summary")).toContain(said);
  expect(await page.evaluate(() => document.activeElement?.id)).toBe(field);
  await page.click("#language");
  expect(await page.innerText("#tries")).toBe(language === "ko" ? "Tries left: 4." : "앞으로 4번 더 시도할 수 있어요.");
  await fillCard(page);
  expect(await page.innerText(`#${field}-note .wrong`)).toBe("");
  await page.click("#pay");
  await page.waitForURL(/\/shop\/ok/);
});

test("a card that cannot be used says so, and another one is offered, which pays with the same link", async () => {
  const { page } = await open();
  await fillCard(page, { number: "4000000100030008" });
  await page.click("#pay");
  await expect.poll(() => page.innerText("#summary-title")).toContain("사용이 정지된 카드예요");
  expect(await page.innerText("#tries")).toBe("앞으로 4번 더 시도할 수 있어요.");
  await page.click("#another");
  // The holder may stay the same.
  expect(await fieldValues(page)).toEqual(["", "", "", "900101"]);
  expect(await page.evaluate(() => document.activeElement?.id)).toBe("number");
  expect(await page.locator("#summary").isVisible()).toBe(false);
  await fillCard(page);
  await page.click("#pay");
  await page.waitForURL(/\/shop\/ok/);
});

test("tries that are used up lead to the shop, in the language of the page, and the link says why it has ended", async () => {
  const link = await service.openLink();
  const { page } = await openBuyerPage(browser, { language: "en" });
  await page.goto(link.url);
  for (const left of [4, 3, 2, 1]) {
    await fillCard(page, { passwordFront2: "99" });
    await page.click("#pay");
    await expect.poll(() => page.innerText("#tries")).toBe(`Tries left: ${left}.`);
  }
  await fillCard(page, { passwordFront2: "99" });
  await page.click("#pay");
  await page.waitForURL(/\/shop\/fail\?code=REJECT_CARD_COMPANY/);
  expect(new URL(page.url()).searchParams.get("message")).toBe("The card company rejected the payment.");
  expect((await page.goto(link.url))?.status()).toBe(410);
  expect(await heading(page)).toBe("Too many cards were turned down");
  expect(await page.innerText("#onward")).toBe("Back to 골목 상점");
  expect(await page.innerText(".order")).toContain("우전 녹차");
  await page.reload();
  await page.click("#onward");
  await page.waitForURL(/\/shop\/fail\?code=REJECT_CARD_COMPANY/);
});

test("a gateway that does not answer costs no try, and the page keeps what was typed", async () => {
  const { page } = await open();
  service.beforeAuthenticating = Promise.reject(new Error("no gateway"));
  service.beforeAuthenticating.catch(() => {});
  await fillCard(page);
  const typed = await fieldValues(page);
  await page.click("#pay");
  await expect.poll(() => page.innerText("#notice")).toContain("카드사와 연결되지 않아");
  service.beforeAuthenticating = Promise.resolve();
  expect(await fieldValues(page)).toEqual(typed);
  expect(await page.locator("#tries").isVisible()).toBe(false);
  await page.click("#pay");
  await page.waitForURL(/\/shop\/ok/);
});

test("a long wait is explained, a short one is not", async () => {
  const { page } = await open();
  await page.clock.install();
  let release = () => {};
  service.beforeAuthenticating = new Promise((resolve) => (release = resolve));
  await fillCard(page);
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.click("#pay");
  await page.clock.runFor(7_900);
  expect(await page.innerText("#notice")).toBe("");
  await page.clock.runFor(200);
  expect(await page.innerText("#notice")).toContain("카드사 응답을 기다리고 있어요");
  release();
  await page.waitForURL(/\/shop\/ok/);
});

test("a long wait to leave mentions no card", async () => {
  const { page } = await open();
  await page.clock.install();
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/give-up", async (route) => {
    await held;
    await route.continue();
  });
  const asked = page.waitForRequest("**/give-up");
  await page.click("#leave");
  await asked;
  await page.clock.runFor(10_000);
  expect(await page.innerText("#pay")).toBe("상점으로 돌아가고 있어요");
  expect(await page.innerText("#notice")).toBe("");
  release();
  await page.waitForURL(/\/shop\/fail/);
});

test("Enter goes to the next empty field, and sends the form from the last one", async () => {
  const { page } = await open();
  const focused = () => page.evaluate(() => document.activeElement?.id);
  await page.locator("#number").pressSequentially("4000000000110009");
  await page.keyboard.press("Enter");
  expect(await focused()).toBe("expiry");
  await page.keyboard.type("1239");
  await page.keyboard.press("Enter");
  expect(await focused()).toBe("passwordFront2");
  await page.keyboard.type("12");
  await page.keyboard.press("Enter");
  expect(await focused()).toBe("registNo");
  await page.keyboard.type("900101");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/shop\/ok/);
});

test("leaving after something was typed asks once", async () => {
  const { page } = await open();
  await page.locator("#number").pressSequentially("4000");
  await page.click("#leave");
  expect(await page.locator("#leaving").isVisible()).toBe(true);
  await page.click("#stay");
  expect(await page.locator("#leaving").isVisible()).toBe(false);
  expect(await page.inputValue("#number")).toBe("4000");
  await page.click("#leave");
  await page.keyboard.press("Escape");
  expect(await page.locator("#leaving").isVisible()).toBe(false);
  expect(page.url()).toContain("/checkout?token=");
  await page.click("#leave");
  await page.click("#leave-now");
  await page.waitForURL(/\/shop\/fail\?code=PAY_PROCESS_CANCELED/);
});

test("canceling asks nothing, leads to the shop without the order, and the link still works", async () => {
  const { page, link } = await open();
  await page.click("#leave");
  await page.waitForURL(/\/shop\/fail\?code=PAY_PROCESS_CANCELED/);
  expect(new URL(page.url()).searchParams.has("orderId")).toBe(false);
  await page.goto(link.url);
  expect(await page.locator("#pay").isVisible()).toBe(true);
});

test("a double tap authenticates once", async () => {
  const { page } = await open();
  const before = service.authentications;
  let release = () => {};
  service.beforeAuthenticating = new Promise((resolve) => (release = resolve));
  await fillCard(page);
  await page.dblclick("#pay");
  await page.locator("#pay").dispatchEvent("click");
  expect(await page.getAttribute("form", "aria-busy")).toBe("true");
  expect(await page.getAttribute("#pay", "aria-disabled")).toBe("true");
  release();
  await page.waitForURL(/\/shop\/ok/);
  expect(service.authentications).toBe(before + 1);
});

test("with the keyboard alone", async () => {
  const { page } = await open({}, { size: "desktop" });
  const focused = () => page.evaluate(() => document.activeElement?.id);
  const visited: (string | undefined)[] = [];
  for (const typed of ["", goodCard.number, "", "1239", "12", "", goodCard.registNo, "", ""]) {
    await page.keyboard.press("Tab");
    visited.push(await focused());
    if (typed !== "") await page.keyboard.type(typed);
  }
  expect(visited).toEqual([
    "language",
    "number",
    "installmentPlanMonths",
    "expiry",
    "passwordFront2",
    "personal",
    "registNo",
    "pay",
    "leave",
  ]);
  while ((await focused()) !== "installmentPlanMonths") await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("ArrowDown");
  expect(await page.inputValue("#installmentPlanMonths")).toBe("2");
  while ((await focused()) !== "registNo") await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/shop\/ok/);
});

describe("without scripts", () => {
  const plain: BuyerBrowser = { options: { javaScriptEnabled: false } };

  test("the form pays", async () => {
    const { page } = await open({}, plain);
    expect(await page.innerText("#time")).toMatch(/^\d\d:\d\d까지$/);
    await typeCard(page, { expiry: "12/39" });
    await page.click("#pay");
    await page.waitForURL(/\/shop\/ok/);
    expect(await service.confirm(page.url())).toBe("DONE");
  });

  test("the form says what is wrong, and shows nothing again that was typed", async () => {
    const { page } = await open({}, { ...plain, language: "en" });
    await typeCard(page, { number: "4000 0000 0011 0008", expiry: "13/39" });
    await page.click("#pay");
    await page.waitForSelector("#summary:not([hidden])");
    expect(await page.locator("[aria-invalid]").evaluateAll((inputs) => inputs.map(({ id }) => id))).toEqual([
      "number",
      "expiry",
    ]);
    expect(await page.innerText("#number-note")).toBe("That card number isn’t right. Please check it.");
    expect(await fieldValues(page)).toEqual(["", "", "", ""]);
    expect(page.url()).toBe(`${service.url}/checkout?lang=en`);
  });

  test("the form cancels, and the other language is a link", async () => {
    const { page } = await open({}, plain);
    await page.click("#language");
    expect(await page.innerText("#pay")).toBe("Pay ₩50,000");
    await page.click("#leave");
    await page.waitForURL(/\/shop\/fail\?code=PAY_PROCESS_CANCELED/);
  });

  test("a company's card has a business number", async () => {
    const { page } = await open({}, plain);
    expect(await page.innerText("label[for=registNo]")).toBe("생년월일");
    await page.locator("label", { hasText: "법인" }).click();
    expect(await page.innerText("label[for=registNo]")).toBe("사업자등록번호");
    await typeCard(page, { registNo: "1234567890", expiry: "12/39" });
    await page.click("#pay");
    await page.waitForURL(/\/shop\/ok/);
  });
});

describe("while a buyer types", () => {
  test("the number is grouped, its brand named, and the caret does not move", async () => {
    const { page } = await open();
    const number = page.locator("#number");
    await number.pressSequentially("340000000071000");
    expect(await number.inputValue()).toBe("3400 000000 71000");
    expect(await page.innerText(".badges")).toBe("Amex");
    await number.fill("");
    expect(await page.locator("#number-brand").textContent()).toBe("");
    await number.pressSequentially("400000000011000");
    for (let steps = 0; steps < 12; steps += 1) await page.keyboard.press("ArrowLeft");
    await page.keyboard.type("9");
    await page.keyboard.press("Backspace");
    await page.keyboard.type("7");
    expect(await number.inputValue()).toBe("4000 0700 0001 1000");
    expect(await number.evaluate((input) => (input as HTMLInputElement).selectionStart)).toBe(7);
    await number.fill("9400000000310001");
    expect(await page.innerText("#number-brand")).toBe("국내전용");
  });

  test("a pasted or filled number may have spaces and hyphens", async () => {
    const { page } = await open();
    await page.locator("#number").fill(" 4000-0000 0011-0009 ");
    expect(await page.locator("#number").inputValue()).toBe("4000 0000 0011 0009");
    await page.locator("#expiry").fill("12/2039");
    expect(await page.locator("#expiry").inputValue()).toBe("12/39");
  });

  test("the expiry date gets its slash, and loses it", async () => {
    const { page } = await open();
    await page.locator("#expiry").pressSequentially("8");
    expect(await page.locator("#expiry").inputValue()).toBe("08/");
    await page.keyboard.press("Backspace");
    expect(await page.locator("#expiry").inputValue()).toBe("08");
    await page.keyboard.press("Backspace");
    await page.keyboard.press("Backspace");
    expect(await page.locator("#expiry").inputValue()).toBe("");
  });

  test("a birth date with the year in full is shown as it is read, and sent so", async () => {
    const { page } = await open();
    const sent = page.waitForRequest(/authenticate/);
    await typeCard(page, { registNo: "20050101" });
    const registNo = page.locator("#registNo");
    expect(await registNo.inputValue()).toBe("20050101");
    await registNo.blur();
    expect(await registNo.inputValue()).toBe("050101");
    await page.click("#pay");
    expect((await sent).postDataJSON()).toMatchObject({ registNo: "050101" });
    await page.waitForURL(/\/shop\/ok/);
  });

  test("a year before the month is read as one, and a month that no calendar has is called wrong", async () => {
    const { page } = await open();
    const expiry = page.locator("#expiry");
    const typeExpiry = async (text: string) => {
      await expiry.fill("");
      await expiry.pressSequentially(text);
    };
    await fillCard(page);
    await typeExpiry("03/91");
    await expiry.blur();
    await expect.poll(() => page.innerText("#expiry-note")).toContain("월/연도 순서로");
    await typeExpiry("13/39");
    expect(await expiry.inputValue()).toBe("13/39");
    await page.click("#pay");
    expect(await page.innerText("#expiry-note")).toBe("월은 01~12로 입력해 주세요.");
    await typeExpiry("39/12");
    expect(await expiry.inputValue()).toBe("12/39");
    await page.click("#pay");
    await page.waitForURL(/\/shop\/ok/);
  });

  test("nothing is called wrong before a field is left, and no longer once it is right", async () => {
    const { page } = await open();
    const note = page.locator("#number-note");
    await page.locator("#number").pressSequentially("4000000000110008");
    expect(await note.innerText()).toBe("");
    await page.keyboard.press("Tab");
    expect(await note.innerText()).toBe("카드 번호가 올바르지 않아요. 다시 확인해 주세요.");
    expect(await page.getAttribute("#number", "aria-invalid")).toBe("true");
    expect(await page.getAttribute("#number", "aria-describedby")).toContain("number-note");
    await page.locator("#number").focus();
    await page.keyboard.press("End");
    await page.keyboard.press("Backspace");
    expect(await note.innerText()).not.toBe("");
    await page.keyboard.type("9");
    expect(await note.innerText()).toBe("");
    expect(await page.getAttribute("#number", "aria-invalid")).toBe(null);
  });

  test("a field that is passed by empty is not called wrong", async () => {
    const { page } = await open();
    for (let steps = 0; steps < 6; steps += 1) await page.keyboard.press("Tab");
    expect(await page.locator("[aria-invalid]").count()).toBe(0);
  });

  test("another holder means another number", async () => {
    const { page } = await open();
    await page.locator("#registNo").pressSequentially("900101");
    expect(await page.locator("#registNo").inputValue()).toBe("900101");
    await page.locator("label", { hasText: "법인" }).click();
    expect(await page.locator("#registNo").inputValue()).toBe("");
    await page.locator("#registNo").pressSequentially("12345678901");
    expect(await page.locator("#registNo").inputValue()).toBe("123-45-67890-1");
    await page.locator("#registNo").blur();
    await expect.poll(() => page.innerText("#registNo-note")).toContain("사업자등록번호는 10자리예요");
  });

  test("the language changes where the page stands, and nothing that was typed is lost", async () => {
    const { page, link, pageErrors } = await open();
    await fillCard(page, { number: "4000000000110008" });
    await page.click("#pay");
    const typed = await fieldValues(page);
    await page.click("#language");
    expect(await page.innerText("#pay")).toBe("Pay ₩50,000 in full");
    expect(await page.innerText("#number-note")).toBe("That card number isn’t right. Please check it.");
    expect(await page.innerText("#summary")).toBe("That card number isn’t right. Please check it.");
    expect(await page.title()).toBe("Pay 골목 상점");
    expect(await page.getAttribute("html", "lang")).toBe("en");
    expect(await fieldValues(page)).toEqual(typed);
    expect(page.url()).toBe(`${link.url}&lang=en`);
    await page.reload();
    expect(await page.innerText("#pay")).toBe("Pay ₩50,000 in full");
    await page.click("#language");
    expect(await page.innerText("#pay")).toBe("50,000원 · 일시불 결제하기");
    expect(pageErrors).toEqual([]);
  });
});

describe("what is wrong", () => {
  test("is shown above the form and next to each field, and the focus moves there", async () => {
    const { page } = await open();
    await page.click("#pay");
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("summary");
    expect(await page.locator("#summary a").allInnerTexts()).toEqual([
      "카드 번호",
      "유효기간",
      "비밀번호 앞 2자리",
      "생년월일",
    ]);
    expect(await page.locator("[aria-invalid]").count()).toBe(4);
    const sent = service.requests.filter((address) => address.includes("authenticate")).length;
    await page.locator("#summary a", { hasText: "유효기간" }).click();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("expiry");
    expect(new URL(page.url()).hash).toBe("");
    await typeCard(page);
    expect(await page.locator("#summary").isVisible()).toBe(false);
    await page.click("#pay");
    await page.waitForURL(/\/shop\/ok/);
    expect(service.requests.filter((address) => address.includes("authenticate"))).toHaveLength(sent + 1);
  });

  test("by the service's answer is shown next to the field as well", async () => {
    const { page } = await open();
    await page.route("**/checkout/session/authenticate", (route) =>
      route.fulfill({
        status: 400,
        json: { statusCode: 400, code: "INVALID_REQUEST", details: [{ field: "registNo", code: "INVALID_REQUEST" }] },
      }),
    );
    await fillCard(page);
    await page.click("#pay");
    await page.waitForSelector("#summary:not([hidden])");
    // A field that the press has left is checked a moment later; that must not remove a newer message.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
    expect(await page.innerText("#registNo-note")).toContain("생년월일을 확인해 주세요");
    expect(await page.getAttribute("#pay", "aria-disabled")).toBe("false");
  });
});

test("what was typed is gone before the page leaves for the shop", async () => {
  const { page } = await open();
  await fillCard(page);
  // A page that is on its way answers no questions, and what it says may be lost: it writes it down for the next one.
  await page.evaluate(() => {
    const fields = [...document.querySelectorAll("input")];
    const left = () => fields.map(({ value }) => value).join();
    document
      .querySelector("form")
      ?.addEventListener("reset", () => queueMicrotask(() => localStorage.setItem("left", left())));
  });
  await page.click("#pay");
  await page.waitForURL(/\/shop\/ok/);
  await page.goBack();
  const left = await page.evaluate(() => localStorage.getItem("left"));
  expect(left, "the form was emptied").not.toBeNull();
  expect(left).not.toMatch(/4000|12\/39|900101/);
});

test("a card leaves no trace in addresses, storage or history", async () => {
  const { page, context } = await open();
  const from = service.requests.length;
  await fillCard(page, { passwordFront2: "47" });
  await page.locator("#language").click();
  await page.click("#pay");
  await page.waitForURL(/\/shop\/ok/);
  await page.goBack();
  expect(await heading(page)).toBe("Your card has been checked");
  const kept = await page.evaluate(async () => [
    JSON.stringify(localStorage),
    JSON.stringify(sessionStorage),
    JSON.stringify(history.state),
    document.cookie,
    document.documentElement.outerHTML,
    ...(await indexedDB.databases()).map(({ name }) => name),
    ...(await caches.keys()),
    ...performance.getEntries().map(({ name }) => name),
  ]);
  const traces = [...kept, JSON.stringify(await context.cookies()), ...service.requests.slice(from)].join("\n");
  for (const secret of ["4000000000110009", "4000 0000", "900101", "12/39"]) expect(traces).not.toContain(secret);
  expect(kept.slice(0, 4)).toEqual(["{}", "{}", "null", ""]);
});
