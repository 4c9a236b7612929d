// @vitest-environment happy-dom
import { keyTypeOf } from "@wonflow/core";
import { anonymousCustomer } from "@wonflow/core/internal";
import { afterEach, describe, expect, test, vi } from "vitest";

import { constants, createSDK } from "./sdk.ts";

const baseUrl = "https://pay.example";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("createSDK", () => {
  test.each([
    ["a secret key", "test_sk_docs", baseUrl, "SECRET_KEY_IN_BROWSER"],
    ["a live secret key", "live_sk_4f5a", baseUrl, "SECRET_KEY_IN_BROWSER"],
    ["another service's secret key", "sk_live_4f5a", baseUrl, "SECRET_KEY_IN_BROWSER"],
    ["an empty key", "", baseUrl, "INVALID_CLIENT_KEY"],
    ["a key of no mode", "ck_docs", baseUrl, "INVALID_CLIENT_KEY"],
    ["a key with a space", "test_ck_docs ", baseUrl, "INVALID_CLIENT_KEY"],
    ["an unset variable", undefined as unknown as string, baseUrl, "INVALID_CLIENT_KEY"],
    ["no address", "test_ck_docs", undefined, "INVALID_BASE_URL"],
    ["an address without its host", "test_ck_docs", "/pay", "INVALID_BASE_URL"],
    ["an address of another kind", "test_ck_docs", "ftp://pay.example", "INVALID_BASE_URL"],
  ])("refuses %s at once, and never repeats the key", (_, key, url, code) => {
    const create = () => createSDK(key, url === undefined ? {} : { baseUrl: url });
    expect(create).toThrow(expect.objectContaining({ name: "PaymentsError", code }));
    if (key) expect(create).not.toThrow(key);
  });

  test.each(["test_ck_docs", "live_ck_4f5a-_", "test_ck_", "test_sk_docs", "ck_docs", `live_ck_${"x".repeat(101)}`])(
    "takes %s where the service knows it as a client key, and only there",
    (key) => {
      const create = () => createSDK(key, { baseUrl });
      if (keyTypeOf(key) === "client") expect(create).not.toThrow();
      else expect(create).toThrow();
    },
  );

  test("throws on a server", () => {
    vi.stubGlobal("document", undefined);
    expect(() => createSDK("test_ck_docs", { baseUrl })).toThrow(expect.objectContaining({ code: "NOT_IN_BROWSER" }));
  });

  test.each([
    ["ko", "ko-KR", undefined, /상점에 문의/],
    ["en", "en-GB", undefined, /ask the shop/],
    ["Korean if the browser prefers neither", "fr-FR", undefined, /상점에 문의/],
    ["the option above the browser", "ko-KR", "en" as const, /ask the shop/],
  ])("speaks %s", (_, browser, language, message) => {
    vi.stubGlobal("navigator", { language: browser });
    expect(() => createSDK("test_sk_docs", language === undefined ? {} : { language })).toThrow(message);
  });

  test.each([undefined, null, {}])("a buyer who is left out (%j) is a field that is missing", async (buyer) => {
    vi.spyOn(console, "error").mockReturnValue();
    const payment = createSDK("test_ck_docs", { baseUrl }).payment(buyer as never);
    const order = {
      amount: { value: 10_000 },
      orderId: "order-20261120-0001",
      orderName: "Green tea",
      successUrl: "/ok",
      failUrl: "/fail",
    };
    const missing = { name: "PaymentsError", code: "MISSING_FIELD", hint: "Fill in what is missing (customerId)" };
    await expect(payment.requestPayment(order)).rejects.toMatchObject(missing);
    await expect(payment.requestPayment(undefined as never)).rejects.toMatchObject({ code: "MISSING_FIELD" });
  });

  test("logs the problem to the console for developers, as the message is for buyers", () => {
    const logged = vi.spyOn(console, "error").mockReturnValue();
    expect(() => createSDK("test_sk_docs", { baseUrl })).toThrow(
      expect.objectContaining({ hint: expect.stringContaining("secret key") }),
    );
    expect(logged.mock.calls).toEqual([[expect.stringMatching(/^Wonflow: .*secret key/)]]);
  });

  test("sends nothing", () => {
    const fetch = vi.fn();
    vi.stubGlobal("fetch", fetch);
    createSDK("test_ck_docs", { baseUrl }).payment({ customerId: constants.ANONYMOUS });
    expect(constants.ANONYMOUS).toBe(anonymousCustomer);
    expect(fetch).not.toHaveBeenCalled();
  });
});
