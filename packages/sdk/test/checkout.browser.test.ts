import { launchChromium } from "@wonflow/testkit/chromium";
import { devices, type Browser, type BrowserContextOptions, type Frame, type Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { startServers, type Servers } from "./shop-and-service.ts";

let browser: Browser;
let servers: Servers;

beforeAll(async () => {
  browser = await launchChromium();
});

afterAll(() => browser.close());

beforeEach(async () => {
  servers = await startServers();
});

afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
  servers.close();
});

const { defaultBrowserType: _, ...phone } = devices["Pixel 7"];

/** A buyer on the shop's page. */
async function enter(options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ locale: "ko-KR", ...options });
  const page = await context.newPage();
  await page.goto(servers.shop);
  return page;
}

/** The buyer presses the pay button, and the checkout is there. */
async function openCheckout(page: Page) {
  await page.click("#pay");
  const checkout = page.frameLocator("wonflow-checkout iframe");
  await checkout.locator("h1").waitFor({ state: "visible" });
  await expect.poll(() => page.locator("wonflow-checkout p").textContent()).toBe("");
  return checkout;
}

/** The frame with this part in its address, once it is there. */
async function frameAt(page: Page, part: string): Promise<Frame> {
  const find = () => page.frames().find((frame) => frame !== page.mainFrame() && frame.url().includes(part));
  await expect.poll(find).toBeDefined();
  return find() ?? page.mainFrame();
}

/** The codes that requestPayment rejected with, and whatever else went wrong on the page. */
const errorsOf = (page: Page) => page.evaluate<string[]>("errors");
/** The values that requestPayment fulfilled with. */
const outcomesOf = (page: Page) => page.evaluate<unknown[]>("outcomes");
const underWay = { status: "UNDER_WAY", orderId: "order-20261120-0001" };
const tooLate = { status: 400, body: { code: "ALREADY_PROCESSED_PAYMENT" } };
/** The browser has asked for the page that the checkout leads to, and gets none. */
const onTheWay = () => expect.poll(() => servers.requests).toContain("GET /nowhere");
const timesShown = () => servers.requests.filter((request) => request === "GET /checkout").length;
const overlays = (page: Page) => page.locator("wonflow-checkout").count();
const focused = (page: Page) => {
  return page.evaluate(() => {
    const { activeElement } = document;
    const inside = activeElement?.shadowRoot?.activeElement;
    return [activeElement?.localName, inside?.localName].filter((name) => name !== undefined).join(" ");
  });
};

