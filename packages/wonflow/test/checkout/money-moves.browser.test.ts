import type { Frame, Page } from "playwright-core";
import { beforeEach, describe, expect, test } from "vitest";
import { fillCard, heading, loseAnswers, openBuyerPage } from "./buyer-page.ts";
import { browser, service, useBrowserAndService } from "./browser-and-service.ts";

useBrowserAndService();

beforeEach(() => {
  service.successPage = "shown";
  service.beforeApproving = Promise.resolve();
});

const atShop = () => expect.poll(() => service.requests.at(-1)).toContain("/shop/ok");

/** Holds a request to give up until it is released. */
async function holdGivingUp(page: Page): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/give-up", async (route) => {
    await held;
    await route.continue();
  });
  return () => release();
}

/** The back button brings the page back as it was left. */
const comeBack = (page: Page) =>
  page.evaluate(() => window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));

/** A click that does not wait for the navigation that it starts, which may never come. */
const press = (page: Page | Frame, selector: string) => page.locator(selector).dispatchEvent("click");

describe("while the shop confirms", () => {
  test.each([
    ["ko", ["골목 상점", "50,000원", "결제를 진행하고 있어요", "창을 닫지 마세요"]],
    ["en", ["골목 상점", "₩50,000", "Making your payment", "don’t close this window"]],
  ] as const)("the link's page shows that, with shop and amount, and no form: %s", async (language, said) => {
    service.successPage = "none";
    const { page, pageErrors } = await openBuyerPage(browser, { language });
    await page.goto((await service.openLink()).url);
    await fillCard(page);
    await press(page, "#pay");
    await atShop();
    const text = await page.innerText("body");
    for (const each of said) expect(text).toContain(each);
    expect(text).not.toMatch(/이동|돌아가|back to the shop/);
    expect(await page.locator("input:not([type=hidden]), select").count()).toBe(0);
    expect(pageErrors).toEqual([]);
  });

  test("the window of the SDK still shows that, and loads no shop's page into itself", async () => {
    service.successPage = "none";
    const { page } = await openBuyerPage(browser, { size: "desktop" });
    await page.clock.install();
    await page.goto(service.cartUrl);
    await page.click("#buy");
    const frame = await (await page.waitForSelector("wonflow-checkout iframe")).contentFrame();
    if (frame === null) throw new Error("the frame has no page");
    await fillCard(frame);
    await press(frame, "#pay");
    await atShop();
    const asked = () => service.requests.filter((path) => path.includes("/shop/ok")).length;
    const before = asked();
    await page.clock.runFor(20_000);
    expect(asked()).toBe(before);
    expect(await frame.locator("main").innerText()).toContain("결제를 진행하고 있어요");
    expect(await frame.locator("main").isVisible()).toBe(true);
  });

  test("going on with a card that was checked before looks the same", async () => {
    const { page } = await openBuyerPage(browser);
    const { url } = await service.openLink();
    await page.goto(url);
    await loseAnswers(page);
    await fillCard(page);
    await page.click("#pay");
    await expect.poll(() => page.innerText("#notice")).toContain("결과를 받지 못했어요");
    await page.goto(url);
    service.successPage = "none";
    await press(page, "#onward");
    await atShop();
    expect(await heading(page)).toBe("결제를 진행하고 있어요");
  });

  test("if the shop's page does not load, the page shows the payment's status after a minute", async () => {
    service.successPage = "none";
    const { page } = await openBuyerPage(browser);
    await page.clock.install();
    await page.goto((await service.openLink()).url);
    await fillCard(page);
    await press(page, "#pay");
    await atShop();
    await page.clock.runFor(59_000);
    expect(await heading(page)).toBe("결제를 진행하고 있어요");
    await page.clock.runFor(2_000);
    await expect.poll(() => heading(page)).toBe("카드 확인을 마쳤어요");
    expect(await page.innerText(".with-card")).toBe("KB국민카드 ••0009 · 일시불");
  });

  test("the minute restarts with each navigation to the shop", async () => {
    service.successPage = "none";
    const { page } = await openBuyerPage(browser);
    await page.clock.install();
    await page.goto((await service.openLink()).url);
    await fillCard(page);
    await press(page, "#pay");
    await atShop();
    await page.clock.runFor(40_000);
    await comeBack(page);
    await expect.poll(() => heading(page)).toBe("카드 확인을 마쳤어요");
    await press(page, "#onward");
    await page.clock.runFor(40_000);
    expect(await heading(page)).toBe("결제를 진행하고 있어요");
    await page.clock.runFor(21_000);
    await expect.poll(() => heading(page)).toBe("카드 확인을 마쳤어요");
  });

  test("continuing again requests the shop's page again, although the first one may still load", async () => {
    service.successPage = "late";
    const { page } = await openBuyerPage(browser);
    await page.goto((await service.openLink()).url);
    await fillCard(page);
    const before = service.requests.length;
    // While the shop's page is still to come, a test reaches this one by its own timers only.
    await page.evaluate(() => {
      setTimeout(() => window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })), 1_000);
      setInterval(() => document.querySelector<HTMLElement>("#onward")?.click(), 50);
    });
    await press(page, "#pay");
    const asked = () => service.requests.slice(before).filter((path) => path.includes("/shop/ok"));
    await expect.poll(() => asked().length).toBe(2);
    expect(asked()[1]).toBe(asked()[0]);
  });

  test("a payment that is aborted meanwhile is not looked up after the minute", async () => {
    service.successPage = "none";
    const { page } = await openBuyerPage(browser);
    await page.clock.install();
    await page.goto((await service.openLink()).url);
    await fillCard(page);
    await press(page, "#pay");
    await atShop();
    const release = await holdGivingUp(page);
    await page.clock.runFor(50_000);
    const asked = page.waitForRequest("**/give-up");
    await press(page, "#take-back");
    await asked;
    await page.clock.runFor(20_000);
    expect(await page.getAttribute("#asked", "aria-busy")).toBe("true");
    release();
    await page.waitForURL(/\/shop\/fail\?code=PAY_PROCESS_CANCELED/);
  });

  test("a session that can't be read after the minute is read again", async () => {
    service.successPage = "none";
    const { page } = await openBuyerPage(browser);
    await page.clock.install();
    await page.goto((await service.openLink()).url);
    await fillCard(page);
    await press(page, "#pay");
    await atShop();
    await page.route("**/checkout/session", (route) => route.abort("connectionreset"), { times: 1 });
    await page.clock.runFor(61_000);
    await expect.poll(() => page.innerText("#notice")).toContain("결과를 받지 못했어요");
    await page.clock.runFor(61_000);
    await expect.poll(() => heading(page)).toBe("카드 확인을 마쳤어요");
  });

  test("a lost connection is not shown in the words of the form", async () => {
    service.successPage = "none";
    const { page, context } = await openBuyerPage(browser);
    await page.goto((await service.openLink()).url);
    await fillCard(page);
    await press(page, "#pay");
    await atShop();
    for (const isOffline of [true, false]) {
      await context.setOffline(isOffline);
      expect(await page.evaluate(() => navigator.onLine)).toBe(!isOffline);
      expect(await page.innerText("#notice")).toBe("");
    }
  });
});

