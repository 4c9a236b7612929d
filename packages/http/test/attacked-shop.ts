import { documentationMerchant, platform, type Tenant } from "@wonflow/core";
import { issueBillingKey } from "../src/examples/billing.ts";
import { createSeller } from "../src/examples/payouts.ts";
import { password } from "../src/examples/operators.ts";
import { basic, openService, stillClock, type Service, signIn, type PageHeaders } from "./open-service.ts";

const shop: Tenant = { mId: 1, mode: "test" };
const otherShop: Tenant = { mId: 2, mode: "test" };

function valueOf<Value>(result: { readonly ok: true; readonly value: Value } | { readonly ok: false }): Value {
  if (!result.ok) throw new Error(`the shop cannot be opened: ${JSON.stringify(result)}`);
  return result.value;
}

/** Merchant 1 with one thing of every kind, all its possible attackers, and the ids of its things. */
export async function openAttackedShop() {
  const service = await openService({ traceId: () => "trace-1", developmentClock: stillClock(0).clock });
  const { payments, call, clock } = service;
  for (const merchant of [otherShop, { mId: 1, mode: "live" } as const]) {
    valueOf(await payments.merchants.register({ ...documentationMerchant, ...merchant, name: "Other" }));
  }
  const things = await openThings(service);
  const keyOf = async (tenant: Tenant) => valueOf(await payments.keys.issue(tenant, "secret")).key;
  const signedIn = async (tenant: Tenant, name: string) =>
    (await signIn(call, "/operator/session", { ...tenant, name, password })).headers;
  const operators = [
    [shop, "owner", "owner"],
    [shop, "cashier", "cashier"],
    [shop, "viewer", "viewer"],
    [otherShop, "stranger", "owner"],
  ] as const;
  for (const [tenant, name, role] of operators) valueOf(await payments.operators.set(tenant, { name, password, role }));
  valueOf(await payments.operators.set(platform, { name: "choi", password }));
  const { headers: ofPlatform } = await signIn(call, "/platform/session", { name: "choi", password });
  const earlier = await signedIn(shop, "owner");
  await clock.advance(15 * 60_000);
  const owner = await signedIn(shop, "owner");
  const { "X-CSRF-Token": _, ...withoutToken } = owner;
  const revoked = valueOf(await payments.keys.issue(shop, "secret"));
  valueOf(await payments.keys.revoke(shop, revoked.id));
  const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
  const attackers = {
    "without a key": { Authorization: null },
    "with a client key": { Authorization: basic("test_ck_docs") },
    "with a secret key": { Authorization: basic("test_sk_docs") },
    "with a secret key beside an owner's session": { ...owner, Authorization: basic("test_sk_docs") },
    "with a revoked key": { Authorization: basic(revoked.key) },
    "with the key of the other mode": { Authorization: basic(await keyOf({ mId: 1, mode: "live" })) },
    "with another merchant's key": { Authorization: basic(await keyOf(otherShop)) },
    "as another merchant's owner": await signedIn(otherShop, "stranger"),
    "as a viewer": await signedIn(shop, "viewer"),
    "as a cashier": await signedIn(shop, "cashier"),
    "as an owner without the CSRF token": withoutToken,
    "as an owner with the CSRF token of another session": { ...owner, "X-CSRF-Token": earlier["X-CSRF-Token"] },
    "as an owner from another site": { ...owner, "Sec-Fetch-Site": "cross-site" },
    "as an owner whose password is old": earlier,
    "as an owner whose cookie is called the platform's": renamed(owner, "_operator", "_platform"),
    "as the platform's owner": ofPlatform,
    "as the platform's owner whose cookie is called a merchant's": renamed(ofPlatform, "_platform", "_operator"),
    "with a token that was never issued": bearer(`cs_1_test_${"0".repeat(32)}`),
    "with the token of another link": bearer(things.otherToken),
    "with a secret key as a token": bearer("test_sk_docs"),
  };
  return { ...service, things, attackers, owner };
}

function renamed(headers: PageHeaders, from: string, to: string): PageHeaders {
  return { ...headers, Cookie: headers.Cookie.replaceAll(from, to) };
}

/** The things of merchant 1, by the name that a path or body calls them. */
async function openThings({ payments, call, clock, paid, authenticated, openSession }: Service) {
  const ask = async (method: string, path: string, body?: unknown) => {
    const answer = await call(method, path, body === undefined ? {} : { body });
    if (answer.status >= 400) throw new Error(`${method} ${path} was refused: ${answer.text}`);
    return answer.body as { readonly id: string; readonly items: readonly [{ readonly id: string }] };
  };
  await ask("PUT", "/merchants/1/webhook-endpoint", { url: "https://shop.example/hook" });
  const { intentKey, orderId } = await paid();
  const { id: sellerId } = await ask("POST", "/merchants/1/sellers", createSeller.business.request);
  await clock.advance(6 * 86_400_000);
  for (let runs = 0; runs < 5; runs += 1) await payments.work.runDue();
  const amount = { currency: "KRW", value: 1_000 };
  const payouts = await ask("POST", "/merchants/1/payouts", [{ refPayoutId: "p1", destination: sellerId, amount }]);
  const deliveries = await ask("GET", "/merchants/1/webhook-deliveries");
  const confirmation = await authenticated({ orderId: "order-20261120-0002" });
  const issued = await call("POST", "/px/billing/billkeys/issue", { body: issueBillingKey.card.request });
  const { billkey } = issued.body as { readonly billkey: string };
  const token = await openSession({ orderId: "order-20261120-0003" });
  const otherToken = await openSession({ orderId: "order-20261120-0004" });
  return {
    mId: "1",
    mode: "test",
    intentKey,
    orderId,
    billkey,
    settlementId: orderId,
    sellerId,
    payoutId: payouts.items[0].id,
    deliveryId: deliveries.items[0].id,
    keyId: "key_1",
    name: "viewer",
    key: `approval-${intentKey}`,
    day: "2026-11-20",
    bin: "400000",
    confirmation,
    token,
    otherToken,
  };
}