describe("on a desktop", () => {
  test("the checkout opens above the page, with no rule of the shop's policy broken, and leads on", async () => {
    const page = await enter();
    const checkout = await openCheckout(page);
    const dialog = page.getByRole("dialog", { name: "결제" });
    expect(await dialog.evaluate((element) => element.matches(":modal"))).toBe(true);
    expect(await page.locator("iframe").getAttribute("allow")).toBe("payment");
    expect(await page.locator("iframe").getAttribute("title")).toBe("결제");
    await checkout.locator("#done").click();
    await page.waitForURL(`${servers.shop}/ok?orderId=1`);
    expect(servers.requests).not.toContain("POST /checkout/session/give-up");
  });

  test("the page behind is inert, and does not scroll", async () => {
    const page = await enter({ viewport: { width: 1000, height: 700 } });
    await openCheckout(page);
    const before = await page.evaluate(() => window.scrollY);
    await page.mouse.move(20, 20);
    await page.mouse.wheel(0, -200);
    await page.mouse.click(20, 20);
    await page.waitForTimeout(100);
    expect(before).toBeGreaterThan(200);
    expect(await page.evaluate(() => window.scrollY)).toBe(before);
    expect(await overlays(page)).toBe(1);
    await expect(page.click("#pay", { timeout: 500 })).rejects.toThrow();
    expect(await errorsOf(page)).toEqual([]);
  });

  test("the page behind does not jump where its scrollbar was", async () => {
    const page = await enter();
    // A browser without a window has no scrollbars of its own.
    await page.evaluate(() => Object.defineProperty(window, "innerWidth", { value: window.innerWidth + 15 }));
    const padding = () => page.evaluate(() => getComputedStyle(document.documentElement).paddingRight);
    const checkout = await openCheckout(page);
    expect(await padding()).toBe("15px");
    await checkout.locator("#end").click();
    await expect.poll(() => overlays(page)).toBe(0);
    expect(await padding()).toBe("0px");
  });

  test("focus moves in, stays inside with Tab in both directions, and is restored", async () => {
    const page = await enter();
    servers.answers.set("/checkout/session/give-up", { status: 500, body: {} });
    const checkout = await openCheckout(page);
    expect(await focused(page)).toBe("wonflow-checkout iframe");
    for (const key of ["Tab", "Shift+Tab"]) {
      const seen = new Set<string>();
      for (let press = 0; press < 12; press += 1) {
        await page.keyboard.press(key);
        seen.add(await focused(page));
      }
      expect([...seen].toSorted()).toEqual(["wonflow-checkout button", "wonflow-checkout iframe"]);
    }
    await checkout.locator("#hang").click();
    await close(page);
    await expect.poll(() => overlays(page)).toBe(0);
    expect(await focused(page)).toBe("button");
  });

  /** The buyer closes the window, from outside of the checkout. */
  async function close(page: Page, by = "its button"): Promise<void> {
    const button = page.getByRole("button", { name: "결제창 닫기" });
    if (by === "Escape") {
      await button.focus();
      await page.keyboard.press("Escape");
      // A button that says that it is disabled can still be pressed.
    } else await button.click({ force: true });
  }

  test.each(["its button", "Escape"])("the checkout decides about closing by %s", async (by) => {
    const page = await enter();
    await openCheckout(page);
    await close(page, by);
    await page.waitForURL(`${servers.shop}/fail?code=PAY_PROCESS_CANCELED`);
    expect(servers.requests).not.toContain("POST /checkout/session/give-up");
  });

  test.each(["its button", "Escape"])("closing by %s does nothing while the checkout is busy", async (by) => {
    const page = await enter();
    const checkout = await openCheckout(page);
    const button = page.getByRole("button", { name: "결제창 닫기" });
    await page.clock.install();
    await checkout.locator("#busy").click();
    await expect.poll(() => button.getAttribute("aria-disabled")).toBe("true");
    const frame = await frameAt(page, "token");
    for (let times = 1; times <= 3; times += 1) {
      await close(page, by);
      await expect.poll(() => frame.evaluate("asked")).toBe(times);
    }
    // Messages are received in order, so the checkout's earlier ones arrive before this one.
    await page.evaluate(() => {
      const { port1, port2 } = new MessageChannel();
      const response = new Promise((resolve) => (port1.onmessage = resolve));
      port2.postMessage("");
      return response;
    });
    await page.clock.runFor(5_000);
    expect(await overlays(page)).toBe(1);
    expect(await page.getByRole("dialog").isVisible()).toBe(true);
    expect(servers.requests).not.toContain("POST /checkout/session/give-up");
    await checkout.locator("#busy").click();
    await expect.poll(() => button.getAttribute("aria-disabled")).toBe("false");
    await close(page, by);
    await page.waitForURL(`${servers.shop}/fail?code=PAY_PROCESS_CANCELED`);
  });

  test.each(["its button", "Escape"])(
    "closed by %s without a reaction of the checkout, it ends the session and the page follows the service's redirect",
    async (by) => {
      const page = await enter();
      const checkout = await openCheckout(page);
      await checkout.locator("#hang").click();
      await close(page, by);
      await page.waitForURL(`${servers.shop}/fail?code=PAY_PROCESS_CANCELED&intentKey=1`);
      expect(servers.requests).toContain("POST /checkout/session/give-up");
    },
  );

  test("a checkout that has ended closes the window", async () => {
    const page = await enter();
    const checkout = await openCheckout(page);
    await checkout.locator("#end").click();
    await expect.poll(() => errorsOf(page)).toEqual(["PAY_PROCESS_CANCELED"]);
    expect(await overlays(page)).toBe(0);
    expect(servers.requests).not.toContain("POST /checkout/session/give-up");
  });

  test("if it is too late to give up, the window stays, and the checkout shows the payment's outcome", async () => {
    const page = await enter();
    servers.answers.set("/checkout/session/give-up", tooLate);
    const checkout = await openCheckout(page);
    await checkout.locator("#nowhere").click();
    await onTheWay();
    await close(page);
    await expect.poll(timesShown).toBe(2);
    await checkout.locator("#underway").click();
    await expect.poll(() => outcomesOf(page)).toEqual([underWay]);
    expect([await overlays(page), await errorsOf(page)]).toEqual([0, []]);
    await openCheckout(page);
  });

  test("pressed again before the service has answered, it reports no outcome to the shop", async () => {
    const page = await enter();
    servers.answers.set("/checkout/session/give-up", "never");
    const checkout = await openCheckout(page);
    await checkout.locator("#nowhere").click();
    await onTheWay();
    for (let times = 1; times <= 3; times += 1) await close(page);
    const givenUp = () => servers.requests.filter((request) => request.endsWith("/give-up")).length;
    await expect.poll(givenUp).toBe(1);
    expect([await overlays(page), await errorsOf(page), await outcomesOf(page)]).toEqual([1, [], []]);
    expect(givenUp()).toBe(1);
  });

  test("on the way to the shop, where giving up stays unknown twice, the payment counts as under way", async () => {
    const page = await enter();
    servers.answers.set("/checkout/session/give-up", { status: 500, body: {} });
    const checkout = await openCheckout(page);
    await checkout.locator("#nowhere").click();
    await onTheWay();
    await close(page);
    await expect.poll(timesShown).toBe(2);
    await checkout.locator("#hang").click();
    await close(page);
    await expect.poll(() => outcomesOf(page)).toEqual([underWay]);
    expect([await overlays(page), await errorsOf(page)]).toEqual([0, []]);
  });

  test.each(["EXPIRED_PAYMENT_SESSION", "INVALIDATED_PAYMENT_SESSION", "NOT_FOUND_PAYMENT_SESSION"])(
    "a payment that has ended with %s is canceled",
    async (code) => {
      const page = await enter();
      servers.answers.set("/checkout/session/give-up", { status: 410, body: { code } });
      const checkout = await openCheckout(page);
      await checkout.locator("#nowhere").click();
      await onTheWay();
      await close(page);
      await expect.poll(() => errorsOf(page)).toEqual(["PAY_PROCESS_CANCELED"]);
      expect(await overlays(page)).toBe(0);
    },
  );

  test("an order whose earlier payment is under way is not a failure", async () => {
    const page = await enter();
    servers.answers.set("/checkout/sessions", { status: 403, body: { code: "FORBIDDEN_CONSECUTIVE_REQUEST" } });
    await page.click("#pay");
    await expect.poll(() => outcomesOf(page)).toEqual([underWay]);
    expect([await overlays(page), await errorsOf(page)]).toEqual([0, []]);
  });

  test("Escape inside the checkout is the checkout's", async () => {
    const page = await enter();
    const checkout = await openCheckout(page);
    await checkout.locator("input").focus();
    await page.keyboard.press("Escape");
    await page.waitForURL(`${servers.shop}/fail?code=PAY_PROCESS_CANCELED`);
    expect(servers.requests).not.toContain("POST /checkout/session/give-up");
  });

  test("keys pressed in the window are not the shop's", async () => {
    const page = await enter();
    await openCheckout(page);
    await page.getByRole("button", { name: "결제창 닫기" }).press("k");
    expect(await errorsOf(page)).toEqual([]);
  });

  test("where giving up fails, the window closes and the promise says that the buyer canceled", async () => {
    const page = await enter();
    servers.answers.set("/checkout/session/give-up", { status: 500, body: {} });
    const checkout = await openCheckout(page);
    await checkout.locator("#hang").click();
    await close(page);
    await expect.poll(() => errorsOf(page)).toEqual(["PAY_PROCESS_CANCELED"]);
    expect(await overlays(page)).toBe(0);
    expect(page.url()).toBe(`${servers.shop}/`);
    await openCheckout(page);
  });

  test("closing it before the service has answered does not wait", async () => {
    const page = await enter();
    servers.answers.set("/checkout/sessions", "never");
    await page.click("#pay");
    await page.keyboard.press("Escape");
    await expect.poll(() => errorsOf(page)).toEqual(["PAY_PROCESS_CANCELED"]);
    expect(await overlays(page)).toBe(0);
  });

  test("a second request while one is open is refused, and the first continues", async () => {
    const page = await enter();
    const checkout = await openCheckout(page);
    await page.evaluate("pay()");
    expect(await errorsOf(page)).toEqual(["CHECKOUT_ALREADY_OPEN"]);
    expect(servers.requests.filter((request) => request === "POST /checkout/sessions")).toHaveLength(1);
    await checkout.locator("#done").click();
    await page.waitForURL(/\/ok/);
  });

  test("what the service refuses is passed on, and the page is as before", async () => {
    const page = await enter();
    servers.answers.set("/checkout/sessions", { status: 400, body: { code: "DUPLICATED_ORDER_ID", message: "…" } });
    await page.click("#pay");
    await expect.poll(() => errorsOf(page)).toEqual(["DUPLICATED_ORDER_ID"]);
    expect(await overlays(page)).toBe(0);
    expect(await focused(page)).toBe("button");
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).toBe("visible");
  });

  test("a wrong order opens nothing and sends nothing", async () => {
    const page = await enter();
    await page.evaluate(`pay({}, { orderId: "7" })`);
    expect(await errorsOf(page)).toEqual(["INVALID_ORDER_ID"]);
    expect(servers.requests).not.toContain("POST /checkout/sessions");
  });

  test("the shop's styles do not reach the window", async () => {
    const page = await enter();
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(
        ":root > *, body * { display: none !important; opacity: 0 !important; font: 99px fantasy !important }",
      );
      document.adoptedStyleSheets = [sheet];
    });
    await page.evaluate("void pay()");
    await expect.poll(() => page.getByRole("dialog").isVisible()).toBe(true);
    const close = await page.getByRole("button").boundingBox();
    expect(close).toMatchObject({ width: 44, height: 44 });
  });
});

