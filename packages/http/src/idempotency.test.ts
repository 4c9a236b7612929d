import { describe, expect, test } from "vitest";
import { basic, openService, order, orderId } from "../test/open-service.ts";

const path = "/px/payfront/sessions";
const withKey = (key: string) => ({ "Idempotency-Key": key });

test("the same key and request give the same answer, and nothing happens again", async () => {
  const { call, gateway, authenticate } = await openService();
  const session = { body: order, headers: withKey("s-1") };
  const first = await call("POST", path, session);
  expect(first.status).toBe(201);
  const again = await call("POST", path, { ...session, body: { ...order, metadata: null } });
  expect([again.status, again.body]).toEqual([201, first.body]);

  const landed = await authenticate(first.json.token);
  const intentKey = landed.searchParams.get("intentKey") ?? "";
  const confirmation = { body: { intentKey, orderId, amount: 10_000 }, headers: withKey("c-1") };
  const confirmed = await call("POST", "/px/intents/confirm", confirmation);
  expect([confirmed.status, confirmed.json.status]).toEqual([200, "DONE"]);

  const part = { body: { cancelReason: "품절", cancelAmount: 3_000 }, headers: withKey("x-1") };
  const canceled = await call("POST", `/px/intents/${intentKey}/cancel`, part);
  expect([canceled.status, canceled.json.status]).toEqual([200, "PARTIAL_CANCELED"]);
  const canceledAgain = await call("POST", `/px/intents/${intentKey}/cancel`, part);
  expect([canceledAgain.status, canceledAgain.body]).toEqual([200, canceled.body]);
  expect(gateway.held("1:test")).toBe(7_000);

  const confirmedAgain = await call("POST", "/px/intents/confirm", confirmation);
  expect([confirmedAgain.status, confirmedAgain.body]).toEqual([200, confirmed.body]);
});

test("the same key with other content, or for another operation, is refused", async () => {
  const { call, paid } = await openService();
  const { intentKey } = await paid();
  const other = { ...order, orderId: "order-20261120-0002" };
  expect((await call("POST", path, { body: other, headers: withKey("k") })).status).toBe(201);
  const answers = [
    await call("POST", path, { body: { ...other, orderName: "홍차" }, headers: withKey("k") }),
    await call("POST", "/px/intents/confirm", { body: { intentKey, orderId, amount: 10_000 }, headers: withKey("k") }),
    await call("POST", `/px/intents/${intentKey}/cancel`, { body: { cancelReason: "-" }, headers: withKey("k") }),
  ];
  for (const { status, json } of answers) expect([status, json.code]).toEqual([422, "IDEMPOTENCY_KEY_REUSED"]);
  expect((await call("GET", `/px/intents/${intentKey}`)).json.status).toBe("DONE");
});

test("while the first request runs, a repeat is refused until it ends", async () => {
  const { call, authenticated, gateway, clock } = await openService();
  const body = await authenticated();
  gateway.faults.next("approve", "late");
  const first = call("POST", "/px/intents/confirm", { body, headers: withKey("c-1") });
  await clock.advance(10);
  const repeat = await call("POST", "/px/intents/confirm", { body, headers: withKey("c-1") });
  expect([repeat.status, repeat.json.code]).toEqual([409, "IDEMPOTENT_REQUEST_PROCESSING"]);
  expect(repeat.headers.get("Retry-After")).toBe("3");
  await clock.advance(60_000);
  expect((await first).json.code).toBe("UNKNOWN_PAYMENT_ERROR");
  const later = await call("POST", "/px/intents/confirm", { body, headers: withKey("c-1") });
  expect([later.status, later.json.status]).toEqual([200, "DONE"]);
  expect(gateway.held("1:test")).toBe(10_000);
});

