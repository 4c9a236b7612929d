import { expect, test } from "vitest";
import { openService, signIn } from "../test/open-service.ts";
import { issueBillingKey } from "./examples/billing.ts";
import { password } from "./examples/operators.ts";

const card = issueBillingKey.card.request;

function charge(billing: string, change: object = {}) {
  const { customerId } = card;
  const amounts = { totalAmount: 9_900, taxFreeAmount: 900, instruments: [{ billing, amount: 9_900 }] };
  return { customerId, orderId: "subscription-2026-11", orderName: "11월 구독", ...amounts, ...change };
}

type Call = Awaited<ReturnType<typeof openService>>["call"];

/** The billing key of a card, asked for as a merchant does. */
async function issue(call: Call, change: object = {}, headers: Record<string, string> = {}): Promise<string> {
  const issued = await call("POST", "/px/billing/billkeys/issue", { body: { ...card, ...change }, headers });
  expect([issued.status, issued.body]).toEqual([201, { billkey: expect.stringMatching(/^billkey_/) }]);
  return String(issued.json["billkey"]);
}

test("a card is stored, charged, looked up, canceled and deleted", async () => {
  const { call, gateway } = await openService();
  const billkey = await issue(call);
  const charged = await call("POST", "/px/billing", { body: charge(billkey) });
  expect([charged.status, charged.body]).toEqual([
    200,
    {
      intentKey: expect.any(String),
      orderId: "subscription-2026-11",
      receipt: { candyUrl: expect.any(String), perMethodUrls: [expect.any(String)] },
      settlementId: null,
      orderName: "11월 구독",
      mId: 1,
      totalAmount: 9_900,
      status: "DONE",
      requestedAt: "2026-11-20T14:03:07+09:00",
      approvedAt: "2026-11-20T14:03:07+09:00",
      methods: [
        {
          method: "KEYIN",
          amount: 9_900,
          keyin: { number: "400000******0009", installmentPlanMonths: 0, issuerCode: "11" },
        },
      ],
    },
  ]);
  const again = await call("POST", "/px/billing", { body: charge(billkey) });
  expect([again.status, again.body]).toEqual([200, charged.body]);
  expect((await call("GET", "/px/intents/orders/subscription-2026-11")).body).toEqual(charged.body);
  const canceled = await call("POST", `/px/intents/${String(charged.json["intentKey"])}/cancel`, {
    body: { cancelReason: "해지" },
  });
  expect([canceled.status, canceled.json.status]).toEqual([200, "CANCELED"]);
  expect(gateway.held("1:test")).toBe(0);

  const path = `/px/billing/${billkey}`;
  expect(await call("DELETE", path)).toMatchObject({ status: 200, body: { billkey } });
  expect(await call("DELETE", path)).toMatchObject({ status: 404, json: { code: "NOT_FOUND_BILLING" } });
  const later = await call("POST", "/px/billing", { body: charge(billkey, { orderId: "subscription-2026-12" }) });
  expect([later.status, later.json.code]).toEqual([404, "NOT_FOUND_BILLING"]);
});

test("each field at fault is named, and nothing that was sent of the card is sent back", async () => {
  const { call } = await openService();
  const wrong = { ...card, number: "4000-0000-0011-0009", cvc: "12", registNo: "900230", customerId: "c7f3b2a91" };
  const refused = await call("POST", "/px/billing/billkeys/issue", { body: wrong });
  expect(refused).toMatchObject({
    status: 400,
    json: { details: [{ field: "customerId" }, { field: "number" }, { field: "cvc" }] },
  });
  expect(JSON.stringify(refused.body)).not.toMatch(/4000-0000|0011-0009|900230/);
});

