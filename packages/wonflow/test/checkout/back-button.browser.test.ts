import type { Frame, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { fillCard, openBuyerPage } from "./buyer-page.ts";
import { browser, service, useBrowserAndService } from "./browser-and-service.ts";

useBrowserAndService();

interface Shop {
  readonly page: Page;
  readonly frame: Frame;
}

/** The checkout above a shop's page on a phone, with an entry of the shop's own router in the history. */
async function openOverlay(): Promise<Shop> {
  const options = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true };
  const { page } = await openBuyerPage(browser, { options });
  await page.goto(`${service.url}/shop/before`);
  await page.goto(service.cartUrl);
  await page.evaluate(() => {
    history.replaceState({ router: 7 }, "");
    const heard: unknown[] = [];
    Object.assign(window, { heard });
    window.addEventListener("popstate", ({ state }: PopStateEvent) => heard.push(state));
  });
  await page.click("#buy");
  const frame = await (await page.waitForSelector("wonflow-checkout iframe")).contentFrame();
  if (frame === null) throw new Error("the frame has no page");
  await frame.waitForSelector("#card");
  await expect.poll(() => page.locator("wonflow-checkout p").textContent()).toBe("");
  return { page, frame };
}

/** Goes back as the phone's button does, without waiting for the page. */
const goBack = (page: Page) => page.evaluate(() => setTimeout(() => history.back()));

/** The state of the shop's router now, and every other one that it has received. */
const shopStates = (page: Page) =>
  page.evaluate(() => {
    const heard = Reflect.get(window, "heard") as readonly { readonly router?: number }[];
    return [history.state as unknown, ...heard.filter(({ router }) => router !== 7)];
  });

test("Back asks if something was typed, and leaves the shop's page alone", async () => {
  const { page, frame } = await openOverlay();
  await frame.locator("#number").pressSequentially("4000");
  for (let times = 1; times <= 2; times += 1) {
    await goBack(page);
    await frame.waitForSelector("#leaving[open]");
    await frame.click("#stay");
    expect([await frame.inputValue("#number"), page.url().includes("/shop/cart")]).toEqual(["4000", true]);
  }
  await goBack(page);
  await frame.waitForSelector("#leaving[open]");
  await goBack(page);
  await page.waitForURL(/\/shop\/fail\?code=PAY_PROCESS_CANCELED/);
  // The window has left no entry of its own behind.
  await page.goBack();
  expect(page.url()).toContain("/shop/cart");
  await page.goBack();
  expect(page.url()).toContain("/shop/before");
});

test("Back before anything was typed closes the window", async () => {
  const { page } = await openOverlay();
  await goBack(page);
  await page.waitForURL(/\/shop\/fail\?code=PAY_PROCESS_CANCELED/);
});

/** The buyer sends a card, and the link has ended. */
async function endLink({ page, frame }: Shop): Promise<void> {
  const ended = { statusCode: 410, code: "EXPIRED_PAYMENT_SESSION" };
  await page.route("**/checkout/session/authenticate", (route) => route.fulfill({ status: 410, json: ended }));
  await page.route("**/checkout/session", (route) =>
    route.fulfill({ status: 404, json: { statusCode: 404, code: "NOT_FOUND_PAYMENT_SESSION" } }),
  );
  await fillCard(frame);
  await frame.click("#pay");
  await expect.poll(() => frame.locator("main h1:not(.sr)").innerText()).toBe("결제 시간이 지났어요");
}

test("Back on a link that has ended restores the shop's page, and its router does not move", async () => {
  const shop = await openOverlay();
  const { page } = shop;
  await endLink(shop);
  await goBack(page);
  await expect.poll(() => page.innerText("#rejected")).toBe("PAY_PROCESS_CANCELED");
  expect(await page.locator("wonflow-checkout").count()).toBe(0);
  expect(await shopStates(page)).toEqual([{ router: 7 }]);
  await page.goBack();
  expect(page.url()).toContain("/shop/before");
});

describe("a shop that adds an entry of its own while the window is open", () => {
  const addEntry = (page: Page) => page.evaluate(() => history.pushState({ router: 8 }, "", "#step"));

  test("has it removed by the first Back; the second closes the window", async () => {
    const { page, frame } = await openOverlay();
    await frame.locator("#number").pressSequentially("4000");
    await addEntry(page);
    await goBack(page);
    await expect.poll(() => page.url()).not.toContain("#step");
    // A message to the frame would be received before this one.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
    expect(await frame.locator("#leaving[open]").count()).toBe(0);
    await goBack(page);
    await frame.waitForSelector("#leaving[open]");
  });

  test("keeps it when the window closes", async () => {
    const shop = await openOverlay();
    const { page } = shop;
    await endLink(shop);
    await addEntry(page);
    await page.locator("wonflow-checkout button").click();
    await expect.poll(() => page.innerText("#rejected")).toBe("PAY_PROCESS_CANCELED");
    expect(await shopStates(page)).toEqual([{ router: 8 }]);
  });
});

test("a window that is closed by its button leaves no entry behind either", async () => {
  const { page, frame } = await openOverlay();
  await page.route("**/checkout/session/give-up", (route) =>
    route.fulfill({ status: 410, json: { statusCode: 410, code: "EXPIRED_PAYMENT_SESSION" } }),
  );
  await page.route("**/checkout/session", (route) =>
    route.fulfill({ status: 404, json: { statusCode: 404, code: "NOT_FOUND_PAYMENT_SESSION" } }),
  );
  await frame.evaluate(() => window.addEventListener("message", (event) => event.stopImmediatePropagation(), true));
  await frame.evaluate(() => document.body.remove());
  await page.route("**/checkout?**", (route) => route.fulfill({ contentType: "text/html", body: "<p>gone" }));
  await frame.evaluate(() => location.reload());
  await frame.waitForSelector("p");
  await page.locator("wonflow-checkout button").click();
  await expect.poll(() => page.innerText("#rejected")).toBe("PAY_PROCESS_CANCELED");
  expect(await shopStates(page)).toEqual([{ router: 7 }]);
});

test("a page that was reloaded under the window opens another one, which Back closes", async () => {
  const { page } = await openOverlay();
  await page.reload();
  await page.evaluate(() =>
    history.replaceState(history.state, "", `${location.pathname}?order=${Date.now()}-reloaded`),
  );
  await page.reload();
  await page.click("#buy");
  const frame = await (await page.waitForSelector("wonflow-checkout iframe")).contentFrame();
  await frame?.waitForSelector("#card");
  await expect.poll(() => page.locator("wonflow-checkout p").textContent()).toBe("");
  await goBack(page);
  await page.waitForURL(/\/shop\/fail\?code=PAY_PROCESS_CANCELED/);
});

test("a payment replaces the window's entry: Back from the shop's page leads to the cart", async () => {
  const { page, frame } = await openOverlay();
  await fillCard(frame);
  await frame.click("#pay");
  await page.waitForURL(/\/shop\/ok/);
  await page.goBack();
  expect(page.url()).toContain("/shop/cart");
  await page.goBack();
  expect(page.url()).toContain("/shop/before");
});
