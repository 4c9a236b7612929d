import { describe, expect, test } from "vitest";
import { basic, openService, order, requestOf } from "../test/open-service.ts";

describe("an Authorization header is refused where it", () => {
  const base64 = (text: string) => btoa(text);
  const rows: readonly (readonly [what: string, header: string | null, status: number, code: string])[] = [
    ["is missing", null, 401, "UNAUTHORIZED_KEY"],
    ["is empty", "", 403, "INCORRECT_BASIC_AUTH_FORMAT"],
    ["is Basic alone", "Basic", 403, "INCORRECT_BASIC_AUTH_FORMAT"],
    ["is the bare key", "test_sk_docs", 403, "INCORRECT_BASIC_AUTH_FORMAT"],
    ["is of another scheme", `Bearer ${base64("test_sk_docs:")}`, 403, "INCORRECT_BASIC_AUTH_FORMAT"],
    ["is not encoded", "Basic test_sk_docs:", 403, "INCORRECT_BASIC_AUTH_FORMAT"],
    ["is broken Base64", "Basic dGVzdF9za19kb2NzO", 403, "INCORRECT_BASIC_AUTH_FORMAT"],
    ["has a blank inside", basic("test_sk_docs").replace("dF9z", "dF 9z"), 403, "INCORRECT_BASIC_AUTH_FORMAT"],
    ["lacks the colon", `Basic ${base64("test_sk_docs")}`, 403, "INCORRECT_BASIC_AUTH_FORMAT"],
    ["has a password", `Basic ${base64("test_sk_docs:secret")}`, 403, "INCORRECT_BASIC_AUTH_FORMAT"],
    ["has another colon", `Basic ${base64("test_sk_docs::")}`, 403, "INCORRECT_BASIC_AUTH_FORMAT"],
    ["has an unknown key", basic("test_sk_unknown"), 401, "UNAUTHORIZED_KEY"],
    ["has no key", basic(""), 401, "UNAUTHORIZED_KEY"],
    ["has a malformed key", basic("user@shop.example"), 401, "UNAUTHORIZED_KEY"],
    ["has a client key", basic("test_ck_docs"), 400, "INVALID_API_KEY"],
  ];

  test.each(rows)("%s", async (_what, Authorization, status, code) => {
    const { call } = await openService();
    const answers = [
      await call("POST", "/px/payfront/sessions", { body: order, headers: { Authorization } }),
      await call("POST", "/px/intents/confirm", { body: {}, headers: { Authorization } }),
      await call("GET", "/px/intents/000000000000000000001", { headers: { Authorization } }),
      await call("GET", "/px/intents/orders/order-20261120-0001", { headers: { Authorization } }),
      await call("POST", "/px/intents/000000000000000000001/cancel", { body: {}, headers: { Authorization } }),
      await call("POST", "/px/intents/orders/order-20261120-0001/cancel", { body: {}, headers: { Authorization } }),
    ];
    for (const { headers, json, ...answer } of answers) {
      expect([answer.status, json.code]).toEqual([status, code]);
      expect(headers.get("WWW-Authenticate")).toBe(status === 401 ? 'Basic realm="Wonflow", charset="UTF-8"' : null);
    }
  });
});

test.each([
  [null, "is missing; send Basic base64(<secret key>:)"],
  ["Bearer x", "has the scheme bearer; send Basic base64(<secret key>:)"],
  ["test_sk_docs x", "has the scheme of something else; send Basic base64(<secret key>:)"],
  ["test_sk_docs", "has no scheme and value; send Basic base64(<secret key>:)"],
  ["Basic test_sk_docs:", "has the key itself after Basic; send Basic base64(<secret key>:)"],
  ["Basic ?", "is not Base64 after Basic"],
  [
    `Basic ${btoa("test_sk_docs::")}`,
    "has more than one colon after the secret key; remove the trailing colon from the setting",
  ],
  [`Basic ${btoa("test_sk_docs")}`, "has no colon after the secret key; append one before encoding"],
  [`Basic ${btoa("test_sk_docs:x")}`, "has a password after the colon; it must be empty"],
])("the Authorization header %j is refused with what it lacks", async (Authorization, problem) => {
  const { call } = await openService();
  const { json } = await call("GET", "/px/intents/x", { headers: { Authorization } });
  expect(json.details).toEqual([{ field: "Authorization", code: json.code, problem }]);
});

