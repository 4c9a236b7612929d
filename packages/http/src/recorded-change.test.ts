import { ok, refuse, StoreUnavailable, type Payments, type Tenant } from "@wonflow/core";
import { expect, test } from "vitest";
import { openService, type Sent, signIn } from "../test/open-service.ts";

const shop: Tenant = { mId: 1, mode: "test" };
const kim = { ...shop, name: "kim", password: "four words are better" };
const seller = {
  refSellerId: "kim-001",
  name: "김상인",
  businessType: "INDIVIDUAL",
  account: { bankCode: "004", accountNumber: "110123456789", holderName: "김상인" },
};
const noPayment = `/px/intents/${"x".repeat(21)}`;

/** A service with a signed-in owner, and what the record of changes has. */
async function office(wrap?: (payments: Payments) => Payments) {
  const service = await openService(undefined, wrap);
  await service.payments.operators.set(shop, { name: "kim", password: kim.password });
  const { headers } = await signIn(service.call, "/operator/session", kim);
  const ask = (method: string, path: string, sent: Sent = {}) => service.call(method, path, { ...sent, headers });
  const actions = async () => {
    const page = await service.payments.operators.actions(shop, { limit: 100 });
    return page.ok
      ? page.value.items.map(({ operation, about, code, endedAt }) => ({
          operation,
          about,
          code,
          ended: endedAt !== null,
        }))
      : [];
  };
  return { ...service, ask, actions };
}

test("what an operator changes is recorded with how it ended, without the account of a seller", async () => {
  const { ask, actions } = await office();
  const created = await ask("POST", "/merchants/1/sellers", { body: seller });
  const { id = "" } = created.body as { id?: string };
  await ask("DELETE", `/merchants/1/sellers/${id}`);
  await ask("POST", `${noPayment}/cancel`, { body: { cancelReason: "품절", cancelAmount: 3_000 } });
  const amount = (value: number) => ({ refPayoutId: `r${value}`, destination: "seller_none", amount: { value } });
  await ask("POST", "/merchants/1/payouts", { body: [amount(1_000), amount(2_000)] });
  expect(await actions()).toEqual([
    {
      operation: "createPayouts",
      about: { mId: "1", payouts: 2, total: 3_000 },
      code: "NOT_FOUND_SELLER",
      ended: true,
    },
    {
      operation: "cancelPayment",
      about: { intentKey: "x".repeat(21), cancelReason: "품절", cancelAmount: 3_000 },
      code: "NOT_FOUND_PAYMENT",
      ended: true,
    },
    { operation: "deleteSeller", about: { mId: "1", sellerId: id }, code: null, ended: true },
    { operation: "createSeller", about: { mId: "1", refSellerId: "kim-001", name: "김상인" }, code: null, ended: true },
  ]);
});

test("the record is read over HTTP by an owner, and names who did it", async () => {
  const { ask } = await office();
  await ask("POST", "/merchants/1/sellers", { body: seller });
  const answer = await ask("GET", "/merchants/1/operator-actions?limit=1");
  expect(answer.body).toMatchObject({
    size: 1,
    items: [
      { operator: "kim", role: "owner", operation: "createSeller", askedAt: "2026-11-20T05:03:07.250Z", code: null },
    ],
  });
  expect(answer.text).not.toContain("110123456789");
});

test("reads, requests with a key, and requests that the role or the CSRF token does not allow are no changes", async () => {
  const { ask, call, payments, actions } = await office();
  await ask("GET", "/merchants/1/balances");
  await call("POST", "/merchants/1/sellers", { body: seller });
  await ask("POST", "/merchants/2/sellers", { body: seller });
  await payments.operators.set(shop, { name: "kim", role: "viewer" });
  await ask("POST", "/merchants/1/sellers", { body: { ...seller, refSellerId: "kim-002" } });
  expect(await actions()).toEqual([]);
});

test.each([["{", "INVALID_JSON"]])("a body that can't be read changes nothing: %s", async (raw, code) => {
  const { ask, actions } = await office();
  expect((await ask("POST", `${noPayment}/cancel`, { raw })).json.code).toBe(code);
  expect(await actions()).toEqual([]);
});

test.each<[string, unknown]>([
  ["no object", 7],
  ["an object in the place of a text", { cancelReason: { $ne: 1 }, cancelAmount: [1] }],
  ["an endless number", { cancelReason: "x", cancelAmount: Infinity }],
])("the valid parts of %s are recorded", async (_what, body) => {
  const { ask, actions } = await office();
  const answer = await ask("POST", `${noPayment}/cancel`, {
    raw: JSON.stringify(body).replace("null", "1e400"),
  });
  expect(answer.status).toBe(400);
  expect(await actions()).toMatchObject([{ operation: "cancelPayment", code: answer.json.code, ended: true }]);
});

test.each<[string, Payments["operators"]["beginAction"], number]>([
  ["can't be written", () => Promise.reject(new StoreUnavailable("away")), 503],
  ["is refused", async () => refuse("CONCURRENT_REQUEST"), 409],
])("without a record no change is made: one that %s", async (_what, beginAction, status) => {
  let asked = 0;
  const { ask } = await office((payments) => ({
    ...payments,
    operators: { ...payments.operators, beginAction },
    sellers: { ...payments.sellers, create: (...given) => ((asked += 1), payments.sellers.create(...given)) },
  }));
  expect((await ask("POST", "/merchants/1/sellers", { body: seller })).status).toBe(status);
  expect(asked).toBe(0);
});

test("a change whose end can't be recorded is answered as it is, and stays open in the record", async () => {
  const { ask, actions } = await office((payments) => ({
    ...payments,
    operators: { ...payments.operators, endAction: () => Promise.reject(new StoreUnavailable("away")) },
  }));
  expect((await ask("POST", "/merchants/1/sellers", { body: seller })).status).toBe(201);
  expect(await actions()).toMatchObject([{ operation: "createSeller", code: null, ended: false }]);
});

test("an operator of the host application is recorded by the name that the host gives", async () => {
  for (const name of ["park@shop.example", undefined]) {
    const operators = { identify: async () => ok({ tenant: shop, ...(name !== undefined && { name }) }) };
    const { call, payments } = await openService({ operators });
    await call("POST", "/merchants/1/sellers", { headers: { Authorization: null }, body: seller });
    expect(await payments.operators.actions(shop)).toMatchObject({ value: { items: [{ operator: name ?? null }] } });
  }
});

test("a cancellation knows the operator who asks, whose limits it keeps, and a merchant's server has none", async () => {
  const asked: unknown[] = [];
  const { ask, call } = await office((payments) => ({
    ...payments,
    intents: {
      ...payments.intents,
      cancel(tenant, name, input, options) {
        asked.push(options?.by);
        return payments.intents.cancel(tenant, name, input, options);
      },
    },
  }));
  const cancel = { body: { cancelReason: "품절" } };
  for (const path of [noPayment, "/px/intents/orders/order-20261120-0001"]) {
    await ask("POST", `${path}/cancel`, cancel);
    await call("POST", `${path}/cancel`, cancel);
  }
  const kimAsks = { operator: "kim", role: "owner" };
  expect(asked).toEqual([kimAsks, undefined, kimAsks, undefined]);
});
