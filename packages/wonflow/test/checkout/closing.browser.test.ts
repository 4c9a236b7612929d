import type { Frame, Page } from "playwright-core";
import { beforeEach, describe, expect, test } from "vitest";
import { fillCard, goodCard, loseAnswers, openBuyerPage } from "./buyer-page.ts";
import { turns, browser, service, useBrowserAndService } from "./browser-and-service.ts";

useBrowserAndService();

beforeEach(() => {
  service.beforeAuthenticating = Promise.resolve();
  service.beforeApproving = Promise.resolve();
  service.successPage = "shown";
});

const shop = { mId: 7, mode: "test" } as const;
const authenticating = "**/checkout/session/authenticate";

interface OpenedWindow {
  readonly page: Page;
  readonly frame: Frame;
  /** The public status of the order's payment. */
  readonly status: () => Promise<string | undefined>;
}

/** The checkout in the SDK's own window, above a shop's page. */
async function openWindow(language = "ko", shown?: Page): Promise<OpenedWindow> {
  const page = shown ?? (await openBuyerPage(browser, { size: "desktop" })).page;
  const { cartUrl } = service;
  await page.goto(`${cartUrl}&lang=${language}`);
  await page.click("#buy");
  const frame = await (await page.waitForSelector("wonflow-checkout iframe")).contentFrame();
  if (frame === null) throw new Error("the frame has no page");
  await frame.waitForSelector("#card");
  await expect.poll(() => page.locator("wonflow-checkout p").textContent()).toBe("");
  const orderId = new URL(cartUrl).searchParams.get("order") ?? "";
  return {
    page,
    frame,
    async status() {
      const found = await service.payments.intents.lookUp(shop, { orderId });
      return found.ok ? found.value.status : undefined;
    },
  };
}

type Way = "the button" | "Escape on it" | "Escape in the page";

/** The buyer closes the window in one of the ways that there are. */
async function close({ page, frame }: OpenedWindow, way: Way): Promise<void> {
  const button = page.locator("wonflow-checkout button");
  if (way === "the button") await button.click({ force: true });
  else {
    if (way === "Escape on it") await button.focus();
    else await frame.locator("main h1:not(.sr), #number").first().focus();
    await page.keyboard.press("Escape");
  }
}

const ways: readonly Way[] = ["the button", "Escape on it", "Escape in the page"];
const heading = (frame: Frame) => frame.locator("main h1:not(.sr)").innerText();
const overlays = (page: Page) => page.locator("wonflow-checkout").count();

/** The buyer sends a card, and the gateway holds its answer until the test lets it go. */
async function payHeld(frame: Frame, number: string = goodCard.number): Promise<() => void> {
  let release = () => {};
  service.beforeAuthenticating = new Promise((resolve) => (release = resolve));
  const before = service.authentications;
  await fillCard(frame, { number });
  await frame.click("#pay");
  await expect.poll(() => service.authentications).toBe(before + 1);
  return release;
}

const inTurn = turns();

