import { describe, expect, test } from "vitest";
import { card, openService, order, orderId } from "../test/open-service.ts";

type Row = readonly [what: string, changes: object, code: string, field: string];
type GoodRow = readonly [what: string, changes: object];

/** Metadata whose JSON has exactly this many characters. */
function metadataOf(characters: number): object {
  return { note: "n".repeat(characters - JSON.stringify({ note: "" }).length) };
}

const entries = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, index]));
const urlOf = (characters: number) => `https://shop.example/${"u".repeat(characters - "https://shop.example/".length)}`;
const kyc = { name: "김철수", registNo: "900101" };

/** `amount` of a confirm, `amount.value` of a session and `cancelAmount` are refused alike. */
const noAmounts: readonly unknown[] = [0, -1, 1.5, "1000", 1e21, 2 ** 53, true, [1000], {}];

describe("a session is refused, with the field, for", () => {
  const rows: readonly Row[] = [
    ["a customerId of 1 character", { customerId: "a" }, "INVALID_CUSTOMER_ID", "customerId"],
    ["a customerId of 51 characters", { customerId: "a".repeat(51) }, "INVALID_CUSTOMER_ID", "customerId"],
    ["a customerId with a plus", { customerId: "buyer+1" }, "INVALID_CUSTOMER_ID", "customerId"],
    ["a customerId that is an e-mail address", { customerId: "kim@shop.example" }, "INVALID_CUSTOMER_ID", "customerId"],
    ["a customerId that is a phone number", { customerId: "010-1234-5678" }, "INVALID_CUSTOMER_ID", "customerId"],
    ["a customerId of digits only", { customerId: "20261120" }, "INVALID_CUSTOMER_ID", "customerId"],
    ["no customerId", { customerId: undefined }, "INVALID_CUSTOMER_ID", "customerId"],
    ["an orderId of 15 characters", { orderId: "o".repeat(15) }, "INVALID_ORDER_ID", "orderId"],
    ["an orderId of 51 characters", { orderId: "o".repeat(51) }, "INVALID_ORDER_ID", "orderId"],
    ["an orderId with a dot", { orderId: "order.20261120.01" }, "INVALID_ORDER_ID", "orderId"],
    ["an orderId that ends in a line break", { orderId: `${orderId}\n` }, "INVALID_ORDER_ID", "orderId"],
    ["an orderId that is a number", { orderId: 1_234_567_890_123_456 }, "INVALID_ORDER_ID", "orderId"],
    ["null for orderId", { orderId: null }, "INVALID_ORDER_ID", "orderId"],
    ["no orderName", { orderName: undefined }, "INVALID_REQUEST", "orderName"],
    ["an empty orderName", { orderName: "" }, "INVALID_REQUEST", "orderName"],
    ["an orderName of 101 characters", { orderName: "차".repeat(101) }, "INVALID_REQUEST", "orderName"],
    ["no amount", { amount: undefined }, "INVALID_AMOUNT", "amount"],
    ["an amount that is a number", { amount: 10_000 }, "INVALID_AMOUNT", "amount"],
    ["an amount without a value", { amount: {} }, "INVALID_AMOUNT", "amount.value"],
    ...[...noAmounts, null].map((value): Row => [
      `the amount ${JSON.stringify(value)}`,
      { amount: { value } },
      "INVALID_AMOUNT",
      "amount.value",
    ]),
    ["an amount above the merchant's", { amount: { value: 1_000_000_000_001 } }, "EXCEED_MAX_AMOUNT", "amount.value"],
    ["metadata with 6 entries", { metadata: entries(6) }, "INVALID_METADATA", "metadata"],
    ["metadata with an object in it", { metadata: { cart: { id: 1 } } }, "INVALID_METADATA", "metadata.cart"],
    ["metadata with a list in it", { metadata: { cart: [1] } }, "INVALID_METADATA", "metadata.cart"],
    ["metadata of 2,001 characters", { metadata: metadataOf(2_001) }, "INVALID_METADATA", "metadata"],
    ["metadata that is a text", { metadata: "{}" }, "INVALID_METADATA", "metadata"],
    ["metadata that is a list", { metadata: [1] }, "INVALID_METADATA", "metadata"],
    ["no successUrl", { successUrl: undefined }, "INVALID_URL", "successUrl"],
    ["a successUrl without a scheme", { successUrl: "shop.example/ok" }, "INVALID_URL", "successUrl"],
    ["a successUrl that is a path", { successUrl: "/ok" }, "INVALID_URL", "successUrl"],
    ["a successUrl that is a script", { successUrl: "javascript:alert(1)" }, "INVALID_URL", "successUrl"],
    ["a failUrl of another scheme", { failUrl: "ftp://shop.example/fail" }, "INVALID_URL", "failUrl"],
    ["a failUrl of 2,001 characters", { failUrl: urlOf(2_001) }, "INVALID_URL", "failUrl"],
    ["kyc without a name", { kyc: { registNo: "900101" } }, "INVALID_REQUEST", "kyc.name"],
    ["kyc with a registNo of 7 digits", { kyc: { ...kyc, registNo: "9001011" } }, "INVALID_REQUEST", "kyc.registNo"],
    [
      "kyc with a phone number of 8 digits",
      { kyc: { ...kyc, phoneNumber: "01012345" } },
      "INVALID_REQUEST",
      "kyc.phoneNumber",
    ],
  ];

  test.each(rows)("%s", async (_what, changes, code, field) => {
    const { call } = await openService();
    const { status, json } = await call("POST", "/px/payfront/sessions", { body: { ...order, ...changes } });
    expect({ status, code: json.code, fields: json.details?.map((detail) => detail.field) }).toEqual({
      status: 400,
      code,
      fields: [field],
    });
    expect(json.details?.[0]?.code).toBe(code);
    const untouched = await call("GET", `/px/intents/orders/${orderId}`);
    expect(untouched.json.code).toBe("NOT_FOUND_PAYMENT");
  });
});

