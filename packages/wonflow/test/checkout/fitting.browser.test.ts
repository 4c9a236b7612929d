import type { Frame, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openBuyerPage } from "./buyer-page.ts";
import { browser, service, useBrowserAndService, turns } from "./browser-and-service.ts";
import { startService, type CheckoutService } from "./checkout-service.ts";
import { cutTexts, overfull } from "./cut-texts.ts";
import { pageStates } from "./page-states.ts";

useBrowserAndService();

const inTurn = turns();
const languages = ["ko", "en"] as const;

test.each(languages)("no badge stands over the label of the card number, in %s", async (language) => {
  const { page } = await openBuyerPage(browser, { language });
  await page.goto((await service.openLink()).url);
  const numbers = ["4000000000110009", "5400000000410006", "6200000000031001", "9400000000310009", "3600000000"];
  for (const [width, number] of [320, 360, 390, 414, 683, 860, 1280].flatMap((each) =>
    inTurn(numbers).map((number) => [each, number] as const),
  )) {
    await page.setViewportSize({ width, height: 700 });
    await page.locator("#number").fill(number);
    await expect.poll(() => page.locator(".brand:visible").count()).toBeGreaterThan(0);
    await page.waitForTimeout(50);
    const overlap = await page.evaluate(() => {
      const label = document.querySelector("#number-label span")?.getBoundingClientRect().right ?? Infinity;
      const shown = [...document.querySelectorAll(".brand")].filter((badge) => badge.checkVisibility());
      return shown.filter((badge) => badge.getBoundingClientRect().left < label).map((badge) => badge.textContent);
    });
    expect(overlap, `${number}, ${width} pixels wide`).toEqual([]);
  }
});

/** A window of 1366×657 at 200 %. */
const zoomed = { width: 683, height: 328 };

/** Which controls are covered, or out of sight, after each was scrolled to as a focus does. */
const coveredControls = (place: Page | Frame) =>
  place.evaluate(async () => {
    const controls = document.querySelectorAll<HTMLElement>(
      "#card .box input, #card .choice input, #card select, #card [type=checkbox], #pay, #leave, #language",
    );
    const covered: string[] = [];
    for (const control of controls) {
      if (!control.checkVisibility() || control.closest("[hidden]") !== null) continue;
      control.focus();
      control.scrollIntoView({ block: "nearest" });
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const box = control.getBoundingClientRect();
      const inside = control.closest("label, button, select, a") ?? control;
      for (const [x, y] of [
        [0.05, 0.1],
        [0.5, 0.5],
        [0.95, 0.9],
      ] as const) {
        const top = document.elementFromPoint(box.left + box.width * x, box.top + box.height * y);
        // A glance at a checked choice finds its label.
        if (top === null || !(inside.contains(top) || (top.contains(inside) && top.tagName === "LABEL"))) {
          covered.push(`${control.id} at ${x}, ${y}: ${top?.outerHTML.slice(0, 60) ?? "outside"}`);
        }
      }
    }
    return controls.length < 8 ? ["the page has too few controls"] : covered;
  });

/** The distance of the pay button below the last field, in pixels. */
const buttonBelowFields = (place: Page | Frame) =>
  place.evaluate(() => {
    const [button, field] = ["#pay", "#registNo"].map((each) => document.querySelector(each)?.getBoundingClientRect());
    return (button?.top ?? 0) - (field?.bottom ?? Infinity);
  });

describe("on a laptop at twice the size", () => {
  const options = { viewport: zoomed };
  const languageInTurn = turns();

  test.each(languageInTurn(languages))(
    "nothing covers a control of the page that was scrolled to, and the pay button lies below the fields, in %s",
    async (language) => {
      const { page } = await openBuyerPage(browser, { language, size: "desktop", options });
      await page.goto((await service.openLink({ telling: true, amount: 60_000 })).url);
      expect(await coveredControls(page)).toEqual([]);
      // At the top of the page the button is below all fields, and out of sight.
      await page.locator("#number").focus();
      expect(await buttonBelowFields(page)).toBeGreaterThan(0);
    },
  );

  test.each(languageInTurn(languages))(
    "nothing covers a control in the SDK's window, nor does the window itself, in %s",
    async (language) => {
      const { page } = await openBuyerPage(browser, { language, size: "desktop", options });
      await page.goto(`${service.cartUrl}&lang=${language}`);
      await page.click("#buy");
      await page.frameLocator("wonflow-checkout iframe").locator("#pay").waitFor();
      const frame = page.frames().find((each) => each.url().includes("/checkout?"));
      if (frame === undefined) throw new Error("the window has no checkout");
      expect(await coveredControls(frame)).toEqual([]);
      await frame.locator("#number").focus();
      expect(await buttonBelowFields(frame)).toBeGreaterThan(0);
      for (const id of ["number", "expiry", "passwordFront2", "registNo", "pay", "leave"]) {
        await frame.locator(`#${id}`).focus();
        const box = await frame.locator(`#${id}`).boundingBox();
        if (box === null) throw new Error("the field has no box");
        const onTop = await page.evaluate(
          ([x, y]) => document.elementFromPoint(x ?? 0, y ?? 0)?.shadowRoot?.elementFromPoint(x ?? 0, y ?? 0)?.tagName,
          [box.x + box.width - 4, box.y + box.height / 2],
        );
        expect(onTop, id).toBe("IFRAME");
      }
    },
  );
});