describe("closing the window", () => {
  test.each(inTurn(ways))(
    "while a card is on its way is asked about afterwards, before any redirect: by %s",
    async (way) => {
      const opened = await openWindow();
      const { page, frame, status } = opened;
      const release = await payHeld(frame);
      for (let times = 1; times <= 2; times += 1) {
        await close(opened, way);
        await expect.poll(() => frame.innerText("#notice")).toContain("다시 여쭤볼게요");
      }
      expect([await frame.getAttribute("#card", "aria-busy"), await overlays(page), await status()]).toEqual([
        "true",
        1,
        "READY",
      ]);
      release();
      await expect.poll(() => heading(frame)).toBe("카드 확인을 마쳤어요");
      expect([await status(), page.url().includes("/shop/cart")]).toEqual(["IN_PROGRESS", true]);
      await frame.click("#take-back");
      await page.waitForURL(/\/shop\/fail\?code=PAY_PROCESS_CANCELED/);
      expect(await status()).toBe("EXPIRED");
    },
  );

  test("while a card is on its way that is then refused asks whether to leave", async () => {
    const opened = await openWindow();
    const { page, frame, status } = opened;
    const release = await payHeld(frame, "4000000100030008");
    await close(opened, "the button");
    await expect.poll(() => frame.innerText("#notice")).toContain("다시 여쭤볼게요");
    release();
    await frame.click("#leave-now");
    await page.waitForURL(/\/shop\/fail\?code=PAY_PROCESS_CANCELED/);
    expect(await status()).toBe("READY");
  });

  test("while a card's check is in flight and its status can't be read: paying continues with it, and sends no other", async () => {
    const opened = await openWindow();
    const { page, frame } = opened;
    const release = await payHeld(frame);
    await close(opened, "the button");
    await expect.poll(() => frame.innerText("#notice")).toContain("다시 여쭤볼게요");
    await page.route("**/checkout/session", (route) => route.abort("connectionreset"));
    release();
    await frame.click("#stay");
    await expect.poll(() => frame.innerText("#notice")).toContain("결과를 받지 못했어요");
    await page.unroute("**/checkout/session");
    let sent = 0;
    page.on("request", (request) => (sent += request.url().endsWith("/checkout/session/authenticate") ? 1 : 0));
    await frame.click("#pay");
    await page.waitForURL(/\/shop\/ok/);
    expect(sent).toBe(0);
  });

  test.each([
    ["authenticated: it asks", undefined, "카드 확인을 마쳤어요"],
    ["refused: it leaves", "4000000100030008", undefined],
  ])("while a card is checked that an earlier page has sent, and that is then %s", async (_, number, question) => {
    const opened = await openWindow();
    const { page, frame } = opened;
    const release = await payHeld(frame, number);
    await frame.evaluate(() => location.reload());
    await expect.poll(() => heading(frame)).toBe("카드를 확인하고 있어요");
    await expect.poll(() => page.locator("wonflow-checkout p").textContent()).toBe("");
    await close(opened, "the button");
    await expect.poll(() => frame.innerText("#notice")).toContain("다시 여쭤볼게요");
    release();
    if (question === undefined) await page.waitForURL(/\/shop\/fail\?code=PAY_PROCESS_CANCELED/);
    else await expect.poll(() => heading(frame)).toBe(question);
  });

  test.each(inTurn(ways))(
    "where the card turns out to be authenticated asks, and never pays by itself: by %s",
    async (way) => {
      const opened = await openWindow();
      const { page, frame } = opened;
      await loseAnswers(page);
      await fillCard(frame);
      await frame.click("#pay");
      await expect.poll(() => frame.innerText("#notice")).toContain("결과를 받지 못했어요");
      await close(opened, way);
      // Something was typed.
      await frame.click("#leave-now");
      await expect.poll(() => heading(frame)).toBe("카드 확인을 마쳤어요");
      expect(await opened.status()).toBe("IN_PROGRESS");
      expect(await overlays(page)).toBe(1);
      // A buyer that closes the question does not pay.
      await close(opened, way);
      await page.waitForURL(/\/shop\/fail\?code=PAY_PROCESS_CANCELED/);
      expect(await opened.status()).toBe("EXPIRED");
    },
  );

  test.each(inTurn(ways))("after something was typed asks once: by %s", async (way) => {
    const opened = await openWindow();
    const { page, frame } = opened;
    await frame.locator("#number").pressSequentially("4000");
    await close(opened, way);
    await frame.click("#stay");
    expect(await frame.inputValue("#number")).toBe("4000");
    await close(opened, way);
    await frame.click("#leave-now");
    await page.waitForURL(/\/shop\/fail\?code=PAY_PROCESS_CANCELED/);
    expect(await opened.status()).toBe("READY");
  });

  test.each(inTurn(ways))("before anything was typed leaves at once: by %s", async (way) => {
    const opened = await openWindow();
    await close(opened, way);
    await opened.page.waitForURL(/\/shop\/fail\?code=PAY_PROCESS_CANCELED/);
  });

  test.each(inTurn(ways))("of a link that has ended gives the shop's page back: by %s", async (way) => {
    const opened = await openWindow();
    const { page, frame } = opened;
    await page.route(authenticating, (route) =>
      route.fulfill({ status: 410, json: { statusCode: 410, code: "EXPIRED_PAYMENT_SESSION" } }),
    );
    await page.route("**/checkout/session", (route) =>
      route.fulfill({ status: 404, json: { statusCode: 404, code: "NOT_FOUND_PAYMENT_SESSION" } }),
    );
    await fillCard(frame);
    await frame.click("#pay");
    await expect.poll(() => heading(frame)).toBe("결제 시간이 지났어요");
    await close(opened, way);
    await expect.poll(() => overlays(page)).toBe(0);
    expect(await page.innerText("#rejected")).toBe("PAY_PROCESS_CANCELED");
    expect(page.url()).toContain("/shop/cart");
  });

  test.each(inTurn(ways))(
    "where the link has expired under the question gives the shop's page back: by %s",
    async (way) => {
      const { page } = await openBuyerPage(browser, { size: "desktop" });
      await page.clock.install();
      const opened = await openWindow("ko", page);
      const { frame } = opened;
      await page.route("**/checkout/session", (route) =>
        route.fulfill({ json: { status: "EXPIRED", endedBy: "TIME" } }),
      );
      await frame.locator("#number").pressSequentially("4000");
      await close(opened, way);
      await frame.waitForSelector("#leaving[open]");
      await page.clock.fastForward(31 * 60_000);
      await expect.poll(() => heading(frame)).toBe("결제 시간이 지났어요");
      await close(opened, way);
      await expect.poll(() => overlays(page)).toBe(0);
      expect(await page.innerText("#rejected")).toBe("PAY_PROCESS_CANCELED");
    },
  );
});

