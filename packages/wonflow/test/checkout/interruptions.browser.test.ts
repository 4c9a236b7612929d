import { fakeClock } from "@wonflow/testkit";
import type { Page } from "playwright-core";
import { describe, expect, onTestFinished, test } from "vitest";
import {
  openBuyerPage,
  heading,
  loseAnswers,
  fillCard,
  fieldValues,
  type BuyerBrowser,
  type BuyerPage,
} from "./buyer-page.ts";
import { startService, type OpenedLink } from "./checkout-service.ts";
import { browser, service, useBrowserAndService } from "./browser-and-service.ts";

useBrowserAndService();

async function open(browsing: BuyerBrowser = {}): Promise<BuyerPage & { readonly link: OpenedLink }> {
  const link = await service.openLink();
  const buyer = await openBuyerPage(browser, browsing);
  await buyer.page.goto(link.url);
  return { ...buyer, link };
}

const calls = "**/checkout/session/authenticate";
const notice = (page: Page) => page.innerText("#notice");

test("at the rate limit of its address the page reports it, keeps what was typed, and continues a while later", async () => {
  const clock = fakeClock(0);
  const rateLimits = { authenticatingByAddress: { count: 1, perMs: 60_000 } };
  const limited = await startService(undefined, { clock, rateLimits, trustedProxies: [] });
  onTestFinished(() => limited.stop());
  await fetch(`${limited.url}/checkout/session/authenticate`, { method: "POST" });
  const { page, pageErrors } = await openBuyerPage(browser);
  await page.goto((await limited.openLink()).url);
  await fillCard(page);
  const typed = await fieldValues(page);
  await page.click("#pay");
  await expect.poll(() => notice(page)).toContain("지금은 처리할 수 없어요. 잠시 후 다시 눌러 주세요.");
  expect(await fieldValues(page)).toEqual(typed);
  expect([limited.authentications, pageErrors]).toEqual([0, []]);
  await clock.advance(60_000);
  await page.click("#pay");
  await page.waitForURL("**/shop/ok**");
  expect(limited.authentications).toBe(1);
});

test("a page too many of its address says when to come again, in both languages, and in a shop's window too", async () => {
  const rateLimits = { keylessByAddress: { count: 1, perMs: 90_500 } };
  const limited = await startService(undefined, { clock: fakeClock(0), rateLimits, trustedProxies: [] });
  onTestFinished(() => limited.stop());
  const { url } = await limited.openLink();
  await fetch(url);
  const { page, pageErrors } = await openBuyerPage(browser);
  expect((await page.goto(url))?.status()).toBe(429);
  const text = () => page.innerText("main");
  expect(await text()).toContain("91초 뒤에 다시 시도해 주세요.");
  await page.click("#language");
  expect(await text()).toContain("Please try again in 91 sec.");
  await page.goto(`${limited.url}/shop/frame?page=${encodeURIComponent(url)}`);
  expect(await page.frameLocator("iframe").locator("main").innerText()).toContain("91초 뒤에");
  expect(pageErrors).toEqual([]);
});

describe("a reload", () => {
  test("before and after typing shows an empty form", async () => {
    const { page } = await open();
    await page.reload();
    await fillCard(page);
    await page.reload();
    expect(await fieldValues(page)).toEqual(["", "", "", ""]);
    expect(await page.innerText("#number-brand")).toBe("");
  });

  test("while the card is on its way authenticates once, and finds the way on", async () => {
    const { page } = await open();
    const before = service.authentications;
    let release = () => {};
    service.beforeAuthenticating = new Promise((resolve) => (release = resolve));
    await fillCard(page);
    await page.click("#pay");
    await expect.poll(() => service.authentications).toBe(before + 1);
    await page.reload();
    release();
    await expect
      .poll(async () => {
        await page.reload();
        return heading(page);
      })
      .toBe("카드 확인을 마쳤어요");
    await page.click("#onward");
    await page.waitForURL(/\/shop\/ok/);
    expect(service.authentications).toBe(before + 1);
  });

  test("of the shop's page and then of the link says what has happened", async () => {
    const { page, link } = await open();
    await fillCard(page);
    await page.click("#pay");
    await page.waitForURL(/\/shop\/ok/);
    await page.reload();
    const landingUrl = page.url();
    expect((await page.goto(link.url))?.status()).toBe(200);
    expect(await heading(page)).toBe("카드 확인을 마쳤어요");
    expect(await service.confirm(landingUrl)).toBe("DONE");
    expect((await page.reload())?.status()).toBe(200);
    expect(await heading(page)).toBe("이미 결제가 끝난 주문이에요");
    await page.click("#onward");
    expect(page.url()).toBe(landingUrl);
  });
});