describe("a key", () => {
  const bad = ["", " ", "k".repeat(301), "주문-1", "k\u007f"];
  test.each(bad)("%j is refused on every POST", async (key) => {
    const { call, paid } = await openService();
    const { intentKey } = await paid();
    // A header holds bytes; this is how a client sends these characters in UTF-8.
    const headers = withKey(String.fromCharCode(...new TextEncoder().encode(key)));
    const confirmation = { intentKey, orderId, amount: 10_000 };
    const answers = [
      await call("POST", path, { body: { ...order, orderId: "order-20261120-0002" }, headers }),
      await call("POST", "/px/intents/confirm", { body: confirmation, headers }),
      await call("POST", `/px/intents/${intentKey}/cancel`, { body: { cancelReason: "-" }, headers }),
      await call("POST", `/px/intents/orders/${orderId}/cancel`, { body: { cancelReason: "-" }, headers }),
    ];
    for (const { status, json } of answers) expect([status, json.code]).toEqual([400, "INVALID_IDEMPOTENCY_KEY"]);
  });

  test.each(["k", "k".repeat(300), "a b~!"])("%j is taken", async (key) => {
    const { call } = await openService();
    expect((await call("POST", path, { body: order, headers: withKey(key) })).status).toBe(201);
  });

  test("is each merchant's own", async () => {
    const { call, payments } = await openService();
    await payments.merchants.register({ mId: 2, mode: "test", name: "Other", feeRate: "3" });
    const issued = await payments.keys.issue({ mId: 2, mode: "test" }, "secret");
    if (!issued.ok) throw new Error("no key was issued");
    const first = await call("POST", path, { body: order, headers: withKey("k") });
    const Authorization = basic(issued.value.key);
    const other = await call("POST", path, { body: order, headers: { ...withKey("k"), Authorization } });
    expect(other.status).toBe(201);
    expect(other.json.token).not.toBe(first.json.token);
  });

  test("expires after 15 days", async () => {
    const { call, clock, payments } = await openService();
    const first = await call("POST", path, { body: order, headers: withKey("k") });
    const days = 24 * 60 * 60 * 1_000;
    await clock.advance(15 * days - 1);
    await payments.work.runDue(100);
    expect((await call("POST", path, { body: order, headers: withKey("k") })).body).toEqual(first.body);
    await clock.advance(1);
    await payments.work.runDue(100);
    const later = await call("POST", path, { body: order, headers: withKey("k") });
    expect(later.status).toBe(201);
    expect(later.json.token).not.toBe(first.json.token);
  });
});

describe("Payments-Test-Code", () => {
  const failing = (code: string) => ({ "Payments-Test-Code": code });

  test.each([
    ["REJECT_CARD_PAYMENT", 403],
    ["EXCEED_MAX_ONE_DAY_AMOUNT", 403],
    ["PROVIDER_ERROR", 400],
    ["NOT_FOUND_PAYMENT", 404],
    ["UNKNOWN_PAYMENT_ERROR", 500],
  ])("%s is answered to confirm, and nothing happens", async (code, status) => {
    const { call, authenticated, gateway } = await openService();
    const body = await authenticated();
    const failed = await call("POST", "/px/intents/confirm", { body, headers: failing(code) });
    expect([failed.status, failed.json.code]).toEqual([status, code]);
    expect(gateway.records()).toEqual([]);
    expect((await call("POST", "/px/intents/confirm", { body })).json.status).toBe("DONE");
  });

  test("is answered to both ways to cancel", async () => {
    const { call, paid, gateway } = await openService();
    const { intentKey } = await paid();
    for (const cancelPath of [`/px/intents/${intentKey}/cancel`, `/px/intents/orders/${orderId}/cancel`]) {
      const sent = { body: { cancelReason: "-" }, headers: failing("REFUND_REJECTED") };
      const { status, json } = await call("POST", cancelPath, sent);
      expect([status, json.code]).toEqual([400, "REFUND_REJECTED"]);
    }
    expect(gateway.held("1:test")).toBe(10_000);
  });

  test.each(["", "NO_SUCH_CODE", "reject_card_payment", "toString"])("%j is no code", async (code) => {
    const { call, authenticated } = await openService();
    const { status, json } = await call("POST", "/px/intents/confirm", {
      body: await authenticated(),
      headers: failing(code),
    });
    expect([status, json.code]).toEqual([400, "INVALID_TEST_CODE"]);
  });

  test("is refused with a live key", async () => {
    const { call, payments } = await openService();
    await payments.merchants.register({ mId: 1, mode: "live", name: "Shop", feeRate: "3" });
    const issued = await payments.keys.issue({ mId: 1, mode: "live" }, "secret");
    if (!issued.ok) throw new Error("no key was issued");
    const headers = { ...failing("REJECT_CARD_PAYMENT"), Authorization: basic(issued.value.key) };
    const body = { intentKey: "k".repeat(21), orderId, amount: 10_000 };
    const confirm = await call("POST", "/px/intents/confirm", { body, headers });
    expect([confirm.status, confirm.json.code]).toEqual([400, "INVALID_TEST_CODE"]);
    const cancel = await call("POST", `/px/intents/${"k".repeat(21)}/cancel`, { body: { cancelReason: "-" }, headers });
    expect([cancel.status, cancel.json.code]).toEqual([400, "INVALID_TEST_CODE"]);
  });

  test("means nothing elsewhere", async () => {
    const { call } = await openService();
    const headers = { ...failing("NO_SUCH_CODE"), ...withKey("k") };
    const first = await call("POST", path, { body: order, headers });
    expect(first.status).toBe(201);
    expect((await call("POST", path, { body: order, headers: withKey("k") })).body).toEqual(first.body);
    expect((await call("GET", `/px/intents/orders/${orderId}`, { headers })).status).toBe(200);
  });
});
