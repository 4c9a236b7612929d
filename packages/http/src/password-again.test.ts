import { ok, type Tenant } from "@wonflow/core";
import { describe, expect, test } from "vitest";
import { allRoutes, audienceOf, isForFreshPassword, isForOperators, isForPlatform } from "../test/audiences.ts";
import { basic, openService, type Sent } from "../test/open-service.ts";
import { signIn } from "../test/sign-in.ts";
import { createSeller } from "./examples/payouts.ts";
import { password } from "./examples/operators.ts";

const shop: Tenant = { mId: 1, mode: "test" };
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