test("a page that waits for a card's answer retries where a request is refused, fails or is pending, and is reloaded at the end", async () => {
  const looks = [
    { status: 429, json: { statusCode: 429, code: "TOO_MANY_REQUESTS" } },
    { status: 503, json: { statusCode: 503, code: "STORE_UNAVAILABLE" } },
    { json: { status: "OPEN", checking: true } },
  ];
  const { page, link } = await open();
  let release = () => {};
  service.beforeAuthenticating = new Promise((resolve) => (release = resolve));
  const before = service.authentications;
  await fillCard(page);
  await page.click("#pay");
  await expect.poll(() => service.authentications).toBe(before + 1);
  await page.clock.install();
  const pages = () => service.requests.filter((request) => request.includes(`/checkout?token=${link.token}`)).length;
  await page.reload();
  expect(await heading(page)).toBe("카드를 확인하고 있어요");
  const loaded = pages();
  for (const look of looks) {
    await page.route("**/checkout/session", (route) => route.fulfill(look));
    const answered = page.waitForResponse("**/checkout/session");
    await page.clock.runFor(1_500);
    await answered;
  }
  expect(pages()).toBe(loaded);
  release();
  await page.unroute("**/checkout/session");
  await expect
    .poll(async () => {
      await page.clock.runFor(1_500);
      return heading(page);
    })
    .toBe("카드 확인을 마쳤어요");
});

describe("the back button", () => {
  test("after success shows the way on, and nothing to authenticate", async () => {
    const { page, pageErrors } = await open();
    const before = service.authentications;
    await fillCard(page);
    await page.click("#pay");
    await page.waitForURL(/\/shop\/ok/);
    const landingUrl = page.url();
    await page.goBack();
    await page.waitForSelector("#onward");
    expect(await heading(page)).toBe("카드 확인을 마쳤어요");
    expect(await page.locator("#card").count()).toBe(0);
    await page.click("#onward");
    await page.waitForURL(landingUrl);
    expect(service.authentications).toBe(before + 1);
    expect(pageErrors).toEqual([]);
  });

  test("finds the page as it was left, and the page asks how far it has got", async () => {
    const { page, link } = await open();
    const card = {
      number: "4000000000110009",
      expiryMonth: "12",
      expiryYear: "39",
      registNo: "900101",
      passwordFront2: "12",
    };
    const done = await service.payments.checkout.authenticate(link.token, card);
    await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
    await page.waitForSelector("#onward");
    expect(done.ok && (await page.getAttribute("#onward", "href"))).toBe(done.ok && done.value.redirectUrl);
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
  });
});

describe("a connection that is lost", () => {
  test("in the middle is shown, keeps what was typed, and the button continues", async () => {
    const { page, context } = await open();
    await fillCard(page);
    const typed = await fieldValues(page);
    await context.setOffline(true);
    await expect.poll(() => notice(page)).toContain("인터넷 연결이 끊겼어요");
    await page.click("#pay");
    expect(await notice(page)).toContain("인터넷 연결이 끊겼어요");
    expect(await fieldValues(page)).toEqual(typed);
    await context.setOffline(false);
    await expect.poll(() => notice(page)).toContain("다시 연결됐어요");
    await page.click("#pay");
    await page.waitForURL(/\/shop\/ok/);
  });

  test("with the answer: the session is asked first, and nothing is authenticated again", async () => {
    const { page } = await open();
    const before = service.authentications;
    await loseAnswers(page);
    await fillCard(page);
    const typed = await fieldValues(page);
    await page.click("#pay");
    await expect.poll(() => notice(page)).toContain("결과를 받지 못했어요");
    expect(await fieldValues(page)).toEqual(typed);
    expect(await page.getAttribute("#pay", "aria-disabled")).toBe("false");
    await page.click("#pay");
    await page.waitForURL(/\/shop\/ok/);
    expect(service.authentications).toBe(before + 1);
  });

  test("with the question: it is sent again once the session says that nothing came", async () => {
    const { page } = await open();
    const before = service.authentications;
    await page.route(calls, (route) => route.abort("connectionreset"), { times: 1 });
    await fillCard(page);
    await page.click("#pay");
    await expect.poll(() => notice(page)).toContain("결과를 받지 못했어요");
    await page.click("#pay");
    await page.waitForURL(/\/shop\/ok/);
    expect(service.authentications).toBe(before + 1);
  });

  test("while canceling keeps the buyer on the page", async () => {
    const { page } = await open();
    await page.route("**/give-up", (route) => route.abort("connectionreset"), { times: 1 });
    await page.click("#leave");
    await expect.poll(() => notice(page)).not.toBe("");
    await page.click("#leave");
    await page.waitForURL(/code=PAY_PROCESS_CANCELED/);
  });

  test.each([
    [409, "지금은 처리할 수 없어요"],
    [500, "결과를 받지 못했어요"],
  ])("or a %i is no end", async (status, said) => {
    const { page } = await open();
    await page.route(calls, (route) => route.fulfill({ status, json: { statusCode: status, code: "X" } }), {
      times: 1,
    });
    await fillCard(page);
    await page.click("#pay");
    await expect.poll(() => notice(page)).toContain(said);
    await page.click("#pay");
    await page.waitForURL(/\/shop\/ok/);
  });
});

