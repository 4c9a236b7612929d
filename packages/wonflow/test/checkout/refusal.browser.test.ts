import type { Frame, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { fillCard, openBuyerPage } from "./buyer-page.ts";
import { browser, service, useBrowserAndService, turns } from "./browser-and-service.ts";

useBrowserAndService();

interface Window {
  readonly width: number;
  readonly height: number;
  readonly framed?: true;
}

const windows: readonly Window[] = [
  { width: 360, height: 640 },
  { width: 320, height: 568 },
  { width: 1280, height: 800 },
  { width: 1366, height: 657 },
  { width: 1366, height: 657, framed: true },
];

async function openForm({ framed, ...viewport }: Window, language: "ko" | "en"): Promise<Page | Frame> {
  const isPhone = viewport.width < 500;
  const options = { viewport, hasTouch: isPhone, isMobile: isPhone };
  const { page } = await openBuyerPage(browser, { language, options });
  if (framed === undefined) {
    await page.goto((await service.openLink()).url);
    return page;
  }
  await page.goto(`${service.cartUrl}&lang=${language}`);
  await page.click("#buy");
  const frame = await (await page.waitForSelector("wonflow-checkout iframe")).contentFrame();
  if (frame === null) throw new Error("the frame has no page");
  await frame.waitForSelector("#card");
  return frame;
}

/** Whether a person sees all of the element: nothing is above it, and no edge of the window cuts it. */
const isInSight = (page: Page | Frame, selector: string) =>
  page.locator(selector).evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const isInside = left >= 0 && top >= 0 && right <= window.innerWidth && bottom <= window.innerHeight;
    const points = [top + 1, (top + bottom) / 2, bottom - 1].map((y) =>
      document.elementFromPoint((left + right) / 2, y),
    );
    return isInside && points.every((shown) => shown !== null && (element.contains(shown) || shown.contains(element)));
  });

const refusals = [
  [
    "number",
    { number: "4000000100010000" },
    "카드사에 등록되지 않은 번호예요",
    "The card company doesn’t know this number",
  ],
  ["passwordFront2", { passwordFront2: "99" }, "카드 비밀번호와 달라요", "That isn’t this card’s password"],
  ["registNo", { registNo: "991231" }, "생년월일과 달라요", "date of birth"],
] as const;

const inTurn = turns();

describe.each(windows)("a refusal of one field in %j", (window) => {
  test.each(inTurn(refusals))(
    "%s: its sentence and the emptied field are in sight",
    async (name, wrong, korean, english) => {
      const language = window.width === 320 || window.width === 1280 ? "en" : "ko";
      const page = await openForm(window, language);
      await fillCard(page, wrong);
      await page.click("#pay");
      const said = language === "ko" ? korean : english;
      await expect.poll(() => page.locator(`#${name}-note .wrong`).innerText()).toContain(said);
      expect(await page.locator("#summary").innerText()).toContain(said);
      expect(await page.locator(`#${name}`).inputValue()).toBe("");
      expect(await page.evaluate(() => document.activeElement?.id)).toBe(name);
      await expect.poll(() => isInSight(page, `#${name}-note .wrong`)).toBe(true);
      await expect.poll(() => isInSight(page, `.${name} .box`)).toBe(true);
    },
  );
});

test("a refusal of several fields empties none", async () => {
  const { page } = await openBuyerPage(browser);
  await page.goto((await service.openLink()).url);
  const code = "INVALID_REQUEST";
  const details = ["number", "registNo"].map((field) => ({ field, code, problem: "must be another" }));
  await page.route("**/authenticate", (route) =>
    route.fulfill({ status: 400, json: { statusCode: 400, code, details } }),
  );
  await fillCard(page);
  await page.click("#pay");
  await expect.poll(() => page.locator("#summary li").allInnerTexts()).toEqual(["카드 번호", "생년월일"]);
  expect(await page.locator("#number").inputValue()).toBe("4000 0000 0011 0009");
  expect(await page.locator("#registNo").inputValue()).toBe("900101");
});

test("one mistake that the page itself finds is shown in the box, and stays until corrected", async () => {
  const page = await openForm({ width: 360, height: 640 }, "ko");
  await fillCard(page, { number: "4000000000110008" });
  await page.click("#pay");
  expect(await page.locator("#summary").innerText()).toBe("카드 번호가 올바르지 않아요. 다시 확인해 주세요.");
  expect(await page.locator("#number").inputValue()).toBe("4000 0000 0011 0008");
  expect(await page.evaluate(() => document.activeElement?.id)).toBe("number");
});

test("consent that the service misses leaves the box as it was", async () => {
  const { page } = await openBuyerPage(browser);
  await page.goto((await service.openLink({ telling: true })).url);
  const details = [{ field: "termsAgreed", code: "INVALID_REQUEST", problem: "must be true" }];
  const refusal = { statusCode: 400, code: "INVALID_REQUEST", details };
  await page.route("**/authenticate", (route) => route.fulfill({ status: 400, json: refusal }), { times: 1 });
  await fillCard(page);
  await page.check("#agreed");
  await page.click("#pay");
  await expect.poll(() => page.innerText("#agreed-note")).toBe("결제하려면 이용약관에 동의해 주세요.");
  expect(await page.isChecked("#agreed")).toBe(true);
  await page.click("#pay");
  await page.waitForURL(/\/shop\/ok/);
});

test("several mistakes are listed, and the focus is on the list", async () => {
  const page = await openForm({ width: 360, height: 640 }, "ko");
  await fillCard(page, { number: "4000000000110008", registNo: "" });
  await page.click("#pay");
  expect(await page.locator("#summary li").allInnerTexts()).toEqual(["카드 번호", "생년월일"]);
  expect(await page.evaluate(() => document.activeElement?.id)).toBe("summary");
});