describe("a session is made with", () => {
  const rows: readonly GoodRow[] = [
    ["a customerId of 2 characters", { customerId: "a." }],
    ["a customerId of 50 characters", { customerId: "a".repeat(50) }],
    ["a customerId of every character", { customerId: "aZ0-_=.@" }],
    ["the anonymous customer", { customerId: "@@ANONYMOUS" }],
    ["an orderId of 16 characters", { orderId: "o".repeat(16) }],
    ["an orderId of 50 characters", { orderId: "-_".repeat(25) }],
    ["an orderName of 1 character", { orderName: "차" }],
    ["an orderName of 100 characters", { orderName: "차".repeat(100) }],
    ["an amount of 1 won", { amount: { value: 1 } }],
    ["the merchant's highest amount", { amount: { value: 1_000_000_000_000 } }],
    ["metadata with 5 entries of every kind", { metadata: { a: "x", b: 1.5, c: true, d: null, e: "" } }],
    ["metadata of exactly 2,000 characters", { metadata: metadataOf(2_000) }],
    ["empty metadata", { metadata: {} }],
    ["null for metadata and kyc", { metadata: null, kyc: null }],
    ["kyc with null for the phone number", { kyc: { ...kyc, phoneNumber: null } }],
    ["kyc with a phone number", { kyc: { ...kyc, phoneNumber: "01012345678" } }],
    ["URLs with ports, queries and fragments", { successUrl: "http://localhost:3000/ok?a=1#b", failUrl: urlOf(2_000) }],
  ];

  test.each(rows)("%s", async (_what, changes) => {
    const { call } = await openService();
    const { status, json } = await call("POST", "/px/payfront/sessions", { body: { ...order, ...changes } });
    expect(json.details ?? []).toEqual([]);
    expect(status).toBe(201);
  });
});

test("every field that cannot be accepted is named, and the code is the first one's", async () => {
  const { call } = await openService();
  const body = { ...order, orderName: "", orderId: "short", amount: { value: "1000" }, failUrl: "?" };
  const { status, json } = await call("POST", "/px/payfront/sessions", { body });
  expect(status).toBe(400);
  expect(json.code).toBe("INVALID_ORDER_ID");
  expect(json.details?.map(({ field, code }) => [field, code])).toEqual([
    ["orderId", "INVALID_ORDER_ID"],
    ["orderName", "INVALID_REQUEST"],
    ["amount.value", "INVALID_AMOUNT"],
    ["failUrl", "INVALID_URL"],
  ]);
});

test("kyc needs a contract", async () => {
  const { call, payments } = await openService();
  await payments.merchants.register({ mId: 1, mode: "test", name: "Wonflow Docs", feeRate: "3.3" });
  const { status, json } = await call("POST", "/px/payfront/sessions", { body: { ...order, kyc } });
  expect([status, json.code]).toEqual([403, "KYC_NOT_AGREED"]);
});

test("a merchant's own bounds hold on both sides", async () => {
  const { call, payments } = await openService();
  const bounds = { minAmount: 1_000, maxAmount: 50_000 };
  await payments.merchants.register({ mId: 1, mode: "test", name: "Wonflow Docs", feeRate: "3.3", ...bounds });
  const codeAt = async (value: number) => {
    const { status, json } = await call("POST", "/px/payfront/sessions", { body: { ...order, amount: { value } } });
    return json.code ?? status;
  };
  expect(await codeAt(999)).toBe("BELOW_MINIMUM_AMOUNT");
  expect(await codeAt(1_000)).toBe(201);
  expect(await codeAt(50_000)).toBe(201);
  expect(await codeAt(50_001)).toBe("EXCEED_MAX_AMOUNT");
});