describe("with the button that fills in a test card", () => {
  let development: CheckoutService;
  beforeAll(async () => {
    const developmentClock = { now: () => Date.now(), move: () => Promise.reject(new Error("not used")) };
    development = await startService(undefined, { rateLimits: "off", developmentClock });
  });
  afterAll(() => development.stop());

  const tellingInTurn = turns();
  const looks = languages.flatMap((language) =>
    tellingInTurn([
      { language, telling: false },
      { language, telling: true },
    ]),
  );

  test.each(looks)("all fields stand free above the pay button on a laptop: %j", async ({ language, telling }) => {
    const options = { viewport: { width: 1366, height: 657 } };
    const { page } = await openBuyerPage(browser, { language, size: "desktop", options });
    await page.goto((await development.openLink({ telling, amount: 60_000 })).url);
    await page.waitForSelector("#fill:visible");
    for (const holder of ["personal", "corporate"]) {
      await page.locator(`label:has(#${holder})`).click();
      await page.evaluate(() => window.scrollTo(0, 0));
      const left = await page.evaluate(() => {
        const last = document.querySelector(".consent .pressable") ?? document.querySelector("#registNo-note");
        const actions = document.querySelector(".actions");
        return (actions?.getBoundingClientRect().top ?? 0) - (last?.getBoundingClientRect().bottom ?? Infinity);
      });
      expect(left, holder).toBeGreaterThanOrEqual(0);
    }
    expect(await coveredControls(page)).toEqual([]);
  });

  test.each(looks)("nothing covers a control that was scrolled to on a phone: %j", async ({ language, telling }) => {
    const options = { viewport: { width: 360, height: 640 } };
    const { page } = await openBuyerPage(browser, { language, options });
    await page.goto((await development.openLink({ telling, amount: 60_000 })).url);
    await page.waitForSelector("#fill:visible");
    expect(await coveredControls(page)).toEqual([]);
    expect(await overfull(page)).toEqual([]);
    await page.setViewportSize({ width: 320, height: 568 });
    expect([await overfull(page), await cutTexts(page)]).toEqual([[], []]);
  });
});

describe("forced colors", () => {
  const options = { forcedColors: "active" as const };

  /** Controls without a border that is seen when only the system's colors are left. */
  const borderless = (page: Page) =>
    page.evaluate(() =>
      [...document.querySelectorAll("button, a.button, .box, .choice, select:not(.box select), dialog, .print")]
        .filter((element) => element.checkVisibility())
        .filter((element) => {
          const { borderTopWidth, borderTopStyle, borderTopColor, backgroundColor } = getComputedStyle(element);
          return (
            borderTopStyle === "none" || Number.parseFloat(borderTopWidth) < 1 || borderTopColor === backgroundColor
          );
        })
        .map(({ outerHTML }) => outerHTML.slice(0, 80)),
    );

  const inForced = pageStates.filter(({ name }) =>
    [
      "filled",
      "company card",
      "wrong",
      "terms",
      "refused, another card",
      "leaving",
      "authenticated",
      "receipt",
    ].includes(name),
  );

  const colorsInTurn = turns();

  test.each(
    inForced.flatMap((state) =>
      colorsInTurn([
        { ...state, dark: false },
        { ...state, dark: true },
      ]),
    ),
  )("every control has a border: $name, dark: $dark", async ({ reach, dark }) => {
    const { page } = await openBuyerPage(browser, { dark, options });
    await reach(page, service);
    expect(await borderless(page)).toEqual([]);
  });

  test("the SDK's window and its button have a border", async () => {
    const { page } = await openBuyerPage(browser, { size: "desktop", options });
    await page.goto(service.cartUrl);
    await page.click("#buy");
    for (const control of ["dialog", "button"]) {
      const border = page
        .locator(`wonflow-checkout ${control}`)
        .evaluate((element) => getComputedStyle(element).borderTop);
      expect(await border, control).toMatch(/^2px solid/);
    }
  });

  test("the field with the focus and the field that is wrong are distinguished from others", async () => {
    const { page } = await openBuyerPage(browser, { options });
    await page.goto((await service.openLink()).url);
    const lookOf = (id: string) =>
      page.locator(`label.box:has(#${id})`).evaluate((box) => {
        const { borderTopWidth, borderTopStyle, outlineStyle, outlineWidth } = getComputedStyle(box);
        return [borderTopWidth, borderTopStyle, outlineStyle === "none" ? "none" : outlineWidth].join(" ");
      });
    const plain = await lookOf("number");
    await page.locator("#number").focus();
    expect(await lookOf("number")).not.toBe(plain);
    await page.locator("#number").pressSequentially("4000");
    await page.locator("#expiry").focus();
    await page.locator("#expiry").blur();
    expect(await page.getAttribute("#number", "aria-invalid")).toBe("true");
    expect(await lookOf("number")).not.toBe(plain);
    expect(await lookOf("expiry")).toBe(plain);
  });
});
