import { isAtLeast, ok, operatorRoles, type OperatorRole, type Tenant } from "@wonflow/core";
import { expect, test, describe } from "vitest";
import {
  allRoutes,
  audienceOf,
  isForOperators,
  leastRoleOf,
  isForFreshPassword,
  isForPlatform,
} from "../test/audiences.ts";
import { exampleRequest } from "../test/exchange.ts";
import { openService, type Sent, signIn, basic } from "../test/open-service.ts";
import { createSeller } from "./examples/payouts.ts";
import { password } from "./examples/operators.ts";

const shop: Tenant = { mId: 1, mode: "test" };

async function signedIn(role: OperatorRole) {
  const service = await openService();
  await service.payments.operators.set(shop, { name: "kim", password, role });
  const { answer, headers } = await signIn(service.call, "/operator/session", { ...shop, name: "kim", password });
  const ask = (method: string, path: string, sent: Sent = {}) =>
    service.call(method, path, { ...sent, headers: { ...headers, ...sent.headers } });
  return { ...service, shown: answer.json["role"], ask };
}

/** The attack table has those whom it refuses. */
test.each(operatorRoles)("a %s may call what its role allows", async (role) => {
  const { ask, shown } = await signedIn(role);
  expect(shown).toBe(role);
  for (const route of allRoutes) {
    const least = leastRoleOf(audienceOf(route));
    if (!isForOperators(audienceOf(route)) || least === undefined || !isAtLeast(role, least)) continue;
    const { place, ...body } = exampleRequest(route);
    const { status, json } = await ask(route.method, place, body);
    const refusal = [status, json.code, json.details?.[0]?.problem];
    expect([route.operationId, ...refusal]).not.toContain(`must have the role ${least}`);
    expect([route.operationId, status]).not.toEqual([route.operationId, 401]);
  }
});

test("a changed role holds in open sessions, from the next request on", async () => {
  const { ask, payments } = await signedIn("owner");
  const create = () => ask("POST", "/merchants/1/sellers", { body: createSeller.business.request });
  expect((await create()).status).not.toBe(403);
  await payments.operators.set(shop, { name: "kim", role: "viewer" });
  expect((await create()).json.details?.[0]?.field).toBe("operator");
  expect((await ask("GET", "/operator/session")).body).toMatchObject({ role: "viewer" });
});

