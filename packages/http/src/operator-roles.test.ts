import { isAtLeast, ok, operatorRoles, type OperatorRole, type Tenant } from "@wonflow/core";
import { expect, test } from "vitest";

import { basic, openService, type Sent } from "../test/open-service.ts";
import type { Route } from "./route.ts";
import { routes } from "./routes.ts";

const shop: Tenant = { mId: 1, mode: "test" };
const password = "four words are better";

/** The least role of every operation that an operator may call. */
const leastRoles: Readonly<Record<string, OperatorRole>> = {
  getPayment: "viewer",
  getPaymentOfOrder: "viewer",
  listPayments: "viewer",
  getPaymentTimeline: "viewer",
  previewCancellation: "viewer",
  downloadPayments: "viewer",
  downloadSettlements: "viewer",
  listSettlementDays: "viewer",
  listBillingKeys: "viewer",
  getPayoutTimeline: "viewer",
  deleteBillingKey: "owner",
  cancelPayment: "cashier",
  cancelPaymentOfOrder: "cashier",
  getBalance: "viewer",
  getDailyTotals: "viewer",
  listExpectedSettlements: "viewer",
  getNextTransfer: "viewer",
  getAttention: "viewer",
  listSettlements: "viewer",
  getSettlement: "viewer",
  createSeller: "owner",
  listSellers: "viewer",
  getSeller: "viewer",
  deleteSeller: "owner",
  createPayouts: "owner",
  listPayouts: "viewer",
  getPayout: "viewer",
  getWebhookEndpoint: "owner",
  setWebhookEndpoint: "owner",
  removeWebhookEndpoint: "owner",
  rotateWebhookSecret: "owner",
  testWebhookEndpoint: "cashier",
  listWebhookDeliveries: "viewer",
  getWebhookDelivery: "viewer",
  resendWebhookDelivery: "cashier",
  listOperatorActions: "owner",
  listOperators: "owner",
  addOperator: "owner",
  changeOperator: "owner",
  removeOperator: "owner",
  signOutOperatorEverywhere: "owner",
  listKeys: "owner",
  issueKey: "owner",
  revokeKey: "owner",
};

const forOperators = routes.filter(
  ({ caller, operationId }) =>
    !operationId.endsWith("OperatorSession") &&
    !["signOutOperator", "confirmOperatorPassword"].includes(operationId) &&
    caller.credentials.some(({ name }) => name === "operatorSession"),
);

test("every operation of operators has its least role", () => {
  const named = forOperators.map(({ operationId }) => operationId);
  expect(named.toSorted()).toEqual(Object.keys(leastRoles).toSorted());
});

/** The operations of operators alone: a secret key makes no key and no operator. */
const ofOperatorsAlone: readonly string[] = [
  "listOperators",
  "addOperator",
  "changeOperator",
  "removeOperator",
  "signOutOperatorEverywhere",
  "listKeys",
  "issueKey",
  "revokeKey",
];

test("a secret key is refused where an operator acts alone, also beside an owner's session", async () => {
  const { ask, headers } = await signedIn("owner");
  for (const route of forOperators) {
    const isAlone = ofOperatorsAlone.includes(route.operationId);
    expect([route.operationId, route.caller.credentials.map(({ name }) => name)]).toEqual([
      route.operationId,
      isAlone ? ["operatorSession"] : ["secretKey", "operatorSession"],
    ]);
    if (!isAlone) continue;
    const { place, ...body } = exampleOf(route);
    for (const others of [{}, headers]) {
      const { status, json } = await ask(route.method, place, {
        headers: { ...others, Authorization: basic("test_sk_docs") },
        ...body,
      });
      expect([status, json.code, json.details?.[0]?.field]).toEqual([403, "FORBIDDEN_REQUEST", "Authorization"]);
    }
    expect((await ask(route.method, place, body)).json.code).toBe("UNAUTHORIZED_OPERATOR");
  }
});

async function signedIn(role: OperatorRole) {
  const service = await openService();
  await service.payments.operators.set(shop, { name: "kim", password, role });
  const kim = { ...shop, name: "kim", password };
  const ask = (method: string, path: string, sent: Sent = {}) =>
    service.call(method, path, { ...sent, headers: { Authorization: null, ...sent.headers } });
  const answer = await ask("POST", "/operator/session", { body: kim });
  const { csrfToken = "", role: shown } = answer.body as { csrfToken?: string; role?: string };
  const Cookie = answer.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  return { ...service, shown, ask, headers: { Cookie, "X-CSRF-Token": csrfToken } };
}

/** A request of the operation's example. */
function exampleOf({ path, examples }: Route) {
  const [example] = Object.values(examples);
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(Object(example?.params)[name])),
  );
  const search = new URLSearchParams(Object(example?.query)).toString();
  const place = search === "" ? filled : `${filled}?${search}`;
  return { place, ...(example?.request !== undefined && { body: example.request }) };
}

test.each(operatorRoles)("a %s may call what its role allows, and nothing more", async (role) => {
  const { ask, headers, shown } = await signedIn(role);
  expect(shown).toBe(role);
  for (const route of forOperators) {
    const { place, ...body } = exampleOf(route);
    const { status, json } = await ask(route.method, place, { headers, ...body });
    const least = leastRoles[route.operationId] ?? "owner";
    const refusal = [status, json.code, json.details?.[0]?.problem];
    if (isAtLeast(role, least)) expect([route.operationId, ...refusal]).not.toContain(`must have the role ${least}`);
    else expect(refusal).toEqual([403, "FORBIDDEN_REQUEST", `must have the role ${least}`]);
  }
});

test("a changed role holds in open sessions, from the next request on", async () => {
  const { ask, headers, payments } = await signedIn("owner");
  const seller = {
    refSellerId: "kim-001",
    name: "김상인",
    businessType: "INDIVIDUAL",
    account: { bankCode: "004", accountNumber: "110123456789", holderName: "김상인" },
  };
  const create = () => ask("POST", "/merchants/1/sellers", { headers, body: seller });
  expect((await create()).status).not.toBe(403);
  await payments.operators.set(shop, { name: "kim", role: "viewer" });
  expect((await create()).json.details?.[0]?.field).toBe("operator");
  expect((await ask("GET", "/operator/session", { headers })).body).toMatchObject({ role: "viewer" });
});

test("an operator cancels with the CSRF token only, and a secret key has no role", async () => {
  const { ask, call, headers } = await signedIn("cashier");
  const cancel = { body: { cancelReason: "품절" } };
  const path = `/px/intents/${"x".repeat(21)}/cancel`;
  const { "X-CSRF-Token": _, ...withoutToken } = headers;
  expect((await ask("POST", path, { ...cancel, headers: withoutToken })).json.code).toBe("INVALID_CSRF_TOKEN");
  expect((await ask("POST", path, { ...cancel, headers })).json.code).toBe("NOT_FOUND_PAYMENT");
  expect((await call("POST", path, cancel)).json.code).toBe("NOT_FOUND_PAYMENT");
});

test("an operator of the host application has the role that the host names, and is an owner otherwise", async () => {
  for (const role of [undefined, ...operatorRoles]) {
    const operators = { identify: async () => ok({ tenant: shop, ...(role && { role }) }) };
    const { call } = await openService({ operators });
    const answer = await call("DELETE", "/merchants/1/sellers/seller_none", { headers: { Authorization: null } });
    expect([role, answer.status]).toEqual([role, isAtLeast(role ?? "owner", "owner") ? 404 : 403]);
  }
});
