import type { Page } from "playwright-core";
import { fillCard } from "./buyer-page.ts";
import type { CheckoutService } from "./checkout-service.ts";

/** A state of the checkout page: how a buyer gets there from the link, and how to recognize it. */
export interface PageState {
  readonly name: string;
  readonly reach: (page: Page, service: CheckoutService) => Promise<void>;
}

async function authenticated(page: Page, service: CheckoutService): Promise<string> {
  const { url } = await service.openLink();
  await page.goto(url);
  await fillCard(page);
  await page.click("#pay");
  await page.waitForURL(/\/shop\/ok/);
  const landingUrl = page.url();
  await page.goto(url);
  return landingUrl;
}

async function openForm(page: Page, service: CheckoutService): Promise<void> {
  await page.goto((await service.openLink()).url);
}

/** Puts an end in the form's place, as the script does where a call is answered so. */
function refusedWith(code: string, status: number, ended?: object): PageState["reach"] {
  return async (page, service) => {
    await openForm(page, service);
    const redirectUrl = `${service.url}/shop/fail?code=PAY_PROCESS_ABORTED`;
    if (ended !== undefined) {
      await page.route("**/checkout/session", (route) => route.fulfill({ json: { ...ended, redirectUrl } }));
    }
    await page.route("**/authenticate", (route) => route.fulfill({ status, json: { statusCode: status, code } }));
    await fillCard(page);
    await page.click("#pay");
    await page.waitForFunction(() => document.querySelector("form[aria-busy=true]") === null);
  };
}

function receipt(cards: number, canceled?: number): PageState["reach"] {
  return async (page, service) => void (await page.goto(await service.openReceipt(cards, canceled)));
}

/** Every state that the pages of checkout and receipts can be in. */
export const pageStates: readonly PageState[] = [
  { name: "empty", reach: openForm },
  {
    name: "a small amount",
    reach: async (page, service) => void (await page.goto((await service.openLink({ amount: 9_900 })).url)),
  },
  {
    name: "several methods",
    async reach(page, service) {
      const methods = ["KEYIN", "CARD", "KAKAOPAY", "NAVERPAY", "TRANSFER"] as const;
      await page.goto((await service.openLink({ methods })).url);
    },
  },
  {
    name: "filled",
    async reach(page, service) {
      await openForm(page, service);
      await fillCard(page);
    },
  },
  {
    name: "company card",
    async reach(page, service) {
      await openForm(page, service);
      await page.locator("label:has(#corporate)").click();
      await page.locator("#registNo").pressSequentially("1234567890");
    },
  },
  {
    name: "wrong",
    async reach(page, service) {
      await openForm(page, service);
      await fillCard(page, { number: "4000000000110008", expiry: "1339", passwordFront2: "", registNo: "9001" });
      await page.click("#pay");
    },
  },
  {
    name: "terms",
    async reach(page, service) {
      await page.goto((await service.openLink({ telling: true })).url);
      await page.check("#agreed");
    },
  },
  {
    name: "terms not agreed to",
    async reach(page, service) {
      await page.goto((await service.openLink({ telling: true })).url);
      await fillCard(page);
      await page.click("#pay");
    },
  },
  {
    name: "sending",
    async reach(page, service) {
      await openForm(page, service);
      await page.route("**/authenticate", () => {});
      await fillCard(page);
      await page.click("#pay");
    },
  },
  {
    name: "offline",
    async reach(page, service) {
      await openForm(page, service);
      await fillCard(page);
      await page.context().setOffline(true);
      await page.waitForSelector("#notice > *");
    },
  },
  {
    name: "waiting for long",
    async reach(page, service) {
      await page.clock.install();
      await openForm(page, service);
      await page.route("**/authenticate", () => {});
      await fillCard(page);
      await page.click("#pay");
      await page.clock.runFor(8_500);
      await page.clock.resume();
    },
  },
  {
    name: "refused, can be corrected",
    async reach(page, service) {
      await openForm(page, service);
      await fillCard(page, { passwordFront2: "99" });
      await page.click("#pay");
      await page.waitForSelector("#tries:not([hidden])");
    },
  },
  {
    name: "refused, another card",
    async reach(page, service) {
      await openForm(page, service);
      await fillCard(page, { number: "4000000100030008" });
      await page.click("#pay");
      await page.waitForSelector("#another:not([hidden])");
    },
  },
  {
    name: "leaving",
    async reach(page, service) {
      await openForm(page, service);
      await fillCard(page);
      await page.click("#leave");
      await page.waitForSelector("#leaving[open]");
    },
  },
  {
    name: "being checked",
    async reach(page, service) {
      const { url } = await service.openLink();
      await page.goto(url);
      service.beforeAuthenticating = new Promise(() => {});
      await fillCard(page);
      const before = service.authentications;
      await page.click("#pay");
      while (service.authentications === before) await new Promise((resolve) => setTimeout(resolve, 20));
      await page.goto(url);
      await page.waitForSelector(".checking");
      service.beforeAuthenticating = Promise.resolve();
    },
  },
  {
    name: "while the shop confirms",
    async reach(page, service) {
      await openForm(page, service);
      service.successPage = "none";
      await fillCard(page);
      await page.locator("#pay").dispatchEvent("click");
      await page.waitForSelector(".paying");
      while (service.requests.at(-1)?.startsWith("/shop/ok") !== true) await page.waitForTimeout(20);
      service.successPage = "shown";
    },
  },
  {
    name: "another card was first",
    async reach(page, service) {
      const { url, token } = await service.openLink();
      await page.goto(url);
      const first = { number: "5400000000410006", expiryMonth: "12", expiryYear: "39", registNo: "900101" };
      await service.payments.checkout.authenticate(token, { ...first, passwordFront2: "12" });
      await fillCard(page);
      await page.click("#pay");
      await page.waitForSelector(".authenticated");
    },
  },
  { name: "answer lost", reach: refusedWith("FAILED_INTERNAL_SYSTEM_PROCESSING", 500) },
  { name: "expired", reach: refusedWith("EXPIRED_PAYMENT_SESSION", 410, { status: "EXPIRED", endedBy: "TIME" }) },
  {
    name: "too many tries",
    async reach(page, service) {
      const { url, token } = await service.openLink();
      const wrong = { number: "4000000100030008", expiryMonth: "12", expiryYear: "39", registNo: "900101" };
      const card = { ...wrong, passwordFront2: "12" };
      for (let tries = 1; tries <= 5; tries += 1) await service.payments.checkout.authenticate(token, card);
      await page.goto(url);
    },
  },
  {
    name: "given up",
    async reach(page, service) {
      await authenticated(page, service);
      await page.click("#take-back");
      await page.waitForURL(/\/shop\/fail/);
      await page.goBack();
      await page.reload();
    },
  },
  { name: "superseded", reach: refusedWith("INVALIDATED_PAYMENT_SESSION", 410, { status: "SUPERSEDED" }) },
  { name: "authenticated", reach: async (page, service) => void (await authenticated(page, service)) },
  {
    name: "paid",
    async reach(page, service) {
      await service.confirm(await authenticated(page, service));
      await page.reload();
    },
  },
  { name: "unknown", reach: async (page, service) => void (await page.goto(`${service.url}/checkout?token=x`)) },
  { name: "receipt", reach: receipt(1) },
  { name: "receipt, canceled in part", reach: receipt(1, 25_000) },
  { name: "receipt of two cards", reach: receipt(2) },
  { name: "receipt, canceled", reach: receipt(2, 60_000) },
  { name: "no receipt", reach: async (page, service) => void (await page.goto(`${service.url}/receipts/rc_x`)) },
];