/** The buyer has authenticated, and the answer got lost; the window asks what to do. */
async function asked(): Promise<OpenedWindow> {
  const opened = await openWindow();
  const { page, frame } = opened;
  await loseAnswers(page);
  await fillCard(frame);
  await frame.click("#pay");
  await expect.poll(() => frame.innerText("#notice")).not.toBe("");
  await frame.click("#leave");
  await frame.click("#leave-now");
  await expect.poll(() => heading(frame)).toBe("카드 확인을 마쳤어요");
  return opened;
}

describe("a buyer who is asked whether to continue", () => {
  test("may continue", async () => {
    const { page, frame, status } = await asked();
    await frame.click("#onward");
    await page.waitForURL(/\/shop\/ok\?orderId=/);
    expect(await status()).toBe("IN_PROGRESS");
    expect(await service.confirm(page.url())).toBe("DONE");
  });

  test("may not pay: the shop can confirm nothing then", async () => {
    const { page, frame, status } = await asked();
    const landing = (await frame.getAttribute("#onward", "href")) ?? "";
    await frame.click("#take-back");
    await page.waitForURL(/\/shop\/fail\?code=PAY_PROCESS_CANCELED/);
    expect(await status()).toBe("EXPIRED");
    expect(await service.confirm(landing)).toBe("EXPIRED_PAYMENT_SESSION");
  });

  test("and whose shop has confirmed meanwhile sees that it is too late", async () => {
    const { frame, status } = await asked();
    expect(await service.confirm((await frame.getAttribute("#onward", "href")) ?? "")).toBe("DONE");
    await frame.click("#take-back");
    await expect.poll(() => heading(frame)).toBe("이미 결제가 끝난 주문이에요");
    expect(await status()).toBe("DONE");
  });

  test("and whose connection breaks sees that, and can press again", async () => {
    const { page, frame } = await asked();
    await page.route("**/give-up", (route) => route.abort("connectionreset"), { times: 1 });
    await frame.click("#take-back");
    await expect.poll(() => frame.innerText("#notice")).toContain("결과를 받지 못했어요");
    await frame.click("#take-back");
    await page.waitForURL(/\/shop\/fail/);
  });
});

