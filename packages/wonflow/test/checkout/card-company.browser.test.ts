import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openBuyerPage, typeCard, type BuyerBrowser } from "./buyer-page.ts";
import { browser, service, turns, useBrowserAndService } from "./browser-and-service.ts";

useBrowserAndService();

async function open(amount: number, browsing: BuyerBrowser = {}) {
  const link = await service.openLink({ amount });
  const buyer = await openBuyerPage(browser, browsing);
  const requests: string[] = [];
  buyer.page.on("request", (request) => {
    if (request.url().endsWith("/session/card")) requests.push(request.postData() ?? "");
  });
  await buyer.page.goto(link.url);
  return { ...buyer, requests };
}

/** The plans that a buyer may choose, as they read. */
const plans = (page: Page) => page.locator("#installmentPlanMonths option").allTextContents();

/** All plans as they read, with those that are free of interest. */
const all = (...free: readonly number[]) => {
  const months = Array.from({ length: 11 }, (_, index) => index + 2);
  return ["일시불", ...months.map((month) => `${month}개월${free.includes(month) ? " · 무이자" : ""}`)];
};

const company = (page: Page) => page.locator("#number-company");

test("the company is named as soon as six digits are typed, and named again when the eighth says otherwise", async () => {
  const { page, requests, pageErrors } = await open(50_000);
  const number = page.locator("#number");
  await number.pressSequentially("40000");
  expect([await company(page).innerText(), requests]).toEqual(["", []]);
  await number.pressSequentially("0");
  await expect.poll(() => company(page).innerText()).toBe("KB국민");
  await number.pressSequentially("71");
  await expect.poll(() => company(page).innerText()).toBe("롯데");
  await number.pressSequentially("00000006");
  expect(requests.at(-1)).toBe('{"firstDigits":"40000071"}');
  for (const body of requests) expect(body).toMatch(/^\{"firstDigits":"\d{6,8}"\}$/);
  const count = requests.length;
  await number.fill("");
  await expect.poll(() => company(page).innerText()).toBe("");
  expect([requests.length, pageErrors]).toEqual([count, []]);
});

test("a late answer about fewer digits shows no company", async () => {
  const { page } = await open(50_000);
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  const asksFirst = (body: string | null) => body?.includes('"400000"') === true;
  await page.route("**/session/card", async (route) => {
    if (asksFirst(route.request().postData())) await held;
    await route.continue();
  });
  const late = page.waitForResponse((response) => asksFirst(response.request().postData()));
  await page.locator("#number").pressSequentially("40000071");
  await expect.poll(() => company(page).innerText()).toBe("롯데");
  release();
  await (await late).finished();
  // Whatever the page does with the answer is done before this is.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  expect(await company(page).innerText()).toBe("롯데");
});

const inTurn = turns();

/** Each size in one language, and in both by `npm run test:long`. */
const looks = (["phone", "desktop"] as const).flatMap((size) =>
  inTurn(["ko", "en"] as const).map((language) => [size, language] as const),
);

test.each(looks)("the whole number can be seen beside the company's name: %s, %s", async (size, language) => {
  const { page } = await open(50_000, { size, language });
  const number = page.locator("#number");
  await number.pressSequentially("4000000000110009");
  await expect.poll(() => company(page).innerText()).not.toBe("");
  const [shown, needed] = await number.evaluate((input) => [input.clientWidth, input.scrollWidth]);
  expect(needed).toBeLessThanOrEqual(shown ?? 0);
});

test("the company is named in the page's language, also when that changes", async () => {
  const { page } = await open(50_000, { language: "en" });
  await page.locator("#number").pressSequentially("400000");
  await expect.poll(() => company(page).innerText()).toBe("KB Kookmin");
  await page.click("#language");
  await expect.poll(() => company(page).innerText()).toBe("KB국민");
});

const offers: readonly (readonly [amount: number, ofCards: readonly (readonly [string, readonly string[]])[]])[] = [
  [
    50_000,
    [
      ["400000", all(2, 3, 4, 5)],
      ["40000071", all(3)],
      ["540000", all(2, 3, 7, 8)],
      ["54000061", all()],
      ["54000015", ["일시불"]],
      ["340000", ["일시불"]],
      ["999999", all()],
    ],
  ],
  [100_000, [["54000061", all(2, 3)]]],
];

test.each(offers)("for %i won the card decides which plans are offered", async (amount, ofCards) => {
  const { page } = await open(amount);
  for (const [digits, offered] of ofCards) {
    await page.locator("#number").fill("");
    await expect.poll(() => plans(page)).toEqual(all());
    const answered = page.waitForResponse(
      (response) =>
        response.url().endsWith("/session/card") && response.request().postData()?.includes(`"${digits}"`) === true,
    );
    await page.locator("#number").pressSequentially(digits);
    await answered;
    await expect.poll(() => plans(page), { message: digits }).toEqual(offered);
  }
});

test("a plan that the card does not have is not chosen any more, and all come back with the next card", async () => {
  const { page } = await open(50_000);
  await page.selectOption("#installmentPlanMonths", "3");
  await page.locator("#number").pressSequentially("54000015");
  await expect.poll(() => plans(page)).toEqual(["일시불"]);
  expect(await page.inputValue("#installmentPlanMonths")).toBe("0");
  await page.locator("#number").fill("");
  await expect.poll(() => plans(page)).toEqual(all());
});

test("without an answer the page works as before, and asks again at the next digit", async () => {
  const { page, pageErrors } = await open(50_000);
  await page.route("**/session/card", (route) => route.abort());
  await typeCard(page);
  expect([await company(page).innerText(), await plans(page)]).toEqual(["", all()]);
  await page.unroute("**/session/card");
  await page.locator("#number").fill("");
  await page.locator("#number").pressSequentially("400000");
  await expect.poll(() => company(page).innerText()).toBe("KB국민");
  await typeCard(page);
  await page.click("#pay");
  await page.waitForURL(/\/shop\/ok/);
  expect(pageErrors).toEqual([]);
});
