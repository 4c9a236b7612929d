import type { Page } from "playwright-core";
import { type } from "./buyer.ts";
import type { CheckoutDesk } from "./checkout-desk.ts";

/** A state of the checkout page: how a buyer gets there from the link, and what tells that they are there. */
export interface PageState {
  readonly name: string;
  readonly reach: (page: Page, desk: CheckoutDesk) => Promise<void>;
}

async function authenticated(page: Page, desk: CheckoutDesk): Promise<string> {
  const { url } = await desk.open();
  await page.goto(url);
  await type(page);
  await page.click("#pay");
  await page.waitForURL(/\/shop\/ok/);
  const landed = page.url();
  await page.goto(url);
  return landed;
}

async function openForm(page: Page, desk: CheckoutDesk): Promise<void> {
  await page.goto((await desk.open()).url);
}

/** Puts an end in the form's place, as the script does where a call is answered so. */
function refusedWith(code: string, status: number): PageState["reach"] {
  return async (page, desk) => {
    await openForm(page, desk);
    await page.route("**/authenticate", (route) => route.fulfill({ status, json: { statusCode: status, code } }));
    await type(page);
    await page.click("#pay");
    await page.waitForFunction(() => document.querySelector("form[aria-busy=true]") === null);
  };
}

/** Every state that the page can be in. */
export const pageStates: readonly PageState[] = [
  { name: "empty", reach: openForm },
  {
    name: "a small amount",
    reach: async (page, desk) => void (await page.goto((await desk.open({ amount: 9_900 })).url)),
  },
  {
    name: "filled",
    async reach(page, desk) {
      await openForm(page, desk);
      await type(page);
    },
  },
  {
    name: "company card",
    async reach(page, desk) {
      await openForm(page, desk);
      await page.locator("label:has(#corporate)").click();
      await page.locator("#registNo").pressSequentially("1234567890");
    },
  },
  {
    name: "wrong",
    async reach(page, desk) {
      await openForm(page, desk);
      await type(page, { number: "4000000000110008", expiry: "1339", passwordFront2: "", registNo: "9001" });
      await page.click("#pay");
    },
  },
  {
    name: "sending",
    async reach(page, desk) {
      await openForm(page, desk);
      await page.route("**/authenticate", () => {});
      await type(page);
      await page.click("#pay");
    },
  },
  {
    name: "offline",
    async reach(page, desk) {
      await openForm(page, desk);
      await type(page);
      await page.context().setOffline(true);
      await page.waitForSelector("#notice:not(:empty)");
    },
  },
  { name: "answer lost", reach: refusedWith("FAILED_INTERNAL_SYSTEM_PROCESSING", 500) },
  { name: "expired", reach: refusedWith("EXPIRED_PAYMENT_SESSION", 410) },
  { name: "superseded", reach: refusedWith("INVALIDATED_PAYMENT_SESSION", 410) },
  { name: "authenticated", reach: async (page, desk) => void (await authenticated(page, desk)) },
  {
    name: "paid",
    async reach(page, desk) {
      await desk.confirm(await authenticated(page, desk));
      await page.reload();
    },
  },
  { name: "unknown", reach: async (page, desk) => void (await page.goto(`${desk.url}/checkout?token=x`)) },
];