describe("messages", () => {
  test("from anything but the checkout's frame, or with anything but a web address, are ignored", async () => {
    const page = await enter();
    const checkout = await openCheckout(page);
    await page.evaluate(`postMessage({ wonflow: 1, type: "leave", url: location.origin + "/stolen" }, "*")`);
    await page.evaluate((src) => {
      document.body.append(Object.assign(document.createElement("iframe"), { src }));
    }, `${servers.service}/checkout?shop=${servers.shop}/stolen`);
    const other = await frameAt(page, "stolen");
    await other.waitForFunction("document.querySelector('#done')");
    await other.evaluate(`parent.postMessage({ wonflow: 1, type: "leave", url: "${servers.shop}/stolen" }, "*")`);
    await checkout.locator("#odd").click();
    await checkout.locator("input").fill("still here");
    expect(page.url()).toBe(`${servers.shop}/`);
    expect(await page.title()).toBe("shop");
    expect(await overlays(page)).toBe(1);
  });

  test("from another origin in the checkout's frame are not heard", async () => {
    const page = await enter();
    await page.goto(`${servers.shop}/lax`);
    await openCheckout(page);
    const frame = await frameAt(page, "token");
    await frame.goto(`${servers.shop}/elsewhere`);
    await frame.evaluate(`parent.postMessage({ wonflow: 1, type: "leave", url: location.origin + "/stolen" }, "*")`);
    await page.waitForTimeout(300);
    expect(page.url()).toBe(`${servers.shop}/lax`);
  });

  test("a checkout that is loaded again while it is busy can be closed again", async () => {
    const page = await enter();
    const checkout = await openCheckout(page);
    const isDisabled = () => page.getByRole("button", { name: "결제창 닫기" }).getAttribute("aria-disabled");
    await checkout.locator("#busy").click();
    await expect.poll(isDisabled).toBe("true");
    await (await frameAt(page, "token")).evaluate("location.reload()");
    await expect.poll(isDisabled).toBe("false");
  });

  test("a checkout that is loaded again is greeted again", async () => {
    const page = await enter();
    const checkout = await openCheckout(page);
    const frame = await frameAt(page, "token");
    await frame.evaluate("location.reload()");
    await checkout.locator("#done").click();
    await page.waitForURL(/\/ok/);
  });
});

