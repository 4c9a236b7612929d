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