describe("a page that names the card and asks", () => {
  async function openAsking(): Promise<Page> {
    const { page } = await openBuyerPage(browser);
    const { url, token } = await service.openLink();
    const card = { number: "4000000000110009", expiryMonth: "12", expiryYear: "39", registNo: "900101" };
    await service.payments.checkout.authenticate(token, { ...card, passwordFront2: "12" });
    await page.goto(url);
    expect(await heading(page)).toBe("카드 확인을 마쳤어요");
    return page;
  }

  test("asks again when the back button brings it back from the shop as it was left", async () => {
    service.successPage = "none";
    const page = await openAsking();
    await press(page, "#onward");
    await atShop();
    expect(await heading(page)).toBe("결제를 진행하고 있어요");
    await comeBack(page);
    await expect.poll(() => heading(page)).toBe("카드 확인을 마쳤어요");
  });

  test("does not continue to pay while it gives up", async () => {
    const page = await openAsking();
    const release = await holdGivingUp(page);
    const asked = page.waitForRequest("**/give-up");
    await press(page, "#take-back");
    await asked;
    await press(page, "#onward");
    expect(await heading(page)).toBe("카드 확인을 마쳤어요");
    release();
    await page.waitForURL(/\/shop\/fail\?code=PAY_PROCESS_CANCELED/);
  });
});

test("a buyer who goes back to the shop reads that nothing was charged", async () => {
  const { page } = await openBuyerPage(browser);
  await page.goto((await service.openLink()).url);
  await page.route("**/shop/fail**", (route) => route.fulfill({ status: 204 }));
  await press(page, "#leave");
  await expect.poll(() => heading(page)).toBe("상점으로 돌아가고 있어요");
  expect(await page.innerText("main")).toContain("결제된 금액은 없어요");
});

