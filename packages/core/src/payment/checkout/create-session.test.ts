import { createHash } from "node:crypto";
import { expect, test } from "vitest";

import type { CreateSessionInput } from "../../index.ts";
import { codeOf, createWorld, sessionInput, shop, valueOf } from "../../../test/world.ts";

test("a session is a link for the buyer", async () => {
  const world = await createWorld({ settings: { checkoutUrl: "https://pay.example/checkout" } });
  const session = await world.session();
  expect(session).toEqual({
    token: expect.stringMatching(/^cs_7_test_[A-Za-z0-9_-]{32}$/),
    checkoutUrl: `https://pay.example/checkout?token=${session.token}`,
    expiresAt: "2026-11-20T10:30:00+09:00",
  });
});

const letters = (count: number) => "a".repeat(count);

test.each<[string, object, string]>([
  ["orderId of 15", { orderId: letters(15) }, "INVALID_ORDER_ID"],
  ["orderId of 16", { orderId: letters(16) }, "ok"],
  ["orderId of 50", { orderId: letters(50) }, "ok"],
  ["orderId of 51", { orderId: letters(51) }, "INVALID_ORDER_ID"],
  ["orderId with a dot", { orderId: "order.20261120.0001" }, "INVALID_ORDER_ID"],
  ["customerId of 1", { customerId: "a" }, "INVALID_CUSTOMER_ID"],
  ["customerId of 2", { customerId: "ab" }, "ok"],
  ["customerId of 50", { customerId: letters(50) }, "ok"],
  ["customerId of 51", { customerId: letters(51) }, "INVALID_CUSTOMER_ID"],
  ["customerId with a space", { customerId: "a b" }, "INVALID_CUSTOMER_ID"],
  ["customerId an e-mail", { customerId: "kim@example.com" }, "INVALID_CUSTOMER_ID"],
  ["customerId a phone number", { customerId: "010-1234-5678" }, "INVALID_CUSTOMER_ID"],
  ["customerId only digits", { customerId: "20261120" }, "INVALID_CUSTOMER_ID"],
  ["customerId anonymous", { customerId: "@@ANONYMOUS" }, "ok"],
  ["orderName empty", { orderName: "" }, "INVALID_REQUEST"],
  ["orderName of 100", { orderName: "가".repeat(100) }, "ok"],
  ["orderName of 101", { orderName: "가".repeat(101) }, "INVALID_REQUEST"],
  ["amount 0", { amount: { value: 0 } }, "INVALID_AMOUNT"],
  ["amount 1", { amount: { value: 1 } }, "ok"],
  ["amount -1", { amount: { value: -1 } }, "INVALID_AMOUNT"],
  ["amount 1.5", { amount: { value: 1.5 } }, "INVALID_AMOUNT"],
  ["amount as text", { amount: { value: "1000" } }, "INVALID_AMOUNT"],
  ["amount 1e21", { amount: { value: 1e21 } }, "INVALID_AMOUNT"],
  ["amount NaN", { amount: { value: Number.NaN } }, "INVALID_AMOUNT"],
  ["amount at the ceiling", { amount: { value: 1_000_000_000_000 } }, "ok"],
  ["amount above the ceiling", { amount: { value: 1_000_000_000_001 } }, "EXCEED_MAX_AMOUNT"],
  ["amount missing", { amount: null }, "INVALID_AMOUNT"],
  ["metadata of 5", { metadata: { a: 1, b: "x", c: true, d: null, e: 0.5 } }, "ok"],
  ["metadata of 6", { metadata: { a: 1, b: 2, c: 3, d: 4, e: 5, f: 6 } }, "INVALID_METADATA"],
  ["metadata nested", { metadata: { a: { b: 1 } } }, "INVALID_METADATA"],
  ["metadata a list", { metadata: [1] }, "INVALID_METADATA"],
  ["metadata of 2,000 characters", { metadata: { a: letters(1992) } }, "ok"],
  ["metadata of 2,001 characters", { metadata: { a: letters(1993) } }, "INVALID_METADATA"],
  ["metadata null", { metadata: null }, "ok"],
  ["successUrl relative", { successUrl: "/ok" }, "INVALID_URL"],
  ["failUrl a script", { failUrl: "javascript:alert(1)" }, "INVALID_URL"],
  ["orderName blank", { orderName: " " }, "INVALID_REQUEST"],
  ["orderName that does not show", { orderName: "\u3164\u200b" }, "INVALID_REQUEST"],
  ["orderName on two lines", { orderName: "a\nb" }, "INVALID_REQUEST"],
  ["orderName of 100 emoji", { orderName: "🍜".repeat(100) }, "ok"],
  ["orderName of 101 emoji", { orderName: "🍜".repeat(101) }, "INVALID_REQUEST"],
  ["amount in dollars", { amount: { value: 1, currency: "USD" } }, "INVALID_AMOUNT"],
  ["amount in won", { amount: { value: 1, currency: "KRW" } }, "ok"],
  ["metadata of 2,000 characters with emoji", { metadata: { a: "🍜".repeat(1992) } }, "ok"],
  ["metadata with an entry __proto__", { metadata: JSON.parse('{"__proto__":1}') }, "INVALID_METADATA"],
  ["orderName with NUL", { orderName: "a\0b" }, "INVALID_REQUEST"],
  ["orderName with half a surrogate pair", { orderName: "a\ud83d" }, "INVALID_REQUEST"],
  ["orderName with an emoji", { orderName: "녹차 🍵" }, "ok"],
  ["metadata with NUL in a name", { metadata: { "a\0": 1 } }, "INVALID_METADATA"],
  ["metadata with NUL in a value", { metadata: { a: "\0" } }, "INVALID_METADATA"],
  ["successUrl of http", { successUrl: "http://localhost:3000/ok" }, "ok"],
  ["successUrl without a path", { successUrl: "https://shop.example" }, "ok"],
  ["successUrl of a scheme that ends in https", { successUrl: "xhttps://shop.example/" }, "INVALID_URL"],
  ["successUrl of a scheme that begins with https", { successUrl: "httpsx://shop.example/" }, "INVALID_URL"],
  ["successUrl with a user", { successUrl: "https://user:word@shop.example/" }, "INVALID_URL"],
  ["successUrl with an @ in its path", { successUrl: "https://shop.example/@kim?a=@" }, "ok"],
  ["an unknown field", { whatever: 1 }, "INVALID_REQUEST"],
  ["null for the tax-free amount", { taxFreeAmount: null }, "INVALID_REQUEST"],
  ["kyc", { kyc: { name: "Kim", registNo: "900101", phoneNumber: null } }, "KYC_NOT_AGREED"],
])("%s", async (_what, change, code) => {
  const world = await createWorld();
  const input = { ...sessionInput, ...change } as CreateSessionInput;
  expect(codeOf(await world.payments.sessions.create(shop, input))).toBe(code);
  if (code !== "ok") {
    expect(codeOf(await world.payments.intents.lookUp(shop, { orderId: sessionInput.orderId }))).toBe(
      "NOT_FOUND_PAYMENT",
    );
  }
});