describe("a confirm is refused, with the field, for", () => {
  const rows: readonly Row[] = [
    ["no intentKey", { intentKey: undefined }, "INVALID_REQUEST", "intentKey"],
    ["an intentKey of 20 characters", { intentKey: "k".repeat(20) }, "INVALID_REQUEST", "intentKey"],
    ["an intentKey of 22 characters", { intentKey: "k".repeat(22) }, "INVALID_REQUEST", "intentKey"],
    ["an intentKey with a dot", { intentKey: `${"k".repeat(20)}.` }, "INVALID_REQUEST", "intentKey"],
    ["no orderId", { orderId: undefined }, "INVALID_ORDER_ID", "orderId"],
    ["an orderId of 15 characters", { orderId: "o".repeat(15) }, "INVALID_ORDER_ID", "orderId"],
    ["an orderId of 51 characters", { orderId: "o".repeat(51) }, "INVALID_ORDER_ID", "orderId"],
    ["another orderId of 16 characters", { orderId: "o".repeat(16) }, "INVALID_ORDER_ID", "orderId"],
    ["another orderId of 50 characters", { orderId: "o".repeat(50) }, "INVALID_ORDER_ID", "orderId"],
    ["another amount", { amount: 9_999 }, "INVALID_AMOUNT", "amount"],
    ["no amount", { amount: undefined }, "INVALID_AMOUNT", "amount"],
    ...[...noAmounts, null].map((amount): Row => [
      `the amount ${JSON.stringify(amount)}`,
      { amount },
      "INVALID_AMOUNT",
      "amount",
    ]),
  ];

  test.each(rows)("%s", async (_what, changes, code, field) => {
    const { call, authenticated, gateway } = await openService();
    const confirmation = await authenticated();
    const { status, json } = await call("POST", "/px/intents/confirm", { body: { ...confirmation, ...changes } });
    expect([status, json.code, json.details?.map((detail) => detail.field)]).toEqual([400, code, [field]]);
    expect((await call("GET", `/px/intents/${confirmation.intentKey}`)).json.status).toBe("IN_PROGRESS");
    expect(gateway.held("1:test")).toBe(0);
  });
});

describe("a cancellation is refused, with the field, for", () => {
  const reason = { cancelReason: "품절" };
  const rows: readonly Row[] = [
    ["no cancelReason", {}, "INVALID_REQUEST", "cancelReason"],
    ["null for cancelAmount", { cancelReason: "-", cancelAmount: null }, "INVALID_AMOUNT", "cancelAmount"],
    ["null for cancelReason", { cancelReason: null }, "INVALID_REQUEST", "cancelReason"],
    ["an empty cancelReason", { cancelReason: "" }, "INVALID_REQUEST", "cancelReason"],
    ["a cancelReason of 201 characters", { cancelReason: "품".repeat(201) }, "INVALID_REQUEST", "cancelReason"],
    ...noAmounts.map((cancelAmount): Row => [
      `the cancelAmount ${JSON.stringify(cancelAmount)}`,
      { ...reason, cancelAmount },
      "INVALID_AMOUNT",
      "cancelAmount",
    ]),
    [
      "a cancelAmount above the payment's",
      { ...reason, cancelAmount: 10_001 },
      "NOT_MATCHES_REFUNDABLE_AMOUNT",
      "cancelAmount",
    ],
  ];

  test.each(rows)("%s", async (_what, body, code, field) => {
    const { call, paid, gateway } = await openService();
    const { intentKey } = await paid();
    for (const path of [`/px/intents/${intentKey}/cancel`, `/px/intents/orders/${orderId}/cancel`]) {
      const { status, json } = await call("POST", path, { body });
      expect([status, json.code, json.details?.map((detail) => detail.field)]).toEqual([400, code, [field]]);
    }
    expect((await call("GET", `/px/intents/${intentKey}`)).json.status).toBe("DONE");
    expect(gateway.held("1:test")).toBe(10_000);
  });
});

test("the remedy of a lost amount suggests no other amount to the caller", async () => {
  const { call, paid } = await openService();
  const { intentKey } = await paid();
  const lost = { cancelReason: "-", cancelAmount: null };
  const { json } = await call("POST", `/px/intents/${intentKey}/cancel`, {
    body: lost,
    headers: { "Accept-Language": "en" },
  });
  expect(json).toMatchObject({
    code: "INVALID_AMOUNT",
    message: "An amount is not acceptable here. Correct the amount as details says.",
    details: [{ problem: "must be a whole number of won, or left out; null may be a value that got lost" }],
  });
});