test("a page that hangs is left: the payment is aborted, and the card's authentication is reversed", async () => {
  const opened = await openWindow();
  const { page, frame } = opened;
  await loseAnswers(page);
  await fillCard(frame);
  await frame.click("#pay");
  await expect.poll(opened.status).toBe("IN_PROGRESS");
  await frame.evaluate(() => window.addEventListener("message", (event) => event.stopImmediatePropagation(), true));
  await frame.evaluate(() => document.body.remove());
  await page.route("**/checkout?**", (route) => route.fulfill({ contentType: "text/html", body: "<p>gone" }));
  await frame.evaluate(() => location.reload());
  await frame.waitForSelector("p");
  await close(opened, "the button");
  await page.waitForURL(/\/shop\/fail\?code=PAY_PROCESS_CANCELED/);
  expect(await opened.status()).toBe("EXPIRED");
});

test("on a slow way to the shop closing takes the payment back", async () => {
  const { page, frame, status } = await openWindow();
  const button = await page.locator("wonflow-checkout button").boundingBox();
  if (button === null) throw new Error("the window has no button");
  service.successPage = "late";
  await fillCard(frame);
  // A click that looks for its target would wait for the shop's page, which does not come.
  await frame.locator("#pay").dispatchEvent("click");
  await expect.poll(() => service.requests.at(-1)).toContain("/shop/ok");
  expect(await status()).toBe("IN_PROGRESS");
  await page.mouse.click(button.x + button.width / 2, button.y + button.height / 2);
  await expect.poll(() => page.url()).toContain("/shop/fail?code=PAY_PROCESS_CANCELED");
  expect(await status()).toBe("EXPIRED");
});

/** The shop is confirming, and the gateway holds its answer. */
async function confirming(opened: OpenedWindow, number: string = goodCard.number) {
  const { page, frame, status } = opened;
  const box = await page.locator("wonflow-checkout button").boundingBox();
  if (box === null) throw new Error("the window has no button");
  let release = () => {};
  service.beforeApproving = new Promise((resolve) => (release = resolve));
  await fillCard(frame, { number });
  await frame.locator("#pay").dispatchEvent("click");
  await expect.poll(() => service.requests.at(-1)).toContain("/shop/ok");
  const landing = `${service.url}${service.requests.at(-1)}`;
  const confirmed = service.confirm(landing);
  await expect.poll(status).toBe("IN_PROGRESS");
  // A click that looks for its target would wait for the shop's page.
  const press = () => page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await press();
  return { press, landing, confirmed, release };
}

/** The checkout's frame, which the window shows again. */
async function frameAgain({ page }: OpenedWindow): Promise<Frame> {
  const frame = await (await page.waitForSelector("wonflow-checkout iframe")).contentFrame();
  if (frame === null) throw new Error("the frame has no page");
  await expect.poll(() => heading(frame)).toBe("결제를 처리하고 있어요");
  await expect.poll(() => page.locator("wonflow-checkout p").textContent()).toBe("");
  return frame;
}