test.each<[string, object, string]>([
  ["a name of 1", { name: "김" }, "ok"],
  ["a name of 100", { name: "김".repeat(100) }, "ok"],
  ["a name of 101", { name: "김".repeat(101) }, "kyc.name"],
  ["an empty name", { name: "" }, "kyc.name"],
  ["5 digits", { registNo: "90010" }, "kyc.registNo"],
  ["6 digits", { registNo: "900101" }, "ok"],
  ["7 digits", { registNo: "9001011" }, "kyc.registNo"],
  ["9 digits", { registNo: "123456789" }, "kyc.registNo"],
  ["10 digits", { registNo: "1234567890" }, "ok"],
  ["11 digits", { registNo: "12345678901" }, "ok"],
  ["12 digits", { registNo: "123456789012" }, "kyc.registNo"],
  ["a letter before", { registNo: "x900101" }, "kyc.registNo"],
  ["a letter behind", { registNo: "900101x" }, "kyc.registNo"],
  ["a phone number of 8", { phoneNumber: "01234567" }, "kyc.phoneNumber"],
  ["a phone number of 9", { phoneNumber: "012345678" }, "ok"],
  ["a phone number of 11", { phoneNumber: "01012345678" }, "ok"],
  ["a phone number of 12", { phoneNumber: "010123456789" }, "kyc.phoneNumber"],
  ["a phone number with a plus", { phoneNumber: "+8210123456" }, "kyc.phoneNumber"],
  ["a phone number with a hyphen behind", { phoneNumber: "0101234567-" }, "kyc.phoneNumber"],
])("payer identity data: %s", async (_what, change, expected) => {
  const world = await createWorld({ merchant: { contracts: { kyc: true } } });
  const kyc = { name: "Kim Minji", registNo: "900101", ...change };
  const answer = await world.payments.sessions.create(shop, { ...sessionInput, kyc });
  expect(answer.ok ? "ok" : answer.error.details?.[0]?.field).toBe(expected);
});

