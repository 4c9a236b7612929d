import { describe, expect, test, vi } from "vitest";

import { isPaymentsError, isUserCancel, PaymentsError } from "./payments-error.ts";

const canceled = new PaymentsError("PAY_PROCESS_CANCELED", "…");

describe("isUserCancel", () => {
  test.each([
    ["the error", canceled, true],
    ["another error", new PaymentsError("REJECT_CARD_COMPANY", "…"), false],
    ["an error of another library", Object.assign(new Error("…"), { code: "PAY_PROCESS_CANCELED" }), false],
    ["the code", "PAY_PROCESS_CANCELED", true],
    ["another code", "PAY_PROCESS_ABORTED", false],
    ["an address", "https://shop.example/fail?a=1&code=PAY_PROCESS_CANCELED&message=x", true],
    ["an address with a fragment", "https://shop.example/fail?code=PAY_PROCESS_CANCELED#top", true],
    ["the code in a fragment only", "https://shop.example/fail#?code=PAY_PROCESS_CANCELED", false],
    ["a question mark in a parameter", "https://shop.example/fail?next=a?b&code=PAY_PROCESS_CANCELED", true],
    ["the code as another parameter", "/fail?message=PAY_PROCESS_CANCELED", false],
    ["a query string", "?code=PAY_PROCESS_CANCELED", true],
    ["a query string without its mark", "intentKey=x&code=PAY_PROCESS_CANCELED", true],
    ["a URL", new URL("https://shop.example/fail?code=PAY_PROCESS_CANCELED"), true],
    ["a URL of another failure", new URL("https://shop.example/fail?code=REJECT_CARD_COMPANY"), false],
    ["parameters", new URLSearchParams("code=PAY_PROCESS_CANCELED"), true],
    ["no parameters", new URLSearchParams(), false],
    ["nothing", undefined, false],
    ["null", null, false],
    ["an empty string", "", false],
    ["an object that can't become a string", Object.create(null), false],
    ["a symbol", Symbol("PAY_PROCESS_CANCELED"), false],
  ])("of %s", (_, value, expected) => {
    expect(isUserCancel(value)).toBe(expected);
  });
});

describe("an error", () => {
  test("is one, with what is known of it", () => {
    const cause = new TypeError("offline");
    const error = new PaymentsError("NETWORK_ERROR", "no connection", { retryable: true, cause });
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({
      name: "PaymentsError",
      message: "no connection",
      retryable: true,
      details: [],
      cause,
    });
    expect(String(error)).toBe("PaymentsError: NETWORK_ERROR: no connection");
  });

  test("is known across copies of the package, and nothing else is", async () => {
    vi.resetModules();
    const copy = await import("./payments-error.ts");
    expect(copy.PaymentsError).not.toBe(PaymentsError);
    expect(copy.isPaymentsError(canceled)).toBe(true);
    expect(copy.isUserCancel(canceled)).toBe(true);
    for (const other of [new Error("x"), { code: "PAY_PROCESS_CANCELED" }, null, "x"]) {
      expect(isPaymentsError(other)).toBe(false);
    }
  });
});