test("a cashier cancels, and a secret key has no role", async () => {
  const { ask, call } = await signedIn("cashier");
  const cancel = { body: { cancelReason: "품절" } };
  const path = `/px/intents/${"x".repeat(21)}/cancel`;
  expect((await ask("POST", path, cancel)).json.code).toBe("NOT_FOUND_PAYMENT");
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

const kim = { ...shop, name: "kim", password };
const payouts = "/merchants/1/payouts";
const payout = { body: [{ refPayoutId: "p1", destination: "seller_none", amount: { currency: "KRW", value: 1_000 } }] };

async function office(role: "viewer" | "owner" = "owner") {
  const service = await openService();
  await service.payments.operators.set(shop, { name: "kim", password: kim.password, role });
  const { headers } = await signIn(service.call, "/operator/session", kim);
  const ask = (method: string, path: string, sent: Sent = {}) =>
    service.call(method, path, { ...sent, headers: { ...headers, ...sent.headers } });
  const again = (password: unknown) => ask("POST", "/operator/session/password", { body: { password } });
  return { ...service, ask, again };
}

const quarterHour = 15 * 60_000;

describe("a payout", () => {
  test("asks for the password after 15 minutes, and is done once it is typed", async () => {
    const { ask, again, clock, payments } = await office();
    await clock.advance(quarterHour - 1);
    expect((await ask("POST", payouts, payout)).json.code).toBe("NOT_FOUND_SELLER");
    await clock.advance(1);
    const refused = await ask("POST", payouts, payout);
    expect([refused.status, refused.json.code]).toEqual([403, "PASSWORD_REQUIRED"]);
    // Nothing was asked for, so nothing is recorded.
    expect(await payments.operators.actions(shop)).toMatchObject({ value: { size: 1 } });
    const fresh = await again(kim.password);
    expect([fresh.status, fresh.body]).toMatchObject([
      200,
      { name: "kim", passwordFreshUntil: "2026-11-20T05:33:07.250Z", expiresAt: "2026-11-20T17:03:07.250Z" },
    ]);
    expect((await ask("GET", "/operator/session")).body).toEqual(fresh.body);
    expect((await ask("POST", payouts, payout)).json.code).toBe("NOT_FOUND_SELLER");
  });

  test("of a secret key and of a host application's operator asks for none", async () => {
    const { ask, clock } = await office();
    await clock.advance(quarterHour);
    const key = { ...payout, headers: { Authorization: basic("test_sk_docs") } };
    expect((await ask("POST", payouts, key)).json.code).toBe("NOT_FOUND_SELLER");
    const stale = { tenant: shop, isPasswordFresh: false };
    const host = await openService({ operators: { identify: async () => ok(stale) } });
    const answer = await host.call("POST", payouts, { ...payout, headers: { Authorization: null } });
    expect(answer.json.code).toBe("NOT_FOUND_SELLER");
  });

  test("of a lesser role is refused for that, and asks for no password", async () => {
    const { ask, clock } = await office("viewer");
    await clock.advance(quarterHour);
    expect((await ask("POST", payouts, payout)).json.code).toBe("FORBIDDEN_REQUEST");
  });

  test("is read without", async () => {
    const { ask, clock } = await office();
    await clock.advance(quarterHour);
    expect((await ask("GET", payouts)).status).toBe(200);
  });
});

/** Changes by a person that ask for no password, and why. Any other one must ask. */
const withoutPassword = {
  cancelPayment: "refunds the card that paid, and a cashier has limits",
  cancelPaymentOfOrder: "refunds the card that paid, and a cashier has limits",
  testWebhookEndpoint: "sends a test message to the address that is set",
  resendWebhookDelivery: "sends a message to the address that is set",
  confirmOperatorPassword: "is the password itself",
  confirmPlatformPassword: "is the password itself",
  signOutOperator: "ends the session",
  signOutAtPlatform: "ends the session",
};

test("every change by a person asks for the password again, but for those that say why not", () => {
  const changes = allRoutes.filter((route) => {
    const whom = audienceOf(route);
    return route.method !== "GET" && (isForOperators(whom) || isForPlatform(whom)) && !isForFreshPassword(whom);
  });
  expect(changes.map(({ operationId }) => operationId).toSorted()).toEqual(Object.keys(withoutPassword).toSorted());
});

describe("a session whose password is old", () => {
  const endpoint = "/merchants/1/webhook-endpoint";
  const url = "https://shop.example/webhooks";

  test.each<[string, string, string, Sent?]>([
    ["changes no webhook address", "PUT", endpoint, { body: { url: "https://thief.example/" } }],
    ["rotates no webhook secret", "POST", `${endpoint}/secret?overlapMs=0`],
    ["removes no webhook address", "DELETE", endpoint],
    ["adds no seller", "POST", "/merchants/1/sellers", { body: createSeller.business.request }],
    ["deletes no seller", "DELETE", "/merchants/1/sellers/seller_none"],
    ["deletes no stored card", "DELETE", "/px/billing/billkey_none"],
  ])("%s, until it is typed", async (_what, method, path, sent) => {
    const { ask, again, clock, payments } = await office();
    expect(await payments.webhooks.set(shop, { url })).toMatchObject({ ok: true });
    const before = await payments.webhooks.get(shop);
    await clock.advance(quarterHour);
    const refused = await ask(method, path, sent);
    expect([refused.status, refused.json.code]).toEqual([403, "PASSWORD_REQUIRED"]);
    expect(await payments.webhooks.get(shop)).toEqual(before);
    expect(await payments.sellers.list(shop)).toMatchObject({ value: { items: [] } });
    await again(kim.password);
    expect((await ask(method, path, sent)).json.code).not.toBe("PASSWORD_REQUIRED");
  });
});

describe("the password again", () => {
  test.each<[string, unknown, number, string]>([
    ["a wrong one", "five words are worse", 401, "INCORRECT_OPERATOR_CREDENTIALS"],
    ["none", undefined, 400, "INVALID_REQUEST"],
    ["a number", 7, 400, "INVALID_REQUEST"],
  ])("%s is refused, and the next payout too", async (_what, password, status, code) => {
    const { ask, again, clock } = await office();
    await clock.advance(quarterHour);
    const refused = await again(password);
    expect([refused.status, refused.json.code]).toEqual([status, code]);
    expect((await ask("POST", payouts, payout)).json.code).toBe("PASSWORD_REQUIRED");
  });

  test("is locked after ten wrong ones, as a sign-in of this device is", async () => {
    const { again, ask } = await office();
    for (let tries = 0; tries < 10; tries += 1) await again("five words are worse");
    const locked = await again(kim.password);
    expect([locked.status, locked.headers.get("Retry-After")]).toEqual([429, "900"]);
    const signIn = await ask("POST", "/operator/session", { body: kim });
    expect(signIn.status).toBe(429);
  });
});