test("every field that cannot be accepted is named", async () => {
  const world = await createWorld();
  const metadata = JSON.parse('{"__proto__":1}') as Record<string, number>;
  const wrong = { ...sessionInput, amount: { value: 0 }, metadata, failUrl: "x" };
  const answer = await world.payments.sessions.create(shop, wrong);
  expect(answer).toMatchObject({
    error: {
      code: "INVALID_AMOUNT",
      details: [{ field: "amount.value" }, { field: "metadata.__proto__" }, { field: "failUrl" }],
    },
  });
});

test("payer identity data is stored sealed where the contract has it", async () => {
  const world = await createWorld({ merchant: { contracts: { kyc: true } } });
  await world.session({ kyc: { name: "Kim Minji", registNo: "900101" } });
  const [session] = await world.memory.listDue("session", 1);
  expect(JSON.stringify(session)).not.toContain("Minji");
  expect(session?.body["kyc"]).toMatch(/^sealed:/);
});

test.each([
  [999, "BELOW_MINIMUM_AMOUNT"],
  [1000, "ok"],
  [5000, "ok"],
  [5001, "EXCEED_MAX_AMOUNT"],
])("a merchant's bounds: %d won", async (value, code) => {
  const world = await createWorld({ merchant: { minAmount: 1000, maxAmount: 5000 } });
  const answer = await world.payments.sessions.create(shop, { ...sessionInput, amount: { value } });
  expect(codeOf(answer)).toBe(code);
  if (!answer.ok) expect(answer.error.details).toMatchObject([{ field: "amount.value" }]);
});

test("a newer session of the order invalidates the earlier one at once", async () => {
  const world = await createWorld();
  const first = await world.session();
  const second = await world.session();
  expect(await world.linkStatus(first.token)).toBe("SUPERSEDED");
  expect(codeOf(await world.payments.checkout.giveUp(first.token))).toBe("INVALIDATED_PAYMENT_SESSION");
  expect(await world.linkStatus(second.token)).toBe("OPEN");
});

test("a newer session ends the payment of an earlier, unused link, for the shop too", async () => {
  const world = await createWorld();
  const keyOf = async () =>
    valueOf(await world.payments.intents.lookUp(shop, { orderId: sessionInput.orderId })).intentKey;
  await world.session();
  const intentKey = await keyOf();
  expect(await world.status(intentKey)).toBe("READY");
  await world.session();
  expect(await keyOf()).not.toBe(intentKey);
  expect(await world.status(intentKey)).toBe("EXPIRED");
  const confirmation = { intentKey, orderId: sessionInput.orderId, amount: 10_000 };
  expect(codeOf(await world.payments.intents.confirm(shop, confirmation))).toBe("INVALIDATED_PAYMENT_SESSION");
  expect(codeOf(await world.cancel(intentKey))).toBe("NOT_CANCELABLE_PAYMENT");
});

test("a newer session ends an authenticated one in the same commit, in its own record too", async () => {
  const world = await createWorld();
  const { token } = await world.authenticatedLink();
  const id = createHash("sha256").update(token).digest("hex");
  const stored = async () => {
    const { records } = await world.memory.read("7:test", { keys: [{ kind: "session", id }] });
    return records[0]?.body["status"];
  };
  expect(await stored()).toBe("AUTHENTICATED");
  await world.session();
  expect(await stored()).toBe("SUPERSEDED");
});

test("20 sessions of one order at once: one link works", async () => {
  const world = await createWorld();
  const sessions = await Promise.all(Array.from({ length: 20 }, () => world.session()));
  const statuses = await Promise.all(sessions.map(({ token }) => world.linkStatus(token)));
  expect(statuses.filter((status) => status === "OPEN")).toHaveLength(1);
});

test("a paid order takes no other session, also after it was canceled", async () => {
  const world = await createWorld();
  const { intentKey } = await world.paid();
  expect(codeOf(await world.payments.sessions.create(shop, sessionInput))).toBe("DUPLICATED_ORDER_ID");
  valueOf(await world.cancel(intentKey));
  expect(codeOf(await world.payments.sessions.create(shop, sessionInput))).toBe("DUPLICATED_ORDER_ID");
});

test("a merchant that is not registered in this mode has no sessions", async () => {
  const world = await createWorld();
  expect(codeOf(await world.payments.sessions.create({ mId: 7, mode: "live" }, sessionInput))).toBe(
    "FORBIDDEN_REQUEST",
  );
});

test("a redirect URL is kept as parsers read it", async () => {
  const world = await createWorld();
  const { token } = await world.session({ failUrl: " https://Shop.example/주문\n?a=b" });
  const { redirectUrl } = valueOf(await world.payments.checkout.giveUp(token));
  expect(redirectUrl).toMatch(/^https:\/\/shop\.example\/%EC%A3%BC%EB%AC%B8\?a=b&code=/);
});