test.each(["silent", "unframeable"] as const)("a %s checkout is offered in the page itself", async (checkout) => {
  servers.checkout = checkout;
  const page = await enter({ locale: "en-US" });
  await page.clock.install();
  await page.click("#pay");
  await page.locator("iframe").waitFor({ state: "attached" });
  const link = page.getByRole("link", { name: "Open it in this page" });
  await page.clock.fastForward(3_000);
  expect(await link.count()).toBe(0);
  await page.clock.fastForward(5_500);
  expect(await page.getByRole("status").textContent()).toContain("The checkout does not open.");
  await link.click();
  await page.waitForURL(`${servers.service}/checkout?**`);
});

describe("a page that comes back", () => {
  const comeBack = () => window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));

  test("as the browser kept it, can be paid from again", async () => {
    const page = await enter();
    const checkout = await openCheckout(page);
    await checkout.locator("#nowhere").click();
    await onTheWay();
    await page.evaluate(comeBack);
    await expect.poll(() => errorsOf(page)).toEqual(["PAY_PROCESS_CANCELED"]);
    expect(await overlays(page)).toBe(0);
    await openCheckout(page);
  });

  test.each([
    ["too late to give up", tooLate, [underWay], []],
    ["unknown", { status: 503, body: {} }, [underWay], []],
    ["over", { status: 410, body: { code: "EXPIRED_PAYMENT_SESSION" } }, [], ["PAY_PROCESS_CANCELED"]],
  ])("while the payment is %s, reports that to the shop", async (_, answer, outcomes, errors) => {
    const page = await enter();
    servers.answers.set("/checkout/session/give-up", answer);
    const checkout = await openCheckout(page);
    await checkout.locator("#nowhere").click();
    await onTheWay();
    await page.evaluate(comeBack);
    await expect.poll(async () => [await outcomesOf(page), await errorsOf(page)]).toEqual([outcomes, errors]);
    expect(await overlays(page)).toBe(0);
  });

  test("after a reload, can be paid from again", async () => {
    const page = await enter();
    const checkout = await openCheckout(page);
    await checkout.locator("#done").click();
    await page.waitForURL(/\/ok/);
    await page.goBack();
    await openCheckout(page);
  });

  test("and one whose navigation leads nowhere can be closed, which takes the payment back", async () => {
    const page = await enter();
    const checkout = await openCheckout(page);
    await checkout.locator("#nowhere").click();
    await onTheWay();
    await page.getByRole("button", { name: "결제창 닫기" }).focus();
    await page.keyboard.press("Escape");
    await page.waitForURL(`${servers.shop}/fail?code=PAY_PROCESS_CANCELED&intentKey=1`);
    expect(servers.requests).toContain("POST /checkout/session/give-up");
  });
});

