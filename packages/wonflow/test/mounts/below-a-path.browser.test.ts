import type { RequestListener } from "node:http";

import { documentationMerchant } from "@wonflow/core";
import { launchChromium } from "@wonflow/testkit/chromium";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";

import { mounts } from "./frameworks.ts";
import { openMounted, type Mount } from "./mounted-service.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

/** The shop's page beside the mount. The SDK finds the service by its script's own address. */
const cart = `<!doctype html><html lang="en"><title>shop</title><button id="buy">Buy</button>
<script src="/pay/payments-sdk/v1"></script><script>
document.querySelector("#buy").addEventListener("click", () =>
  PaymentsSDK.createSDK("test_ck_docs", { display: "overlay" })
    .payment({ customerId: PaymentsSDK.constants.ANONYMOUS })
    .requestPayment({
      amount: { value: 10000 }, orderId: "order-20261120-0001", orderName: "Green tea",
      successUrl: "/shop/ok", failUrl: "/shop/fail",
    }));
</script></html>`;

const besideShop = (mount: Mount): Mount => {
  return async (handler) => {
    const mounted: RequestListener = await mount(handler);
    return (request, response) => {
      if (request.url?.startsWith("/shop") !== true) return mounted(request, response);
      response.setHeader("Content-Type", "text/html; charset=utf-8").end(cart);
    };
  };
};

const below = Object.entries(mounts).filter(([name]) => /^(?:Express 5|Fastify 5)$/.test(name));

test.each(below)("%s: a buyer pays above the shop's page, and reads the receipt", async (_name, mount) => {
  const { url, payments, close } = await openMounted(besideShop(mount), { at: "/pay" });
  onTestFinished(close);
  const page = await browser.newPage({ locale: "en-US" });
  onTestFinished(() => page.close());
  const failed: string[] = [];
  page.on("pageerror", (error) => failed.push(String(error)));
  page.on("console", (message) => message.type() === "error" && failed.push(message.text()));
  page.on("response", (answer) => answer.status() >= 400 && failed.push(`${answer.status()} ${answer.url()}`));

  await page.goto(url.replace("/pay", "/shop"));
  await page.click("#buy");
  const checkout = page.frameLocator("iframe");
  const card = { number: "4000000000110009", expiry: "1239", passwordFront2: "12", registNo: "900101" };
  for (const [name, text] of Object.entries(card)) await checkout.locator(`#${name}`).pressSequentially(text);
  await checkout.locator("#pay").click();
  await page.waitForURL(/\/shop\/ok\?/);
  const { orderId = "", intentKey = "", amount } = Object.fromEntries(new URL(page.url()).searchParams);

  const confirmed = await payments.intents.confirm(documentationMerchant, {
    intentKey,
    orderId,
    amount: Number(amount),
  });
  if (!confirmed.ok) throw new Error(confirmed.error.code);
  await page.goto(confirmed.value.receipt?.candyUrl ?? "");
  expect(page.url()).toContain(`${url}/receipts/`);
  expect(await page.innerText("main")).toContain("10,000");
  // What a browser asks by itself is no part of the shop.
  expect(failed.filter((text) => !text.includes("favicon"))).toEqual([]);
});
