import { expect, test, describe } from "vitest";
import { openService, order, orderId } from "../test/open-service.ts";

test("a payment goes from its session to confirm, look-up, a part canceled, and the rest", async () => {
  const { call, authenticate } = await openService();

  const session = await call("POST", "/px/payfront/sessions", { body: order });
  expect(session.status).toBe(201);
  expect(session.body).toEqual({
    token: expect.stringMatching(/^cs_1_test_/),
    checkoutUrl: `https://pay.example/checkout?token=${session.json.token}`,
    expiresAt: "2026-11-20T14:33:07+09:00",
  });

  const shown = await call("GET", "/checkout/session", { headers: { Authorization: `Bearer ${session.json.token}` } });
  expect(shown.status).toBe(200);
  expect(shown.body).toEqual({
    merchantName: "Wonflow Docs",
    installmentMonths: [],
    seller: { businessName: "Wonflow Docs", businessRegistrationNumber: "1234567890", phone: "02-000-0000" },
    orderName: "녹차 100g",
    amount: 10_000,
    status: "OPEN",
    checking: false,
    triesLeft: 5,
    expiresAt: "2026-11-20T14:33:07+09:00",
    testMode: true,
  });

  const landed = await authenticate(session.json.token);
  expect(landed.origin + landed.pathname).toBe("https://shop.example/ok");
  const { intentKey = "", ...rest } = Object.fromEntries(landed.searchParams);
  expect(rest).toEqual({ cart: "7", orderId, amount: "10000" });
  expect(intentKey).toHaveLength(21);

  const payment = {
    intentKey,
    orderId,
    settlementId: null,
    orderName: "녹차 100g",
    mId: 1,
    totalAmount: 10_000,
    status: "IN_PROGRESS",
    requestedAt: "2026-11-20T14:03:07+09:00",
    methods: [
      {
        method: "KEYIN",
        amount: 10_000,
        keyin: { number: "400000******0009", installmentPlanMonths: 0, issuerCode: "11" },
      },
    ],
  };
  const waiting = await call("GET", `/px/intents/${intentKey}`);
  expect(waiting.status).toBe(200);
  expect(waiting.body).toEqual(payment);

  const confirmed = await call("POST", "/px/intents/confirm", { body: { intentKey, orderId, amount: 10_000 } });
  expect(confirmed.status).toBe(200);
  const receipt = { candyUrl: expect.any(String), perMethodUrls: [expect.any(String)] };
  const done = { ...payment, status: "DONE", approvedAt: "2026-11-20T14:03:07+09:00", receipt };
  expect(confirmed.body).toEqual(done);
  expect((await call("GET", `/px/intents/orders/${orderId}`)).body).toEqual(done);

  const part = { cancelReason: "한 봉지 품절", cancelAmount: 3_000 };
  const partly = await call("POST", `/px/intents/${intentKey}/cancel`, { body: part });
  expect(partly.status).toBe(200);
  const cancel = { canceledAt: "2026-11-20T14:03:07+09:00", inProgress: false };
  const amounts = { canceledAmount: 3_000, remainingAmount: done.totalAmount - 3_000 };
  expect(partly.body).toEqual({ ...done, status: "PARTIAL_CANCELED", cancel: { ...cancel, ...amounts } });

  const canceled = await call("POST", `/px/intents/orders/${orderId}/cancel`, { body: { cancelReason: "변심" } });
  expect(canceled.status).toBe(200);
  const all = { canceledAmount: done.totalAmount, remainingAmount: 0 };
  expect(canceled.body).toEqual({ ...done, status: "CANCELED", cancel: { ...cancel, ...all } });
});

const path = "/px/payfront/sessions";

/** The JSON of an order with one field written as it is. */
function textWith(field: string, json: string): string {
  return `${JSON.stringify({ ...order, [field]: undefined }).slice(0, -1)},"${field}":${json}}`;
}

