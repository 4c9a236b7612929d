import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openBuyerPage, launchChromium, sizes, type BuyerBrowser } from "./buyer-page.ts";
import { startService, type CheckoutService } from "./checkout-service.ts";
import { pageStates } from "./page-states.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

let browser: Browser;
let service: CheckoutService;

beforeAll(async () => {
  browser = await launchChromium();
  service = await startService();
});

afterAll(async () => {
  await browser.close();
  await service.stop();
});

/** What axe finds on a page, each as the rule and the element that breaks it. */
async function findings(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { axe: checker } = window as unknown as {
      axe: { run(): Promise<{ violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] }> };
    };
    const { violations } = await checker.run();
    return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`));
  });
}

/** axe is put into the page by the test, which the page's policy rightly forbids to anybody else. */
const watched = { options: { bypassCSP: true } };
const themes: readonly BuyerBrowser[] = [
  { language: "ko", size: "phone" },
  { language: "en", size: "desktop", dark: true },
];

describe.each(themes)("%j", (browsing) => {
  test.each(pageStates)("axe finds nothing, nothing is wider than the window or cut off: $name", async ({ reach }) => {
    const { page, context } = await openBuyerPage(browser, { ...browsing, ...watched });
    await reach(page, service);
    expect(await findings(page)).toEqual([]);
    for (const width of [sizes[browsing.size ?? "phone"].width, 320]) {
      await page.setViewportSize({ width, height: 800 });
      const cut = await page.evaluate(() =>
        [...document.querySelectorAll("body *")]
          .filter((element) => element.closest(".sr, svg, .choice input") === null && element.clientWidth > 0)
          .filter(({ scrollWidth, clientWidth, tagName }) => tagName !== "INPUT" && scrollWidth > clientWidth + 1)
          .map(({ outerHTML }) => outerHTML.slice(0, 120)),
      );
      expect(cut, `${width} pixels wide`).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
    await context.close();
  });
});

test("axe finds what is planted", async () => {
  const { page } = await openBuyerPage(browser, watched);
  await page.goto((await service.openLink()).url);
  await page.evaluate(() => document.querySelector("label[for=number]")?.remove());
  expect(await findings(page)).toContainEqual(expect.stringMatching(/^label: <input id="number"/));
});

test("every control is big enough for a finger", async () => {
  const { page } = await openBuyerPage(browser);
  await page.goto((await service.openLink()).url);
  const small = await page.evaluate(() =>
    [...document.querySelectorAll("button, .box input, .choice label, a")]
      .map((element) => [element.outerHTML.slice(0, 60), element.getBoundingClientRect().height] as const)
      .filter(([, height]) => height < 36),
  );
  expect(small).toEqual([]);
});

test("nothing moves for who does not want it", async () => {
  const { page } = await openBuyerPage(browser, { options: { reducedMotion: "reduce" } });
  await page.goto((await service.openLink()).url);
  await page.evaluate(() => document.querySelector("form")?.setAttribute("aria-busy", "true"));
  const animation = await page.evaluate(() => {
    const button = document.querySelector("#pay");
    return button === null ? "" : getComputedStyle(button, "::before").animationName;
  });
  expect(animation).toBe("none");
});