describe("a cancellation is made with", () => {
  const rows: readonly (readonly [what: string, body: object, status: string, held: number])[] = [
    ["a cancelReason of 1 character", { cancelReason: "-" }, "CANCELED", 0],
    ["a cancelReason of 200 characters", { cancelReason: "품".repeat(200) }, "CANCELED", 0],
    ["a cancelAmount of 1 won", { cancelReason: "-", cancelAmount: 1 }, "PARTIAL_CANCELED", 9_999],
    ["all but 1 won", { cancelReason: "-", cancelAmount: 9_999 }, "PARTIAL_CANCELED", 1],
    ["a cancelAmount of all", { cancelReason: "-", cancelAmount: 10_000 }, "CANCELED", 0],
  ];

  test.each(rows)("%s", async (_what, body, expected, held) => {
    const { call, paid, gateway } = await openService();
    const { intentKey } = await paid();
    const { status, json } = await call("POST", `/px/intents/${intentKey}/cancel`, { body });
    expect([status, json.status]).toEqual([200, expected]);
    expect(gateway.held("1:test")).toBe(held);
  });
});

describe("a card is refused, with the field, for", () => {
  const rows: readonly (readonly [what: string, changes: object, field: string])[] = [
    ["a number of 11 digits", { number: "1".repeat(11) }, "number"],
    ["a number of 20 digits", { number: "1".repeat(20) }, "number"],
    ["a number that is a number", { number: 4_000_000_000_110_009 }, "number"],
    ["month 00", { expiryMonth: "00" }, "expiryMonth"],
    ["month 13", { expiryMonth: "13" }, "expiryMonth"],
    ["a year of four digits", { expiryYear: "2030" }, "expiryYear"],
    ["a registNo of 7 digits", { registNo: "9001011" }, "registNo"],
    ["a password of 1 digit", { passwordFront2: "1" }, "passwordFront2"],
    ["a password of 3 digits", { passwordFront2: "123" }, "passwordFront2"],
    ["no password", { passwordFront2: undefined }, "passwordFront2"],
    ["-1 installments", { installmentPlanMonths: -1 }, "installmentPlanMonths"],
    ["13 installments", { installmentPlanMonths: 13 }, "installmentPlanMonths"],
    ["1.5 installments", { installmentPlanMonths: 1.5 }, "installmentPlanMonths"],
    ["installments that are a text", { installmentPlanMonths: "2" }, "installmentPlanMonths"],
    ["installments that got lost", { installmentPlanMonths: null }, "installmentPlanMonths"],
    ["an agreement that got lost", { termsAgreed: null }, "termsAgreed"],
    ["a name that is unknown", { cvv: "1" }, "cvv"],
  ];

  test.each(rows)("%s", async (_what, changes, field) => {
    const { call, openSession } = await openService();
    const headers = { Authorization: `Bearer ${await openSession()}` };
    const { status, json, text } = await call("POST", "/checkout/session/authenticate", {
      headers,
      body: { ...card, ...changes },
    });
    expect([status, json.code, json.details?.map((detail) => detail.field)]).toEqual([400, "INVALID_REQUEST", [field]]);
    expect(text).not.toContain("1111");
    expect((await call("GET", "/checkout/session", { headers })).json.status).toBe("OPEN");
  });
});

test.each([0, 1, 2, 3, 12, undefined])("a card is taken with %s installments", async (installmentPlanMonths) => {
  const { call, authenticated } = await openService();
  const { intentKey } = await authenticated({ amount: { value: 50_000 } }, { installmentPlanMonths });
  const months = (installmentPlanMonths ?? 0) === 1 ? 0 : (installmentPlanMonths ?? 0);
  expect((await call("GET", `/px/intents/${intentKey}`)).body).toMatchObject({
    methods: [{ keyin: { installmentPlanMonths: months } }],
  });
});

test.each(["__proto__", "constructor", "toString"])(
  "a field called %s is refused, and changes nothing",
  async (name) => {
    const { call } = await openService();
    const evil = `"${name}":{"polluted":true,"orderName":"x"}`;
    // As an entry of metadata, where no field is unknown, __proto__ is refused.
    const metadata = name === "__proto__" ? "" : evil.replace(/\{.*\}/, '"x"');
    const raw = `{${evil},"metadata":{${metadata}},${JSON.stringify(order).slice(1)}`;
    const { status, json } = await call("POST", "/px/payfront/sessions", { raw });
    expect([status, json.details?.[0]?.field]).toEqual([400, name]);
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
  },
);
