import { expect } from "vitest";
import type { Cases } from "./case-context.ts";

export const paymentCases: Cases = {
  async "is made, confirmed, shown and canceled"({ url, ask, order, openSession, pay }) {
    const checkoutUrl = await openSession();
    expect(checkoutUrl).toMatch(new RegExp(`^${url}/checkout\\?token=cs_1_test_`));
    const page = await fetch(checkoutUrl);
    expect([page.status, page.headers.get("Content-Type")]).toEqual([200, "text/html; charset=utf-8"]);
    const [, source = ""] = /<script src="([^"]+)"/.exec(await page.text()) ?? [];
    const script = await fetch(new URL(source, checkoutUrl));
    expect([script.status, script.headers.get("Content-Type")]).toEqual([200, "text/javascript; charset=utf-8"]);

    const confirmation = await pay(checkoutUrl);
    const confirmed = await ask("POST", "/px/intents/confirm", { body: confirmation });
    expect([confirmed.status, confirmed.json["status"]]).toEqual([200, "DONE"]);
    const { candyUrl } = confirmed.json["receipt"] as { readonly candyUrl: string };
    expect(candyUrl.startsWith(`${url}/receipts/`)).toBe(true);
    const receipt = await fetch(candyUrl);
    expect([receipt.status, await receipt.text()]).toEqual([200, expect.stringContaining("10,000")]);

    const cancel = `/px/intents/orders/${order.orderId}/cancel`;
    const canceled = await ask("POST", cancel, { body: { cancelReason: "out of stock" } });
    expect([canceled.status, canceled.json["status"]]).toEqual([200, "CANCELED"]);
  },

  async "is opened by a page with the SDK, which is served below the mount"({ url, ask, order }) {
    const script = await fetch(`${url}/payments-sdk/v1`);
    expect([script.status, await script.text()]).toEqual([200, expect.stringContaining("PaymentsSDK")]);
    const headers = { Authorization: "Basic test_ck_docs:", Origin: "https://shop.example" };
    const opened = await ask("POST", "/checkout/sessions", { body: order, headers });
    expect([opened.status, opened.headers.get("Access-Control-Allow-Origin")]).toEqual([201, "*"]);
  },

  async "has one answer under an idempotency key"({ ask, order }) {
    const headers = { "Idempotency-Key": crypto.randomUUID() };
    const first = await ask("POST", "/px/payfront/sessions", { body: order, headers });
    const again = await ask("POST", "/px/payfront/sessions", { body: order, headers });
    expect([first.status, again.status, again.json]).toEqual([201, 201, first.json]);
    const other = await ask("POST", "/px/payfront/sessions", { body: { ...order, orderName: "Tea" }, headers });
    expect([other.status, other.json["code"]]).toEqual([422, "IDEMPOTENCY_KEY_REUSED"]);
  },
};