test("a refused charge answers why; the look-up shows which card it was", async () => {
  const { call } = await openService();
  const billkey = await issue(call, { number: "4000000200010009" });
  const refused = await call("POST", "/px/billing", { body: charge(billkey) });
  expect([refused.status, refused.json.code]).toEqual([403, "REJECT_CARD_PAYMENT"]);
  expect((await call("GET", "/px/intents/orders/subscription-2026-11")).body).toMatchObject({
    status: "ABORTED",
    failure: [{ code: "REJECT_CARD_PAYMENT", details: { keyin: { number: "400000******0009" }, billing: billkey } }],
  });
});

test("idempotency keys and failures on demand, on issue and charge", async () => {
  const { call, gateway } = await openService();
  const headers = (name: string, value: string) => ({ headers: { [name]: value } });
  const first = await issue(call, {}, { "Idempotency-Key": "issue-1" });
  expect(await issue(call, {}, { "Idempotency-Key": "issue-1" })).toBe(first);
  expect(gateway.tokens("1:test")).toHaveLength(1);
  const demanded = headers("Payments-Test-Code", "INVALID_CARD_PASSWORD");
  expect(await call("POST", "/px/billing/billkeys/issue", { body: card, ...demanded })).toMatchObject({
    status: 400,
    json: { code: "INVALID_CARD_PASSWORD" },
  });
  const failing = headers("Payments-Test-Code", "FAILED_BILLING_AUTO_CANCEL");
  expect(await call("POST", "/px/billing", { body: charge(first), ...failing })).toMatchObject({
    status: 500,
    json: { code: "FAILED_BILLING_AUTO_CANCEL" },
  });
  expect(gateway.held("1:test")).toBe(0);
});

test("a client key may neither store nor charge", async () => {
  const { call } = await openService();
  const client = { headers: { Authorization: `Basic ${btoa("test_ck_docs:")}` } };
  expect((await call("POST", "/px/billing", { body: charge("billkey_x"), ...client })).status).toBe(400);
  expect((await call("POST", "/px/billing/billkeys/issue", { body: card, ...client })).status).toBe(400);
});

test("an owner deletes a card without a key, which is recorded; lower roles may not, nor may a request without the CSRF token", async () => {
  const { call, payments } = await openService();
  const shop = { mId: 1, mode: "test" } as const;
  const billkey = await issue(call);
  const signedIn = async (name: string, role: "cashier" | "owner") => {
    await payments.operators.set(shop, { name, password, role });
    return (await signIn(call, "/operator/session", { ...shop, name, password })).headers;
  };
  const cashier = await signedIn("lee", "cashier");
  const owner = await signedIn("kim", "owner");
  const remove = (headers: Readonly<Record<string, string | null>>) =>
    call("DELETE", `/px/billing/${billkey}`, { headers });
  expect((await remove(cashier)).json.code).toBe("FORBIDDEN_REQUEST");
  expect((await remove({ ...owner, "X-CSRF-Token": null })).json.code).toBe("INVALID_CSRF_TOKEN");
  const listed = await call("GET", `/merchants/1/billing-keys?customerId=${card.customerId}`, { headers: cashier });
  expect(listed.body).toMatchObject({ items: [{ billkey, maskedNumber: "400000******0009" }] });
  expect((await remove(owner)).body).toEqual({ billkey });
  expect((await call("GET", "/merchants/1/billing-keys", { headers: owner })).body).toMatchObject({ items: [] });
  expect((await call("GET", "/merchants/1/operator-actions", { headers: owner })).body).toMatchObject({
    items: [{ operator: "kim", operation: "deleteBillingKey", about: { billkey }, code: null }],
  });
});

test.each([
  ["customerId=a", "INVALID_CUSTOMER_ID", "customerId"],
  ["limit=0", "INVALID_REQUEST", "limit"],
  ["startingAfter=x", "INVALID_REQUEST", "startingAfter"],
])("a list of keys by %s is refused by its field", async (query, code, field) => {
  const { call } = await openService();
  const { json } = await call("GET", `/merchants/1/billing-keys?${query}`);
  expect([json.code, json.details?.[0]?.field]).toEqual([code, field]);
});
