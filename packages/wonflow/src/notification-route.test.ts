import { fakeClock } from "@wonflow/testkit";
import { describe, expect, test } from "vitest";
import { createHandler, type HandlerSettings } from "./handler.ts";
import { createPayments, memoryStore, sandboxGateway, silentLogger } from "./index.ts";

const longest = 16 * 1024;

/** A service with a gateway that takes messages signed with "right", and one that takes none. */
async function openService(settings: HandlerSettings = {}) {
  const gateway = await sandboxGateway();
  const payments = createPayments({
    store: memoryStore(),
    gateways: {
      test: {
        silent: gateway,
        speaking: {
          ...gateway,
          readNotification: ({ headers, body }) =>
            headers["x-signature"] === "right"
              ? { outcome: "look-at", keys: [body], reply: { contentType: "text/html", body: "OK" } }
              : { outcome: "forged" },
        },
        // It has to read the merchant's secret first.
        slow: {
          ...gateway,
          async readNotification({ headers }) {
            const signature = await Promise.resolve(headers["x-signature"]);
            if (signature === undefined) throw new Error("the secret can't be read");
            return { outcome: "look-at", keys: [], reply: { contentType: "text/html", body: "OK" } };
          },
        },
      },
    },
    secret: "s".repeat(32),
    logger: silentLogger,
  });
  const handler = createHandler(payments, { logger: silentLogger, ...settings });
  return async (name: string, init: RequestInit = {}) => {
    const url = `http://localhost:4242/gateways/${name}/notifications`;
    const response = await handler(new Request(url, { method: "POST", body: "window-1", ...init }), {
      remoteAddress: "192.0.2.1",
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
}

const signed = { headers: { "X-Signature": "right" } };

describe("a message of a gateway's provider", () => {
  test("gets the response of its adapter, also about an unknown payment", async () => {
    const send = await openService();
    const { status, headers, text } = await send("speaking", signed);
    expect([status, headers.get("Content-Type"), text]).toEqual([200, "text/html", "OK"]);
    expect(headers.get("Cache-Control")).toBe("no-store");
  });

  test("of an adapter that answers later gets its response, and is refused if it fails", async () => {
    const send = await openService();
    const { status, text } = await send("slow", signed);
    expect([status, text]).toEqual([200, "OK"]);
    expect((await send("slow")).status).toBe(403);
  });

  test.each(["silent", "missing", "__proto__", "%ED%95%9C"])("to %s has no recipient", async (name) => {
    const send = await openService();
    const { status, text } = await send(name, signed);
    expect([status, JSON.parse(text).code]).toEqual([404, "NOT_FOUND_PATH"]);
  });

  test("that is forged is refused", async () => {
    const send = await openService();
    const { status, text } = await send("speaking");
    expect([status, JSON.parse(text).code]).toEqual([403, "FORBIDDEN_REQUEST"]);
  });

  test.each([
    ["of 16 KiB is read", "x".repeat(longest), 200],
    ["that is longer is not read", "x".repeat(longest + 1), 413],
    ["is measured in bytes", "가".repeat(longest / 2), 413],
  ])("%s", async (_what, body, expected) => {
    const send = await openService();
    expect((await send("speaking", { ...signed, body })).status).toBe(expected);
  });

  test("by GET is no message", async () => {
    const send = await openService();
    const { status, headers } = await send("speaking", { method: "GET", body: null });
    expect([status, headers.get("Allow")]).toEqual([405, "POST, OPTIONS"]);
  });

  test("is counted by its address, forged or not", async () => {
    const clock = fakeClock(0);
    const rateLimits = { keylessByAddress: { count: 2, perMs: 1_000 } };
    const send = await openService({ clock, rateLimits, trustedProxies: [] });
    const statuses = [];
    for (const init of [{}, signed, signed]) statuses.push((await send("speaking", init)).status);
    expect(statuses).toEqual([403, 200, 429]);
    await clock.advance(1_000);
    expect((await send("speaking", signed)).status).toBe(200);
  });
});