describe("two windows of one link with a card each", () => {
  async function twoWindows() {
    const { url } = await service.openLink();
    const { page: first, context } = await openBuyerPage(browser);
    const second = await context.newPage();
    for (const page of [first, second]) await page.goto(url);
    service.successPage = "none";
    await fillCard(first);
    await press(first, "#pay");
    await atShop();
    return { first, second };
  }

  test("the second card is not taken in silence: the page names the first one, and pays only when asked", async () => {
    const { second } = await twoWindows();
    await fillCard(second, { number: "5400000000410006" });
    await press(second, "#pay");
    await expect.poll(() => heading(second)).toBe("카드 확인을 마쳤어요");
    expect(await second.innerText(".with-card")).toBe("KB국민카드 ••0009 · 일시불");
    expect(await second.innerText("#notice")).toContain("방금 입력한 카드는 쓰지 않았어요");
    await second.click("#language");
    expect(await second.innerText(".with-card")).toBe("KB Kookmin card ••0009 · in full");
    expect(await second.innerText("#notice")).toContain("the one you just entered was not used");
    await second.click("#take-back");
    await second.waitForURL(/\/shop\/fail\?code=PAY_PROCESS_CANCELED/);
  });

  test("a second card after the payment is not mistaken for it either: the page names the card that has paid", async () => {
    const { second } = await twoWindows();
    expect(await service.confirm(service.url + (service.requests.at(-1) ?? ""))).toBe("DONE");
    await fillCard(second, { number: "5400000000410006" });
    await press(second, "#pay");
    await expect.poll(() => heading(second)).toBe("이미 결제가 끝난 주문이에요");
    expect(await second.innerText(".with-card")).toBe("KB국민카드 ••0009 · 일시불");
  });

  test("and once the shop confirms the first one, no words speak of a choice that is over", async () => {
    const { second } = await twoWindows();
    const landing = `${service.url}${service.requests.findLast((path) => path.includes("/shop/ok"))}`;
    let approve = () => {};
    service.beforeApproving = new Promise((resolve) => (approve = resolve));
    // The shop asks to confirm between the card's refusal and the look at the session.
    let confirmed: Promise<string> | undefined;
    await second.route("**/authenticate", async (route) => {
      const response = await route.fetch();
      confirmed = service.confirm(landing);
      await route.fulfill({ response });
    });
    await fillCard(second, { number: "5400000000410006" });
    await press(second, "#pay");
    await expect.poll(() => heading(second)).toBe("결제를 처리하고 있어요");
    expect(await second.innerText(".with-card")).toBe("KB국민카드 ••0009 · 일시불");
    expect(await second.innerText("#notice")).toBe("");
    approve();
    expect(await confirmed).toBe("DONE");
  });

  test("the same card continues", async () => {
    const { second } = await twoWindows();
    await fillCard(second);
    await press(second, "#pay");
    await expect.poll(() => heading(second)).toBe("결제를 진행하고 있어요");
  });

  test("so does the page without scripts", async () => {
    const { url } = await service.openLink();
    const { page: first } = await openBuyerPage(browser);
    const { page: second } = await openBuyerPage(browser, { options: { javaScriptEnabled: false } });
    await second.goto(url);
    await first.goto(url);
    await fillCard(first);
    await first.click("#pay");
    await first.waitForURL(/\/shop\/ok/);
    await fillCard(second, { number: "5400000000410006", expiry: "12/39" });
    await second.click("#pay");
    expect(await heading(second)).toBe("카드 확인을 마쳤어요");
    expect(await second.innerText("#notice")).toContain("방금 입력한 카드는 쓰지 않았어요");
  });
});

test("a card whose answer was lost, and then another one: the first is named, not paid in silence", async () => {
  const { page } = await openBuyerPage(browser);
  await page.goto((await service.openLink()).url);
  await page.route(
    "**/checkout/session/authenticate",
    async (route) => {
      await route.fetch();
      await route.abort("connectionreset");
    },
    { times: 1 },
  );
  await fillCard(page);
  await page.click("#pay");
  await expect.poll(() => page.innerText("#notice")).toContain("결과를 받지 못했어요");
  await fillCard(page, { number: "5400000000410006" });
  await page.click("#pay");
  await expect.poll(() => heading(page)).toBe("카드 확인을 마쳤어요");
  expect(await page.innerText("#notice")).toContain("방금 입력한 카드는 쓰지 않았어요");
});