test.each([
  ["undefined", 401, "is not set: the word for a missing value is sent in its place"],
  ["", 401, "is empty: set it to the key"],
  ["test_sk_docs\n", 401, "has white space or a line break around it: take it out"],
  ['"test_sk_docs"', 401, "has quotes around it: take them out"],
  [btoa("test_sk_docs:"), 401, "is encoded in Base64 already: set it to the key itself"],
  ["sk_test_docs", 401, "must begin with test_sk_ or live_sk_, and continue with 1 to 100 letters, digits, - or _"],
  ["test_ck_docs", 400, "is a client key: use the secret key, test_sk_… or live_sk_…"],
  ["test_sk_other", 401, "is revoked, or of another service: check the key, and the address that it is sent to"],
])("with %j in place of the secret key the answer says what is wrong with it", async (key, status, problem) => {
  const { call } = await openService();
  const answer = await call("GET", "/px/intents/x", { headers: { Authorization: basic(key) } });
  expect([answer.status, answer.json.details]).toEqual([status, [{ field: "key", code: answer.json.code, problem }]]);
  if (key.length > 4) expect(answer.text).not.toContain(key.trim());
});

test.each([
  ["undefined", "is not set: the word for a missing value is sent in its place"],
  ["test_ck_docs:", "ends with a colon: take it out, as one is appended where the key is encoded"],
  [
    "test_sk_docs",
    "is a secret key, which must never be in a page: revoke it, and use the client key, test_ck_… or live_ck_…",
  ],
])("with %j in place of the client key the answer says what is wrong with it", async (key, problem) => {
  const { call } = await openService();
  const path = "/installments/interest-free-months?pg=PG_A";
  const { json } = await call("GET", path, { headers: { Authorization: `Basic ${key}:` } });
  expect(json.details).toEqual([{ field: "key", code: json.code, problem }]);
});

test.each(["Basic ", "basic ", "BASIC   "])("the scheme may be written %j", async (scheme) => {
  const { call } = await openService();
  const Authorization = scheme + btoa("test_sk_docs:");
  expect((await call("POST", "/px/payfront/sessions", { body: order, headers: { Authorization } })).status).toBe(201);
});

test("Base64 without its padding is taken", async () => {
  const { call } = await openService();
  const Authorization = basic("test_sk_docs").replace(/=+$/, "");
  expect((await call("POST", "/px/payfront/sessions", { body: order, headers: { Authorization } })).status).toBe(201);
});

test("an issued key works until it is revoked", async () => {
  const { call, payments } = await openService();
  const issued = await payments.keys.issue({ mId: 1, mode: "test" }, "secret");
  if (!issued.ok) throw new Error("no key was issued");
  const { key } = issued.value;
  const look = () => call("GET", "/px/intents/none", { headers: { Authorization: basic(key) } });
  expect((await look()).json.code).toBe("NOT_FOUND_PAYMENT");
  await payments.keys.revoke({ mId: 1, mode: "test" }, key);
  expect((await look()).json.code).toBe("UNAUTHORIZED_KEY");
});

test("the key is checked before a byte of the body is read", async () => {
  const { handler } = await openService();
  const raw = new ReadableStream<Uint8Array>({ pull: (body) => body.enqueue(new Uint8Array(1_024)) });
  const request = requestOf("POST", "/px/payfront/sessions", { raw, headers: { Authorization: basic("test_sk_no") } });
  expect((await handler(request)).status).toBe(401);
  expect(request.bodyUsed).toBe(false);
});

test("a merchant sees neither another merchant's payments nor its own of the other mode", async () => {
  const { call, payments, paid, authenticated, gateway } = await openService();
  const confirmation = await authenticated();
  const done = await paid({ orderId: "order-20261120-0002" });
  const strangers = [
    { mId: 2, mode: "test" },
    { mId: 1, mode: "live" },
  ] as const;
  for (const tenant of strangers) {
    await payments.merchants.register({ ...tenant, name: "Stranger", feeRate: "3" });
    const issued = await payments.keys.issue(tenant, "secret");
    if (!issued.ok) throw new Error("no key was issued");
    const headers = { Authorization: basic(issued.value.key) };
    const cancel = { headers, body: { cancelReason: "mine?" } };
    const answers = [
      await call("POST", "/px/intents/confirm", { headers, body: confirmation }),
      await call("GET", `/px/intents/${done.intentKey}`, { headers }),
      await call("GET", `/px/intents/orders/${done.orderId}`, { headers }),
      await call("POST", `/px/intents/${done.intentKey}/cancel`, cancel),
      await call("POST", `/px/intents/orders/${done.orderId}/cancel`, cancel),
    ];
    for (const { status, json } of answers) expect([status, json.code]).toEqual([404, "NOT_FOUND_PAYMENT"]);
  }
  expect(gateway.held("1:test")).toBe(10_000);
});
