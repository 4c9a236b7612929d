// @vitest-environment happy-dom
// @vitest-environment-options { "url": "https://shop.example/cart/?step=2" }
import { openCheckoutSchema } from "@wonflow/core";
import { describe, expect, test } from "vitest";

import { readOrder, webAddress, type Order } from "./order.ts";

const order: Order = {
  customerId: "2b7d1f0c-buyer",
  orderId: "order-20261120-0001",
  orderName: "녹차",
  amount: { value: 10_000 },
  successUrl: "https://shop.example/ok",
  failUrl: "https://shop.example/fail",
};

describe("the method of an order", () => {
  test.each(["CARD", "TRANSFER", "KAKAOPAY", "NAVERPAY", "TOSSPAY", "SAMSUNGPAY", "PAYCO"] as const)("%s", (method) => {
    expect(readOrder({ ...order, method }, "ko").method).toBe(method);
  });

  test.each([null, undefined])("left out as %s is no method", (method) => {
    expect(readOrder({ ...order, method }, "ko")).not.toHaveProperty("method");
  });

  test.each(["KEYIN", "kakaopay", "EASY_PAY", 7])("%s is refused with the list", (method) => {
    const read = () => readOrder({ ...order, method } as unknown as Order, "en");
    const detail = {
      field: "method",
      code: "INVALID_REQUEST",
      problem: expect.stringContaining("KAKAOPAY") as unknown,
    };
    expect(read).toThrow(expect.objectContaining({ code: "INVALID_REQUEST", details: [detail] }));
  });
});

describe("an order", () => {
  test.each([
    [
      "customerId",
      "customerId",
      ["ab", "@@ANONYMOUS", "a-_=.@", "x".repeat(50)],
      ["a", "x".repeat(51), "김", "a b", 12],
      "INVALID_CUSTOMER_ID",
    ],
    [
      "orderId",
      "orderId",
      ["a".repeat(16), "A-_9".repeat(12)],
      ["a".repeat(15), "a".repeat(51), "order 20261120 0001", 1e15],
      "INVALID_ORDER_ID",
    ],
    [
      "orderName",
      "orderName",
      ["a", "차".repeat(100), "🍜".repeat(100)],
      ["a".repeat(101), "🍜".repeat(101), 7],
      "INVALID_REQUEST",
    ],
    [
      "amount.value",
      "amount",
      [{ value: 1 }, { value: Number.MAX_SAFE_INTEGER }, { value: 1, currency: "KRW" }, { value: 1, currency: null }],
      [{ value: 0 }, { value: -1 }, { value: 1.5 }, { value: Number.NaN }, { value: 2 ** 53 }, { value: "1000" }],
      "INVALID_AMOUNT",
    ],
    [
      "amount.currency",
      "amount",
      [],
      ["USD", "krw", 410].map((currency) => ({ value: 1, currency })),
      "INVALID_AMOUNT",
    ],
    [
      "successUrl",
      "successUrl",
      ["/ok", "http://shop.example"],
      ["javascript:alert(1)", "https://", "mailto:a@b.example", 5],
      "INVALID_URL",
    ],
    ["failUrl", "failUrl", ["?failed"], ["data:text/html,x"], "INVALID_URL"],
  ] as const)("%s", (name, field, right, wrong, code) => {
    for (const value of right) {
      const read = readOrder({ ...order, [field]: value } as Order, "en");
      expect(openCheckoutSchema.safeParse(read).success).toBe(true);
    }
    for (const value of wrong) {
      const read = () => readOrder({ ...order, [field]: value } as unknown as Order, "en");
      expect(read).toThrow(
        expect.objectContaining({ code, details: [expect.objectContaining({ field: name, code })] }),
      );
      expect(read).toThrow(expect.objectContaining({ hint: expect.stringContaining(name) }));
      // The SDK must not refuse what the service would take.
      expect(openCheckoutSchema.safeParse({ ...order, [field]: value }).success).toBe(false);
    }
    for (const value of [undefined, null, ""]) {
      const read = () => readOrder({ ...order, [field]: value } as unknown as Order, "en");
      expect(read).toThrow(expect.objectContaining({ code: "MISSING_FIELD" }));
    }
  });

  test("names every field that is wrong", () => {
    const read = () => readOrder({ ...order, orderId: "7", amount: { value: 0.5 }, failUrl: "" }, "ko");
    expect(read).toThrow(
      expect.objectContaining({
        code: "INVALID_ORDER_ID",
        message: "결제할 수 없어요. 상점에 문의해 주세요.",
        hint: "Use 16 to 50 letters, digits, - or _ (orderId, amount.value, failUrl)",
        details: [
          { field: "orderId", code: "INVALID_ORDER_ID", problem: "Use 16 to 50 letters, digits, - or _" },
          { field: "amount.value", code: "INVALID_AMOUNT", problem: "Use a whole number of won, at least 1" },
          { field: "failUrl", code: "MISSING_FIELD", problem: "Fill in what is missing" },
        ],
      }),
    );
  });

  test("may name its currency, which is not sent", () => {
    const more = { ...order, amount: { value: 1, currency: "KRW" } };
    expect(readOrder(more, "en")).toEqual({ ...order, amount: { value: 1 } });
  });

  test.each([
    [{ metadata: { a: 1 } }, "metadata"],
    [{ succesUrl: "/ok" }, "succesUrl"],
    [{ amount: { value: 1, taxFree: 1 } }, "amount.taxFree"],
  ])("with %j is refused, with the name", (changes, field) => {
    const details = [{ field, code: "UNKNOWN_FIELD", problem: "Remove or rename it: there is no such field" }];
    expect(() => readOrder({ ...order, ...changes } as Order, "en")).toThrow(expect.objectContaining({ details }));
  });

  test.each([
    ["/ok", "https://shop.example/ok"],
    ["ok?a=1#b", "https://shop.example/cart/ok?a=1#b"],
    ["?failed", "https://shop.example/cart/?failed"],
    ["//other.example/ok", "https://other.example/ok"],
    ["http://other.example/ok?주문=1", "http://other.example/ok?%EC%A3%BC%EB%AC%B8=1"],
  ])("has %s made absolute", (link, address) => {
    expect(readOrder({ ...order, successUrl: link }, "en").successUrl).toBe(address);
    expect(webAddress(link)).toBe(address);
  });
});
