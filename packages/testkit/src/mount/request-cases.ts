import { expect } from "vitest";

import type { Cases } from "./case-context.ts";

export const pathCases: Cases = {
  async "HEAD is answered as GET without the body"({ ask }) {
    const { status, text, headers } = await ask("HEAD", "/healthz");
    expect([status, text, headers.get("Content-Type")]).toEqual([200, "", "application/json"]);
    expect((await ask("HEAD", "/nowhere")).status).toBe(404);
  },

  async "OPTIONS lets pages of other origins open a checkout, and call nothing else"({ ask }) {
    const headers = { Origin: "https://shop.example", "Access-Control-Request-Method": "POST" };
    const open = await ask("OPTIONS", "/checkout/sessions", { headers });
    expect(open.status).toBe(204);
    expect(open.headers.get("Access-Control-Allow-Origin")).toBe("*");
    expect(open.headers.get("Access-Control-Allow-Headers")).toBe("Authorization, Content-Type");
    const closed = await ask("OPTIONS", "/px/intents/confirm", { headers });
    expect([closed.status, closed.headers.get("Access-Control-Allow-Origin")]).toEqual([204, null]);
  },

  async "DELETE reaches its operation"({ ask }) {
    const { status, json } = await ask("DELETE", "/px/billing/none");
    expect([status, json["statusCode"], String(json["code"])]).toEqual([404, 404, "NOT_FOUND_BILLING"]);
  },

  async "an unsupported method is 405 and an unknown path 404, in the service's own shape"({ ask }) {
    const method = await ask("PATCH", "/px/intents/confirm", { body: {} });
    expect([method.status, method.json["code"]]).toEqual([405, "METHOD_NOT_ALLOWED"]);
    expect(method.headers.get("Allow")).toBe("POST, OPTIONS");
    const path = await ask("POST", "/nowhere", { body: {} });
    expect([path.status, path.json["code"]]).toEqual([404, "NOT_FOUND_PATH"]);
    expect(path.headers.get("Trace-Id")).toBe(path.json["traceId"]);
  },

  async "a trailing slash has no effect: it is explained or redirected"({ url, ask, authenticated, status }) {
    const confirmation = await authenticated();
    const { json, headers, ...answer } = await ask("POST", "/px/intents/confirm/", { body: confirmation });
    if (answer.status === 404) {
      expect(json["details"]).toEqual([
        {
          field: "path",
          code: "NOT_FOUND_PATH",
          problem: expect.stringMatching(/^has a trailing slash: ask for http\S+\/px\/intents\/confirm$/) as unknown,
        },
      ]);
    } else {
      const to = new URL(headers.get("Location") ?? "", url).pathname;
      expect([answer.status, to]).toEqual([308, `${new URL(url).pathname}/px/intents/confirm`]);
    }
    expect(await status()).toBe("IN_PROGRESS");
  },

  async "percent-encoded parts of a path arrive as they were"({ ask, order, openSession }) {
    await openSession();
    const { status, json } = await ask("GET", `/px/intents/orders/${order.orderId.replaceAll("-", "%2D")}`);
    expect([status, json["orderId"]]).toEqual([200, order.orderId]);
    expect((await ask("GET", "/px/intents/orders/a%2Fb")).json["code"]).toBe("NOT_FOUND_PAYMENT");
  },
};

const bytes = (text: string) => new TextEncoder().encode(text);
const json = { "Content-Type": "application/json" };

const limit = 64 * 1024;

export const bodyCases: Cases = {
  async "one without a Content-Type is read as JSON"({ ask, order }) {
    const { status } = await ask("POST", "/px/payfront/sessions", { body: bytes(JSON.stringify(order)) });
    expect(status).toBe(201);
  },

  async "one of a foreign type is 415"({ ask, order }) {
    const headers = { "Content-Type": "text/csv" };
    const body = bytes(JSON.stringify(order));
    const { status, json: answer } = await ask("POST", "/px/payfront/sessions", { body, headers });
    expect([status, answer["code"]]).toEqual([415, "UNSUPPORTED_MEDIA_TYPE"]);
  },

  async "invalid JSON is 400"({ ask, bodiesAreReadBefore }) {
    const { status, json: answer } = await ask("POST", "/px/intents/confirm", { body: bytes("{"), headers: json });
    expect([status, answer["code"]]).toEqual([400, bodiesAreReadBefore ? undefined : "INVALID_JSON"]);
  },

  async "a missing body is accepted if none is needed"({ ask, openSession }) {
    const token = new URL(await openSession()).searchParams.get("token") ?? "";
    const { status } = await ask("POST", "/checkout/session/give-up", {
      headers: { Authorization: `Bearer ${token}` },
    });
    expect(status).toBe(200);
  },

  async "the largest allowed body arrives whole"({ ask, order }) {
    const text = JSON.stringify(order);
    const body = bytes(text + " ".repeat(limit - bytes(text).length));
    const { status } = await ask("POST", "/px/payfront/sessions", { body, headers: json });
    expect([body.byteLength, status]).toEqual([limit, 201]);
  },

  async "a larger body, also beyond a framework's limit, is 413, and the connection's next request is answered"(shop) {
    const { ask, bodiesAreReadBefore } = shop;
    for (const size of [limit + 1, 200_000, 1_500_000]) {
      const body = bytes(JSON.stringify("p".repeat(size - 2)));
      const { status, json: answer } = await ask("POST", "/px/intents/confirm", { body, headers: json });
      expect([size, status]).toEqual([size, 413]);
      if (!bodiesAreReadBefore) expect(answer["code"]).toBe("REQUEST_TOO_LARGE");
      expect((await ask("GET", "/healthz")).status).toBe(200);
    }
  },
};

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
