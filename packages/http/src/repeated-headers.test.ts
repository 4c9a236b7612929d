import { expect, test } from "vitest";
import { basic, openService, order, read, signIn } from "../test/open-service.ts";

type Lines = readonly (readonly [name: string, value: string])[];

/** A request whose headers are sent line by line, so that one may come more than once. */
const requestWith = (method: string, path: string, lines: Lines, body?: unknown) =>
  new Request(`https://pay.example${path}`, {
    method,
    headers: new Headers(lines.map(([name, value]): [string, string] => [name, value])),
    body: body === undefined ? null : JSON.stringify(body),
  });

const usual: Lines = [
  ["Authorization", basic("test_sk_docs")],
  ["Content-Type", "application/json"],
];

const keyLines = (...keys: readonly string[]): Lines => keys.map((key) => ["Idempotency-Key", key]);

test("a retry layer that appends the key to each try refunds once", async () => {
  const { handler, paid, gateway } = await openService();
  const { intentKey } = await paid();
  const refund = async (...keys: readonly string[]) => {
    const body = { cancelReason: "품절", cancelAmount: 3_000 };
    const request = requestWith("POST", `/px/intents/${intentKey}/cancel`, [...usual, ...keyLines(...keys)], body);
    return read(await handler(request));
  };
  const first = await refund("k");
  expect([first.status, first.json.status]).toEqual([200, "PARTIAL_CANCELED"]);
  for (const keys of [["k", "k"], ["k", "k", "k"], ["k,k ,  k"]]) {
    const again = await refund(...keys);
    expect([again.status, again.body]).toEqual([200, first.body]);
  }
  expect(gateway.held("1:test")).toBe(7_000);
});

test.each([[["k", "j"]], [["k,j"]], [["k", ""]], [["k", "k", "j"]]])(
  "different keys %j are refused by name, and refund nothing",
  async (keys) => {
    const { handler, paid, gateway } = await openService();
    const { intentKey } = await paid();
    const lines = [...usual, ...keyLines(...keys)];
    const request = requestWith("POST", `/px/intents/${intentKey}/cancel`, lines, { cancelReason: "-" });
    const { status, json } = await read(await handler(request));
    expect([status, json.code, json.details?.[0]?.field]).toEqual([400, "INVALID_IDEMPOTENCY_KEY", "Idempotency-Key"]);
    expect(json.details?.[0]?.problem).toContain("more than once");
    expect(gateway.held("1:test")).toBe(10_000);
  },
);

test("different test codes are refused, and say that the header came twice", async () => {
  const { handler, authenticated } = await openService();
  const codes: Lines = ["REJECT_CARD_PAYMENT", "FDS_ERROR"].map((code) => ["Payments-Test-Code", code]);
  const request = requestWith("POST", "/px/intents/confirm", [...usual, ...codes], await authenticated());
  const { status, json } = await read(await handler(request));
  expect([status, json.code]).toEqual([400, "INVALID_TEST_CODE"]);
  const problem = "came more than once with different values; send it once";
  expect(json.details).toMatchObject([{ field: "Payments-Test-Code", problem }]);
});

test("equal lines of every single-valued header count as one", async () => {
  const { call, handler, payments } = await openService();
  const once: Lines = [...usual, ...keyLines("k"), ["Payments-Test-Code", "REJECT_CARD_PAYMENT"], ["Origin", "null"]];
  const created = await handler(requestWith("POST", "/px/payfront/sessions", [...once, ...once], order));
  expect(created.status).toBe(201);
  const shop = { mId: 1, mode: "test" } as const;
  const kim = { name: "kim", password: "four words are better" };
  await payments.operators.set(shop, kim);
  const { headers } = await signIn(call, "/operator/session", { ...shop, ...kim });
  const ofPage: Lines = [
    ["Content-Type", "application/json"],
    ["Cookie", headers.Cookie],
    ["X-CSRF-Token", headers["X-CSRF-Token"]],
    ["Sec-Fetch-Site", "same-origin"],
    ["Origin", "https://pay.example"],
  ];
  const twice = [...ofPage, ...ofPage.filter(([name]) => name !== "Cookie")];
  expect((await handler(requestWith("DELETE", "/operator/session", twice))).status).toBe(200);
});

test.each([
  ["Authorization", basic("test_sk_docs"), basic("test_sk_other")],
  ["Authorization", basic("test_sk_docs"), "Bearer x"],
  ["Content-Type", "application/json", "text/plain"],
  ["Origin", "https://shop.example", "https://elsewhere.example"],
  ["Sec-Fetch-Site", "same-origin", "cross-site"],
  ["X-CSRF-Token", "one", "another"],
])("different lines of %s are 400 and name it", async (name, ...values) => {
  const { handler } = await openService();
  const others = usual.filter(([one]) => one !== name);
  for (const [first = "", second = ""] of [values, values.toReversed()]) {
    const lines: Lines = [...others, [name, first], [name, second]];
    const { status, json } = await read(await handler(requestWith("POST", "/px/payfront/sessions", lines, order)));
    expect([status, json.code, json.details?.[0]?.field]).toEqual([400, "INVALID_REQUEST", name]);
  }
});

test("commas of a foreign scheme are no second line", async () => {
  const { handler } = await openService();
  const digest = 'Digest username="a", realm="b"';
  const page = await handler(requestWith("GET", "/healthz", [["Authorization", digest]]));
  expect(page.status).toBe(200);
  const refused = await read(await handler(requestWith("GET", "/merchants/1/balances", [["Authorization", digest]])));
  expect([refused.status, refused.json.code]).toEqual([403, "INCORRECT_BASIC_AUTH_FORMAT"]);
});

test("a header that its operation does not read may come twice", async () => {
  const { handler } = await openService();
  const lines = [...usual, ...keyLines("k", "j")];
  expect((await handler(requestWith("GET", "/merchants/1/balances", lines))).status).toBe(200);
});

test("headers with several values keep them", async () => {
  const { handler } = await openService();
  const lines: Lines = [...usual, ["Accept-Language", "en"], ["Accept-Language", "ko;q=0.5"]];
  const { json } = await read(await handler(requestWith("GET", "/px/intents/none", lines)));
  expect(json.message).toMatch(/^[ -~]+$/);
});
