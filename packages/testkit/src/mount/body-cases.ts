import { expect } from "vitest";
import type { Cases } from "./case-context.ts";

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