describe("closing the window while the shop confirms", () => {
  test("is refused: the window stays, follows the payment, and leads to successUrl once it is paid", async () => {
    service.successPage = "late";
    const opened = await openWindow();
    const { page, status } = opened;
    const { press, release, confirmed, landing } = await confirming(opened);
    // While the shop's page is loading, this one can be observed only by its requests to the service.
    const reads = () => service.requests.slice(service.requests.lastIndexOf("/checkout/session/give-up"));
    await expect.poll(() => reads().filter((path) => path === "/checkout/session").length).toBeGreaterThan(1);
    await press();
    service.successPage = "shown";
    release();
    expect(await confirmed).toBe("DONE");
    await expect.poll(() => page.url()).toBe(landing);
    expect(await status()).toBe("DONE");
  });

  test("leads to failUrl once the payment is refused", async () => {
    service.successPage = "none";
    const opened = await openWindow();
    const { press, release, confirmed } = await confirming(opened, "4000000200010009");
    const frame = await frameAgain(opened);
    await press();
    await expect.poll(() => frame.innerText("#notice")).toContain("지금은 이 화면에서 취소할 수 없어요");
    expect([await opened.page.innerText("#rejected"), await opened.page.innerText("#outcome")]).toEqual(["", ""]);
    release();
    expect(await confirmed).toBe("REJECT_CARD_PAYMENT");
    await opened.page.waitForURL(/\/shop\/fail\?code=PAY_PROCESS_ABORTED/);
    expect(await opened.status()).toBe("ABORTED");
  });

  test("says after a minute not to pay again; then it closes, and reports to the shop's page that the payment is under way", async () => {
    service.successPage = "none";
    const { page } = await openBuyerPage(browser, { size: "desktop" });
    await page.clock.install();
    const opened = await openWindow("ko", page);
    const { press, release, confirmed, landing } = await confirming(opened);
    const frame = await frameAgain(opened);
    await page.clock.fastForward(61_000);
    await expect.poll(() => heading(frame)).toBe("아직 결제 결과를 확인하고 있어요");
    expect(await frame.locator(".closed").innerText()).toContain("다시 결제하지 말고");
    expect(await frame.getAttribute("#onward", "href")).toBe(landing);
    await press();
    await expect.poll(() => page.innerText("#outcome")).toBe("UNDER_WAY");
    expect([await overlays(page), await page.innerText("#rejected")]).toEqual([0, ""]);
    release();
    expect(await confirmed).toBe("DONE");
  });
});

test("on a phone, too, the buyer is asked after a card's check, and follows a payment that can no longer be aborted", async () => {
  const { page } = await openBuyerPage(browser);
  const { url } = await service.openLink();
  await page.goto(url);
  const release = await payHeld(page.mainFrame());
  await page.click("#leave");
  await expect.poll(() => page.innerText("#notice")).toContain("다시 여쭤볼게요");
  release();
  await expect.poll(() => heading(page.mainFrame())).toBe("카드 확인을 마쳤어요");
  let approve = () => {};
  service.beforeApproving = new Promise((resolve) => (approve = resolve));
  const landing = (await page.getAttribute("#onward", "href")) ?? "";
  const confirmed = service.confirm(landing);
  await page.click("#take-back");
  await expect.poll(() => heading(page.mainFrame())).toBe("결제를 처리하고 있어요");
  approve();
  expect(await confirmed).toBe("DONE");
  await page.waitForURL(landing);
});

test("on a phone a buyer on a slow way to the shop takes the payment back by the page's own button", async () => {
  const { page } = await openBuyerPage(browser);
  const { url } = await service.openLink();
  service.successPage = "none";
  await page.goto(url);
  await fillCard(page);
  await page.locator("#pay").dispatchEvent("click");
  await expect.poll(() => service.requests.at(-1)).toContain("/shop/ok");
  const landing = service.requests.at(-1) ?? "";
  expect(await heading(page.mainFrame())).toBe("결제를 진행하고 있어요");
  await page.click("#take-back");
  await page.waitForURL(/\/shop\/fail\?code=PAY_PROCESS_CANCELED/);
  expect(await service.confirm(`${service.url}${landing}`)).toBe("EXPIRED_PAYMENT_SESSION");
});

test.each(["ko", "en"])("the page speaks the language of the SDK: %s", async (language) => {
  const { frame } = await openWindow(language);
  expect(await frame.evaluate(() => document.documentElement.lang)).toBe(language);
});

test("there is one header, and the window's button is next to its text", async () => {
  const { page, frame } = await openWindow();
  const dialog = page.locator("wonflow-checkout dialog");
  expect((await dialog.innerText()).trim()).toBe("×");
  const button = await page.locator("wonflow-checkout button").boundingBox();
  const language = await (await frame.waitForSelector("#language")).boundingBox();
  if (button === null || language === null) throw new Error("something is not shown");
  expect(language.x + language.width).toBeLessThanOrEqual(button.x);
});