describe("on a phone", () => {
  test("the page becomes the checkout, once", async () => {
    const page = await enter(phone);
    await page.evaluate("void pay(); void pay()");
    await page.waitForURL(`${servers.service}/checkout?**`);
    expect(servers.requests.filter((request) => request === "POST /checkout/sessions")).toHaveLength(1);
  });

  test("inside a frame it fails at once, and sends nothing", async () => {
    const page = await enter(phone);
    await page.goto(`${servers.shop}/framed`);
    const shop = page.frames()[1] ?? page.mainFrame();
    await shop.waitForFunction("globalThis.pay");
    for (const display of ["auto", "overlay", "redirect"]) await shop.evaluate(`pay({ display: "${display}" })`);
    expect(await shop.evaluate("errors")).toEqual(["CHECKOUT_IN_FRAME", "CHECKOUT_IN_FRAME", "CHECKOUT_IN_FRAME"]);
    expect(servers.requests).not.toContain("POST /checkout/sessions");
  });
});

test("a redirect can be asked for on a desktop", async () => {
  const page = await enter();
  await page.evaluate(`void pay({ display: "redirect" })`);
  await page.waitForURL(`${servers.service}/checkout?**`);
});

test.each([
  ["desktop", { width: 1280, height: 900 }, { width: 480, height: 780 }],
  ["low", { width: 900, height: 500 }, { width: 900, height: 500 }],
  ["narrow", { width: 400, height: 900 }, { width: 400, height: 900 }],
])("in a %s window it is as large as it should be", async (_name, viewport, size) => {
  const page = await enter({ viewport });
  await openCheckout(page);
  expect(await page.getByRole("dialog").boundingBox()).toMatchObject(size);
});
