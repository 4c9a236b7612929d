import type { Frame, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { openBuyerPage, fillCard, type BuyerPage } from "./buyer-page.ts";
import type { OpenedLink } from "./checkout-service.ts";
import { browser, service, useBrowserAndService } from "./browser-and-service.ts";

useBrowserAndService();

interface Overlay extends BuyerPage {
  readonly link: OpenedLink;
  readonly frame: Frame;
  /** The origin of the merchant's page, which is not the checkout's. */
  readonly origin: string;
}

async function frameOf(page: Page): Promise<Frame> {
  const frame = await (await page.waitForSelector("iframe")).contentFrame();
  if (frame === null) throw new Error("the frame has no page");
  await frame.waitForSelector("main h1", { state: "attached" });
  return frame;
}

/** A merchant's page at an origin of its own, with an address in a frame, which keeps every message. */
async function inFrame(address?: string): Promise<Overlay> {
  const link = await service.openLink();
  const buyer = await openBuyerPage(browser, { size: "desktop" });
  const { page } = buyer;
  await page.addInitScript(() => {
    const heard: unknown[] = [];
    Object.assign(window, { heard });
    window.addEventListener("message", ({ data, origin }) => heard.push({ data, origin }));
  });
  const origin = service.url.replace("127.0.0.1", "localhost");
  await page.goto(`${origin}/shop/frame?page=${encodeURIComponent(address ?? link.url)}`);
  return { ...buyer, link, frame: await frameOf(page), origin };
}

interface Heard {
  readonly data: { readonly wonflow: number; readonly type: string; readonly url?: string; readonly busy?: boolean };
  readonly origin: string;
}

const heardBy = async (page: Page) => {
  const heard = await page.evaluate(() => (window as unknown as { heard: Heard[] }).heard);
  return heard.filter(({ data }) => data.type !== "busy");
};

/** The page's messages about being busy, in order. */
const busyBy = async (page: Page) => {
  const heard = await page.evaluate(() => (window as unknown as { heard: Heard[] }).heard);
  return heard.flatMap(({ data }) => (data.type === "busy" ? [data.busy] : []));
};

async function hello(page: Page, message: unknown = { wonflow: 1, type: "hello" }): Promise<void> {
  await page.evaluate((said) => document.querySelector("iframe")?.contentWindow?.postMessage(said, "*"), message);
}

async function greet(page: Page): Promise<void> {
  await hello(page);
  await expect.poll(() => heardBy(page)).toEqual([{ data: { wonflow: 1, type: "ready" }, origin: service.url }]);
}

async function leaving(page: Page): Promise<string> {
  await expect.poll(async () => (await heardBy(page)).length).toBe(2);
  const { data, origin } = (await heardBy(page))[1] ?? {};
  expect([data?.wonflow, data?.type, origin]).toEqual([1, "leave", service.url]);
  return data?.url ?? "";
}

describe("in the overlay of the SDK", () => {
  test("success is posted to the page that said hello, and nothing navigates", async () => {
    const { page, frame, pageErrors } = await inFrame();
    await greet(page);
    await fillCard(frame);
    await frame.click("#pay");
    expect(await leaving(page)).toMatch(/\/shop\/ok\?cart=7&orderId=/);
    expect(page.url()).toContain("/shop/frame");
    expect(frame.url()).toContain("/checkout?token=");
    expect(await frame.locator("main").innerText()).toContain("결제를 진행하고 있어요");
    expect(await frame.locator("input:not([type=hidden])").count()).toBe(0);
    expect(pageErrors).toEqual([]);
  });

  test.each(["cancel", "Escape"])("%s gives up and is posted", async (way) => {
    const { page, frame } = await inFrame();
    await greet(page);
    if (way === "cancel") await frame.click("#leave");
    else {
      await frame.locator("#number").focus();
      await page.keyboard.press("Escape");
    }
    expect(await leaving(page)).toContain("/shop/fail?code=PAY_PROCESS_CANCELED");
  });

  test("Escape while a card is on its way is remembered, and the window can still be closed", async () => {
    const { page, frame } = await inFrame();
    await greet(page);
    await page.route("**/authenticate", () => {});
    await fillCard(frame);
    await frame.click("#pay");
    await page.keyboard.press("Escape");
    await hello(page, { wonflow: 1, type: "close" });
    await expect.poll(async () => (await heardBy(page)).at(-1)?.data.type).toBe("closing");
    expect(await frame.getAttribute("#card", "aria-busy")).toBe("true");
    expect(await frame.textContent("#notice")).toContain("카드 확인이 끝나면 다시 여쭤볼게요");
    expect(await heardBy(page)).toHaveLength(2);
    expect(await busyBy(page)).toEqual([]);
  });

  test("the SDK's wish to close is the same as Escape, and is of the page that said hello", async () => {
    const { page, frame } = await inFrame();
    await hello(page, { wonflow: 1, type: "close" });
    await frame.locator("#number").focus();
    expect(await heardBy(page)).toEqual([]);
    await greet(page);
    await hello(page, { wonflow: 1, type: "close" });
    await expect
      .poll(async () => (await heardBy(page)).map(({ data }) => data.type))
      .toEqual(["ready", "closing", "leave"]);
    expect(await busyBy(page)).toEqual([]);
  });

  test("the focus is in the card number, and where the buyer has put it", async () => {
    const { page, frame } = await inFrame();
    await greet(page);
    const focused = () => frame.evaluate(() => document.activeElement?.id);
    await expect.poll(focused).toBe("number");
    await frame.locator("#registNo").focus();
    await hello(page);
    await expect.poll(async () => (await heardBy(page)).length).toBe(2);
    expect(await focused()).toBe("registNo");
  });

  test("its header leaves room for the window's button", async () => {
    const { page, frame } = await inFrame();
    await greet(page);
    const { right, width } = await frame.evaluate(() => {
      const box = document.querySelector("#language")?.getBoundingClientRect();
      return { right: box?.right ?? 0, width: window.innerWidth };
    });
    expect(right).toBeLessThanOrEqual(width - 48);
  });

  test("a page that has ended says ready, and its way on is posted", async () => {
    const { link } = await inFrame();
    const card = {
      number: "4000000000110009",
      expiryMonth: "12",
      expiryYear: "39",
      registNo: "900101",
      passwordFront2: "12",
    };
    await service.payments.checkout.authenticate(link.token, card);
    const { page, frame } = await inFrame(link.url);
    await greet(page);
    await frame.click("#onward");
    expect(await leaving(page)).toMatch(/\/shop\/ok\?cart=7&orderId=/);
    expect(frame.url()).toContain("/checkout?token=");
  });

  test("an unknown link says ready, and Escape closes the window", async () => {
    // An unknown token of the test mode, which any page may frame.
    const { page, frame } = await inFrame(`${service.url}/checkout?token=cs_7_test_${"0".repeat(32)}`);
    await greet(page);
    await frame.locator("main h1").focus();
    await page.keyboard.press("Escape");
    await expect.poll(async () => (await heardBy(page)).map(({ data }) => data.type)).toEqual(["ready", "close"]);
  });
});

describe("in any other frame", () => {
  test("the page goes by itself, within its frame", async () => {
    const { page, frame } = await inFrame();
    await frame.click("#leave");
    await frame.waitForURL(/\/shop\/fail\?code=PAY_PROCESS_CANCELED/);
    expect(page.url()).toContain("/shop/frame");
  });

  test("another version, another type, a text and nothing are no hello", async () => {
    const { page, frame } = await inFrame();
    for (const message of [{ wonflow: 2, type: "hello" }, { wonflow: 1, type: "leave" }, "hello", null]) {
      await hello(page, message);
    }
    await frame.click("#leave");
    await frame.waitForURL(/\/shop\/fail/);
    expect((await heardBy(page)).filter(({ origin }) => origin === service.url)).toEqual([]);
  });

  test("a hello of the page itself, or of another window, is not answered", async () => {
    const { page, frame } = await inFrame();
    await frame.evaluate(() => {
      const other = document.createElement("iframe");
      document.body.append(other);
      window.postMessage({ wonflow: 1, type: "hello" }, "*");
    });
    await frame.click("#leave");
    await frame.waitForURL(/\/shop\/fail/);
    expect(await heardBy(page)).toEqual([]);
  });

  test("the page of no token can't be framed", async () => {
    const buyer = await openBuyerPage(browser, { size: "desktop" });
    await buyer.page.goto(`${service.url}/shop/frame?page=${encodeURIComponent(`${service.url}/checkout?token=x`)}`);
    await expect.poll(() => buyer.pageErrors.join()).toContain("frame-ancestors 'none'");
  });
});

test("outside of a frame a hello is not answered, and Escape does nothing", async () => {
  const { page } = await openBuyerPage(browser, { size: "desktop" });
  await page.goto((await service.openLink()).url);
  await page.evaluate(() => window.postMessage({ wonflow: 1, type: "hello" }, "*"));
  await page.locator("#number").focus();
  await page.keyboard.press("Escape");
  await page.waitForTimeout(200);
  expect(page.url()).toContain("/checkout?token=");
});