describe("an order is refused, with the name of its field, whose", () => {
  test.each([
    ["amount", '{"value":1000,"currency":"USD"}', "INVALID_AMOUNT", "amount.currency"],
    ["amount", '{"value":1000,"currency":"krw"}', "INVALID_AMOUNT", "amount.currency"],
    ["amount", '{"value":1000,"currency":410}', "INVALID_AMOUNT", "amount.currency"],
    ["amount", '{"value":1000,"unit":"won"}', "INVALID_REQUEST", "amount.unit"],
    ["taxFreeAmount", "null", "INVALID_REQUEST", "taxFreeAmount"],
    ["ordername", '"x"', "INVALID_REQUEST", "ordername"],
    ["metadata", '{"a":1,"__proto__":"x"}', "INVALID_METADATA", "metadata.__proto__"],
    ["metadata", '{"__proto__":null}', "INVALID_METADATA", "metadata.__proto__"],
    ["metadata", '{"\\u005f_proto__":{"a":1}}', "INVALID_METADATA", "metadata.__proto__"],
    ["orderName", '"\\u200b\\u200b"', "INVALID_REQUEST", "orderName"],
    ["orderName", '"\\u3164"', "INVALID_REQUEST", "orderName"],
    ["orderName", '"녹차\\n100g"', "INVALID_REQUEST", "orderName"],
    ["orderName", `"${"🍜".repeat(101)}"`, "INVALID_REQUEST", "orderName"],
    ["kyc", '{"name":"\\u3164","registNo":"900101"}', "INVALID_REQUEST", "kyc.name"],
    ["kyc", '{"name":"김\\r\\n철수","registNo":"900101"}', "INVALID_REQUEST", "kyc.name"],
  ])("%s is %s", async (field, json, code, named) => {
    const { call } = await openService();
    const answer = await call("POST", path, { raw: textWith(field, json) });
    expect([answer.status, answer.json.code, answer.json.details?.map((one) => one.field)]).toEqual([
      400,
      code,
      [named],
    ]);
  });
});

describe("an order is taken whose", () => {
  test.each([
    ["amount", '{"value":10000,"currency":"KRW"}'],
    ["amount", '{"value":10000,"currency":null}'],
    ["metadata", '{"proto":"x","constructor":"y","toString":"z"}'],
    ["orderName", `"${"🍜".repeat(100)}"`],
  ])("%s is %s", async (field, json) => {
    const { call } = await openService();
    expect((await call("POST", path, { raw: textWith(field, json) })).status).toBe(201);
  });
});

test("an idempotent request is the same with its currency and without", async () => {
  const { call } = await openService();
  const headers = { "Idempotency-Key": "once" };
  const first = await call("POST", path, { body: order, headers });
  const amount = { ...order.amount, currency: "KRW" };
  const second = await call("POST", path, { body: { ...order, amount }, headers });
  expect([second.status, second.body]).toEqual([201, first.body]);
});

const place = (intentKey: string) => `/merchants/1/payments/${intentKey}`;

test.each(["timeline", "cancellation-preview"])(
  "the %s of a payment that does not exist is not found",
  async (what) => {
    const { call } = await openService();
    for (const intentKey of ["x".repeat(21), "short", "no%2Fpayment"]) {
      const { status, json } = await call("GET", `${place(intentKey)}/${what}`);
      expect([status, json.code]).toEqual([404, "NOT_FOUND_PAYMENT"]);
    }
  },
);

test.each([
  ["amount=1000", "amount"],
  ["cancelAmount=-1", "cancelAmount"],
  ["cancelAmount=1e3", "cancelAmount"],
  ["taxFreeAmount=x", "taxFreeAmount"],
])("a preview of %s is refused by its field", async (query, field) => {
  const { call } = await openService();
  const { status, json } = await call("GET", `${place("x".repeat(21))}/cancellation-preview?${query}`);
  expect([status, json.details?.[0]?.field]).toEqual([400, field]);
});

test("another merchant is not found in the path", async () => {
  const { call } = await openService();
  const { json } = await call("GET", `/merchants/2/payments/${"x".repeat(21)}/timeline`);
  expect(json.code).toBe("NOT_FOUND_MERCHANT");
});