describe("a link that has ended", () => {
  test("by time, while its page is open, becomes the expired page by itself", async () => {
    const shortLived = await startService(5_000);
    const { page, pageErrors } = await openBuyerPage(browser);
    const link = await shortLived.openLink();
    await page.goto(link.url);
    // At once, as the link lives no longer than a slow machine may take to type.
    await page.evaluate(() => document.querySelector("#number")?.setAttribute("value", "4000000000110009"));
    await page.waitForSelector("main h1:not(.sr)");
    expect(await heading(page)).toBe("결제 시간이 지났어요");
    expect(await page.locator("form").count()).toBe(0);
    expect(await page.locator("#time").count()).toBe(0);
    await page.click("#language");
    expect(await heading(page)).toBe("The time to pay is over");
    expect((await page.reload())?.status()).toBe(410);
    expect(await heading(page)).toBe("The time to pay is over");
    expect(pageErrors).toEqual([]);
    await shortLived.stop();
  });

  test("by a newer one says so when the card is sent, and when it is opened", async () => {
    const { page, context, link, pageErrors } = await open();
    const newer = await service.openLink({ orderId: link.orderId });
    await fillCard(page);
    await page.click("#pay");
    await page.waitForSelector("main h1:not(.sr)");
    expect(await heading(page)).toBe("새 결제 링크가 발급됐어요");
    await context.setOffline(true);
    await context.setOffline(false);
    expect(pageErrors).toEqual([]);
    expect((await page.reload())?.status()).toBe(410);
    expect(await heading(page)).toBe("새 결제 링크가 발급됐어요");
    await page.goto(newer.url);
    expect(await page.locator("form").count()).toBe(1);
  });

  test("or never began is unknown", async () => {
    const { page } = await openBuyerPage(browser, { language: "en" });
    expect((await page.goto(`${service.url}/checkout?token=cs_7_test_${"0".repeat(32)}`))?.status()).toBe(404);
    expect(await heading(page)).toBe("We can’t find this payment link");
  });
});

test("a page that slept shows what time is left as soon as it wakes", async () => {
  const { page } = await openBuyerPage(browser);
  await page.clock.install();
  await page.goto((await service.openLink()).url);
  expect(await page.innerText("#time")).toMatch(/^(?:29:[45]\d|30:00)$/);
  await page.clock.pauseAt(Date.now() + 5_000);
  // A sleeping phone's timers stop, but time passes.
  await page.clock.setSystemTime(Date.now() + 10 * 60_000);
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  expect(await page.innerText("#time")).toMatch(/^(?:19:[45]\d|20:00)$/);
});

test("the time that is left is spoken of twice, not every second", async () => {
  const { page } = await openBuyerPage(browser);
  await page.clock.install();
  await page.goto((await service.openLink()).url);
  const quiet = page.locator("#quiet");
  await page.clock.runFor(24 * 60_000);
  expect(await quiet.innerText()).toBe("");
  await page.clock.runFor(70_000);
  expect(await quiet.innerText()).toBe("결제 시간이 5분 남았어요.");
  await quiet.evaluate((element) => (element.textContent = ""));
  await page.clock.runFor(3.5 * 60_000);
  expect(await quiet.innerText()).toBe("");
  await page.clock.runFor(30_000);
  expect(await quiet.innerText()).toBe("결제 시간이 1분 남았어요.");
  expect(await page.innerText("#time")).toMatch(/^00:[45]\d$/);
});
