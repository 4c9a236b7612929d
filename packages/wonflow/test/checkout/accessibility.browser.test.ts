import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Frame, Page } from "playwright-core";
import { expect, test } from "vitest";
import { fillCard, openBuyerPage, sizes, typeCard, type BuyerBrowser } from "./buyer-page.ts";
import { cutTexts, overfull } from "./cut-texts.ts";
import { pageStates } from "./page-states.ts";
import { turns, browser, service, useBrowserAndService } from "./browser-and-service.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

useBrowserAndService();

/**
 * The findings of axe on a page and in its frames, each as the rule and the element that breaks it. Each document is
 * checked by itself: a user in the frame of a modal window never meets the landmarks of the page under it.
 */
async function findings(page: Page): Promise<readonly string[]> {
  const found = await Promise.all(page.frames().map(findingsIn));
  return found.flat();
}

async function findingsIn(frame: Frame): Promise<readonly string[]> {
  await frame.evaluate(axe);
  return frame.evaluate(async () => {
    interface Finding {
      readonly id: string;
      readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
    }
    const { axe: checker } = window as unknown as {
      readonly axe: { run(options: object): Promise<{ readonly violations: readonly Finding[] }> };
    };
    const { violations } = await checker.run({ iframes: false, resultTypes: ["violations"] });
    return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`));
  });
}

/** The controls that are too small for a finger; what no buyer sees (`sr`) is for none. */
const smallControls = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("button:not(.sr), .box input, .box select, .choice label, .consent label, a")]
      .map((element) => [element.outerHTML.slice(0, 60), element.getBoundingClientRect()] as const)
      .filter(([, { width, height }]) => height > 0 && (height < 44 || width < 44))
      .map(([html, { width, height }]) => `${html} ${width}x${height}`),
  );

/** The test injects axe into the page, which the page's policy rightly forbids. */
const watched = { options: { bypassCSP: true } };

/** Any two of language, size and colors come together in one of them. */
const looks: readonly BuyerBrowser[] = [
  { language: "ko", size: "phone" },
  { language: "en", size: "desktop" },
  { language: "en", size: "phone", dark: true },
  { language: "ko", size: "desktop", dark: true },
];

/** Each state in one look, in turn; `npm run test:long` sees each in all. */
function inLooks<State extends { readonly name: string }>(states: readonly State[]) {
  const inTurn = turns();
  return states.flatMap((state) => inTurn(looks).map((look) => ({ ...state, look })));
}

test.each(inLooks(pageStates))(
  "axe finds nothing, nothing is wider than the window or cut off, every control is big enough for a finger: $name, $look",
  async ({ reach, look }) => {
    const { page } = await openBuyerPage(browser, { ...look, ...watched });
    await reach(page, service);
    expect(await findings(page)).toEqual([]);
    for (const width of [sizes[look.size ?? "phone"].width, 360, 320]) {
      await page.setViewportSize({ width, height: 640 });
      expect([await overfull(page), await cutTexts(page)], `${width} pixels wide`).toEqual([[], []]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
    expect(await smallControls(page)).toEqual([]);
  },
);

/** The SDK's own window above a shop's page: what it shows, and how it gets there once the buyer has pressed. */
const windowStates: readonly { readonly name: string; readonly reach: (page: Page) => Promise<unknown> }[] = [
  {
    name: "loading",
    async reach(page) {
      await page.route("**/checkout/sessions", () => {});
      await page.click("#buy");
      await page.waitForSelector("wonflow-checkout p:not(:empty)");
    },
  },
  {
    name: "with the checkout",
    async reach(page) {
      await page.click("#buy");
      await page.frameLocator("wonflow-checkout iframe").locator("#card").waitFor();
      await page.waitForSelector("wonflow-checkout p:empty", { state: "attached" });
    },
  },
  {
    name: "that does not open",
    async reach(page) {
      await page.route("**/checkout?**", (route) => route.fulfill({ contentType: "text/html", body: emptyPage }));
      await page.clock.install();
      await page.click("#buy");
      await page.waitForSelector("wonflow-checkout iframe", { state: "attached" });
      await page.clock.runFor(8_500);
      await page.clock.resume();
      await page.waitForSelector("wonflow-checkout a");
    },
  },
];

const emptyPage = `<!doctype html><html lang="ko"><title>checkout</title><main><h1>checkout</h1></main></html>`;

test.each(inLooks(windowStates))(
  "axe finds nothing in a shop's page under the SDK's window $name, $look",
  async ({ reach, look }) => {
    const { page } = await openBuyerPage(browser, { ...look, ...watched });
    await page.goto(service.cartUrl);
    await reach(page);
    expect(await findings(page)).toEqual([]);
  },
);

test("axe finds what is planted in the SDK's window", async () => {
  const { page } = await openBuyerPage(browser, watched);
  await page.goto(service.cartUrl);
  await page.click("#buy");
  await page.locator("wonflow-checkout button").evaluate((button) => (button.ariaLabel = null));
  await page.locator("wonflow-checkout button").evaluate((button) => (button.textContent = ""));
  expect(await findings(page)).toContainEqual(expect.stringMatching(/^button-name: <button/));
});

test("axe finds what is planted", async () => {
  const { page } = await openBuyerPage(browser, watched);
  await page.goto((await service.openLink()).url);
  await page.evaluate(() => document.querySelector("label[for=number]")?.remove());
  expect(await findings(page)).toContainEqual(expect.stringMatching(/^label: <input id="number"/));
});

test("the whole box of each field takes a tap", async () => {
  const { page } = await openBuyerPage(browser);
  await page.goto((await service.openLink()).url);
  // Brand and card company are in the box too.
  await page.locator("#number").fill("4000000000110009");
  for (const name of ["number", "expiry", "passwordFront2", "registNo"]) {
    const box = await page.locator(`label.box:has(#${name})`).boundingBox();
    if (box === null) throw new Error("the field has no box");
    for (const [x, y] of [
      [0.02, 0.5],
      [0.5, 0.05],
      [0.5, 0.95],
      [0.75, 0.5],
      [0.98, 0.5],
    ] as const) {
      await page.evaluate(() => (document.activeElement as HTMLElement).blur());
      await page.touchscreen.tap(box.x + box.width * x, box.y + box.height * y);
      const focused = () => page.evaluate(() => document.activeElement?.id);
      await expect.poll(focused, { message: `${name} at ${x}, ${y}` }).toBe(name);
    }
  }
});

const windows = [
  [1280, 600],
  [1366, 657],
  [1280, 800],
  [360, 640],
  [320, 640],
  // With a keyboard over the lower half.
  [360, 330],
  [320, 330],
] as const;

const inTurn = turns();

const forms = (["ko", "en"] as const).flatMap((language) => [
  { language, link: { amount: 9_900 } },
  { language, link: { amount: 60_000, telling: true } },
]);

/** Each size with one form, in turn; `npm run test:long` looks at all. */
const windowsWith = windows.flatMap(([width, height]) => inTurn(forms).map((form) => [width, height, form] as const));

test.each(windowsWith)(
  "the pay button is in sight at %ix%i, wherever the focus is, with installments and terms, and without: %j",
  async (width, height, { language, link }) => {
    const options = { viewport: { width, height } };
    const { page } = await openBuyerPage(browser, { language, options });
    await page.goto((await service.openLink(link)).url);
    const inSight = async (when: string) => {
      const box = await page.locator("#pay").boundingBox();
      if (box === null) throw new Error("there is no button");
      expect(box.y, when).toBeGreaterThanOrEqual(0);
      expect(box.y + box.height, when).toBeLessThanOrEqual(height);
      const isOnTop = await page.evaluate(
        ([x, y]) => document.elementFromPoint(x ?? 0, y ?? 0)?.closest("#pay") !== null,
        [box.x + box.width / 2, box.y + box.height / 2],
      );
      expect(isOnTop, when).toBe(true);
    };
    await inSight("at first");
    for (const name of ["number", "expiry", "passwordFront2", "registNo"]) {
      await page.locator(`#${name}`).focus();
      await inSight(`with the focus in ${name}`);
      // Neither does the button cover what is typed.
      const isSeen = await page.locator(`#${name}`).evaluate((input) => {
        const { left, top, width: wide, height: high } = input.getBoundingClientRect();
        return document.elementFromPoint(left + wide / 3, top + high / 2) === input;
      });
      expect(isSeen, `${name} is covered`).toBe(true);
    }
    await page.click("#pay");
    await inSight("with problems");
  },
);

test("what is typed is whole in sight, however wide the window is", async () => {
  const { page } = await openBuyerPage(browser);
  await page.goto((await service.openLink()).url);
  await page.locator("label:has(#corporate)").click();
  await typeCard(page, { registNo: "1234567890" });
  for (const width of [320, 353, 360, 384, 390, 431, 432, 440, 480, 831, 832, 1280, 1366]) {
    await page.setViewportSize({ width, height: 800 });
    const cut = await page
      .locator("form .box input")
      .evaluateAll((inputs) => inputs.filter((input) => input.scrollWidth > input.clientWidth).map(({ id }) => id));
    expect(cut, `${width} pixels wide`).toEqual([]);
  }
});

test("the notice above the pay button is not behind it", async () => {
  for (const viewport of [sizes.phone, { width: 360, height: 640 }, { width: 320, height: 330 }]) {
    const { page, context } = await openBuyerPage(browser, { options: { viewport } });
    await page.goto((await service.openLink()).url);
    await fillCard(page);
    await context.setOffline(true);
    await page.waitForSelector("#notice > *");
    const bottom = async (selector: string) => {
      const box = await page.locator(selector).boundingBox();
      return box === null ? Infinity : box.y + box.height;
    };
    const button = await page.locator(".actions").boundingBox();
    expect(await bottom("#notice"), JSON.stringify(viewport)).toBeLessThanOrEqual(button?.y ?? 0);
  }
});

test("a keyboard that lies over the page covers no button, and a page that was enlarged is covered by none", async () => {
  const { page } = await openBuyerPage(browser);
  await page.goto((await service.openLink()).url);
  const bottom = async (seen: { readonly height: number; readonly scale: number }) => {
    await page.evaluate(({ height, scale }) => {
      const viewport = window.visualViewport ?? new EventTarget();
      Object.defineProperties(viewport, {
        height: { value: height, configurable: true },
        scale: { value: scale, configurable: true },
      });
      viewport.dispatchEvent(new Event("resize"));
    }, seen);
    const box = await page.locator("#pay").boundingBox();
    return box === null ? Infinity : box.y + box.height;
  };
  const { height } = sizes.phone;
  const free = await bottom({ height, scale: 1 });
  expect(await bottom({ height: height - 300, scale: 1 })).toBeLessThanOrEqual(height - 300);
  expect(await bottom({ height: height / 2, scale: 2 })).toBe(free);
});

const numbers = ["6200000000031000123", "4000000000110009", "340000000071000", "9400000000310001"];

test("no badge stands over digits, however wide the phone is", async () => {
  const { page } = await openBuyerPage(browser);
  await page.goto((await service.openLink()).url);
  for (const [width, number] of [320, 360, 390].flatMap((each) => numbers.map((number) => [each, number] as const))) {
    await page.setViewportSize({ width, height: 700 });
    await page.locator("#number").fill(number);
    await page.waitForTimeout(50);
    const overlap = await page.evaluate(() => {
      const input = document.querySelector<HTMLInputElement>("#number");
      const context2d = document.createElement("canvas").getContext("2d");
      if (input === null || context2d === null) return "no field";
      const style = getComputedStyle(input);
      context2d.font = `${style.fontSize} ${style.fontFamily}`;
      const left = input.getBoundingClientRect().left + Number.parseFloat(style.paddingLeft);
      const end = left + context2d.measureText(input.value).width;
      const shown = [...document.querySelectorAll(".brand")].filter((badge) => badge.textContent !== "");
      const field = input.getBoundingClientRect();
      const over = shown.filter((badge) => {
        const box = badge.getBoundingClientRect();
        return box.left < end && box.bottom > field.top && box.top < field.bottom;
      });
      return over.map((badge) => badge.textContent).join();
    });
    expect(overlap, `${number}, ${width} pixels wide`).toBe("");
  }
});

test("nothing moves with reduced motion", async () => {
  const { page } = await openBuyerPage(browser, { options: { reducedMotion: "reduce" } });
  await page.goto((await service.openLink()).url);
  await page.evaluate(() => document.querySelector("form")?.setAttribute("aria-busy", "true"));
  const animation = await page.evaluate(() => {
    const button = document.querySelector("#pay");
    return button === null ? "" : getComputedStyle(button, "::before").animationName;
  });
  expect(animation).toBe("none");
});
