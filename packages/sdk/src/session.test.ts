// @vitest-environment happy-dom
import { afterEach, describe, expect, test, vi } from "vitest";

import { giveUp, openSession, type Connection } from "./session.ts";

const connection: Connection = { baseUrl: "https://pay.example/api", clientKey: "test_ck_docs", language: "en" };
const order = {
  customerId: "2b7d1f0c-buyer",
  orderId: "order-20261120-0001",
  orderName: "Green tea",
  amount: { value: 10_000 },
  successUrl: "https://shop.example/ok",
  failUrl: "https://shop.example/fail",
};
const session = {
  token: "t.7",
  checkoutUrl: "https://pay.example/checkout?token=t.7",
  expiresAt: "2026-11-20T12:00:00Z",
};

afterEach(() => vi.unstubAllGlobals());

/** The service's next answer; what it is asked is kept. */
function serviceAnswers(status: number, body: unknown) {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const fetch = vi.fn(async (_url: string, _request: RequestInit) => new Response(text, { status }));
  vi.stubGlobal("fetch", fetch);
  return fetch;
}

test("a session is opened with the client key", async () => {
  const fetch = serviceAnswers(201, session);
  const { token, checkoutUrl } = session;
  // The page speaks the language of the SDK.
  await expect(openSession(connection, order)).resolves.toEqual({ token, checkoutUrl: `${checkoutUrl}&lang=en` });
  const [[url, request] = ["", {}]] = fetch.mock.calls;
  expect(url).toBe("https://pay.example/api/checkout/sessions");
  expect(request).toMatchObject({
    method: "POST",
    credentials: "omit",
    headers: {
      Authorization: `Basic ${btoa("test_ck_docs:")}`,
      "Content-Type": "application/json",
      "Accept-Language": "en",
    },
  });
  expect(JSON.parse(request.body as string)).toEqual(order);
});

test("giving a session up sends its token", async () => {
  const fetch = serviceAnswers(200, { redirectUrl: "https://shop.example/fail?code=PAY_PROCESS_CANCELED" });
  await expect(giveUp(connection, "t.7")).resolves.toMatchObject({
    url: "https://shop.example/fail?code=PAY_PROCESS_CANCELED",
  });
  const [[url, request] = ["", {}]] = fetch.mock.calls;
  expect(url).toBe("https://pay.example/api/checkout/session/give-up");
  expect(request.headers).toMatchObject({ Authorization: "Bearer t.7" });
});

test.each([
  ["ALREADY_PROCESSED_PAYMENT", "too-late"],
  ["EXPIRED_PAYMENT_SESSION", "ended"],
  ["INVALIDATED_PAYMENT_SESSION", "ended"],
  ["NOT_FOUND_PAYMENT_SESSION", "ended"],
  ["CONCURRENT_REQUEST", "unknown"],
])("giving up that is refused with %s is %s", async (code, expected) => {
  serviceAnswers(400, refused(code));
  expect(await giveUp(connection, "t.7")).toBe(expected);
});

const details = [{ field: "orderId", code: "INVALID_ORDER_ID", problem: "must be …" }];
const refused = (code: string, more = {}) => ({ statusCode: 400, code, message: "why", traceId: "trace-1", ...more });

describe("what the service answers", () => {
  test.each([
    [
      "a refusal",
      400,
      refused("DUPLICATED_ORDER_ID"),
      {
        code: "DUPLICATED_ORDER_ID",
        message: "This order has been paid already.",
        hint: "why",
        traceId: "trace-1",
        retryable: false,
      },
    ],
    [
      "a refusal of fields",
      400,
      refused("INVALID_ORDER_ID", { details }),
      { code: "INVALID_ORDER_ID", details, hint: "why; orderId must be …" },
    ],
    ["a code that is newer than this", 403, refused("SOMETHING_NEW"), { code: "SOMETHING_NEW" }],
    ["too many requests", 429, refused("TOO_MANY_REQUESTS"), { code: "TOO_MANY_REQUESTS", retryable: true }],
    ["a conflict", 409, refused("CONCURRENT_REQUEST"), { code: "CONCURRENT_REQUEST", retryable: true }],
    ["a failure", 500, refused("FAILED_INTERNAL_SYSTEM_PROCESSING"), { retryable: true }],
    ["a proxy's page", 502, "<h1>Bad gateway</h1>", { code: "UNEXPECTED_RESPONSE", retryable: true }],
    ["another service", 404, { error: "no such path" }, { code: "UNEXPECTED_RESPONSE", retryable: false }],
    ["a number for a code", 400, { code: 404, message: "x" }, { code: "UNEXPECTED_RESPONSE" }],
    ["null", 500, null, { code: "UNEXPECTED_RESPONSE" }],
    ["a page where JSON belongs", 200, "<h1>Sign in</h1>", { code: "UNEXPECTED_RESPONSE" }],
    ["a session without an address", 201, { token: "t.7" }, { code: "UNEXPECTED_RESPONSE" }],
    [
      "a session with a script for an address",
      201,
      { ...session, checkoutUrl: "javascript:alert(1)" },
      { code: "UNEXPECTED_RESPONSE" },
    ],
  ])("%s", async (_, status, body, expected) => {
    serviceAnswers(status, body);
    await expect(openSession(connection, order)).rejects.toMatchObject({ name: "PaymentsError", ...expected });
  });

  test("nothing at all", async () => {
    const cause = new TypeError("Failed to fetch");
    vi.stubGlobal("fetch", async () => Promise.reject(cause));
    const failure = { code: "NETWORK_ERROR", retryable: true, cause };
    await expect(openSession(connection, order)).rejects.toMatchObject(failure);
    expect(await giveUp(connection, "t.7")).toBe("unknown");
  });
});
