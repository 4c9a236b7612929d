import { documentationMerchant, platform, type Tenant } from "@wonflow/core";
import type { Route } from "../src/route.ts";
import { basic, openService, type Sent } from "./open-service.ts";

const password = "four words are better";

const shop: Tenant = { mId: 1, mode: "test" };
const otherShop: Tenant = { mId: 2, mode: "test" };

function valueOf<Value>(result: { readonly ok: true; readonly value: Value } | { readonly ok: false }): Value {
  if (!result.ok) throw new Error(`the shop cannot be opened: ${JSON.stringify(result)}`);
  return result.value;
}

type Headers = Readonly<Record<string, string | null>>;

/** Someone who calls the service, by the headers that they send. */
export type Attackers = Readonly<Record<string, Headers>>;

/** Merchant 1 with one thing of every kind, everybody who might want it, and the names of its things. */
export async function openAttackedShop() {
  const service = await openService();
  const { payments, call, clock } = service;
  for (const merchant of [otherShop, { mId: 1, mode: "live" } as const]) {
    valueOf(await payments.merchants.register({ ...documentationMerchant, ...merchant, name: "Other" }));
  }
  const things = await openThings(service);
  const keyOf = async (tenant: Tenant, type: "secret" | "client") =>
    valueOf(await payments.keys.issue(tenant, type)).key;

  async function signIn(tenant: Tenant, name: string): Promise<Headers> {
    const answer = await call("POST", "/operator/session", {
      headers: { Authorization: null },
      body: { ...tenant, name, password },
    });
    return cookiesOf(answer.headers, answer.body);
  }
  const people = [
    [shop, "owner", "owner"],
    [shop, "cashier", "cashier"],
    [shop, "viewer", "viewer"],
    [otherShop, "stranger", "owner"],
  ] as const;
  for (const [tenant, name, role] of people) valueOf(await payments.operators.set(tenant, { name, password, role }));
  valueOf(await payments.operators.set(platform, { name: "choi", password }));
  const ofPlatform = await call("POST", "/platform/session", {
    headers: { Authorization: null },
    body: { name: "choi", password },
  });
  const earlier = await signIn(shop, "owner");
  await clock.advance(15 * 60_000);
  const owner = await signIn(shop, "owner");
  const { "X-CSRF-Token": _, ...withoutToken } = owner;
  const revoked = valueOf(await payments.keys.issue(shop, "secret"));
  valueOf(await payments.keys.revoke(shop, revoked.id));
  const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
  const attackers = {
    "without a key": { Authorization: null },
    "with a client key": { Authorization: basic("test_ck_docs") },
    "with a secret key": { Authorization: basic("test_sk_docs") },
    "with a revoked key": { Authorization: basic(revoked.key) },
    "with the key of the other mode": { Authorization: basic(await keyOf({ mId: 1, mode: "live" }, "secret")) },
    "with another merchant's key": { Authorization: basic(await keyOf(otherShop, "secret")) },
    "as another merchant's owner": await signIn(otherShop, "stranger"),
    "as a viewer": await signIn(shop, "viewer"),
    "as a cashier": await signIn(shop, "cashier"),
    "as an owner without the CSRF token": withoutToken,
    "as an owner with the CSRF token of another session": { ...owner, "X-CSRF-Token": earlier["X-CSRF-Token"] ?? "" },
    "as an owner from another site": { ...owner, "Sec-Fetch-Site": "cross-site" },
    "as an owner whose password is old": earlier,
    "as the platform's owner": cookiesOf(ofPlatform.headers, ofPlatform.body),
    "with a token that nobody was given": bearer(`cs_1_test_${"0".repeat(32)}`),
    "with the token of another's link": bearer(things.otherToken),
    "with a secret key as a token": bearer("test_sk_docs"),
  } satisfies Attackers;
  return { ...service, things, attackers, owner };
}

function cookiesOf(headers: globalThis.Headers, body: unknown): Headers {
  const cookies = headers.getSetCookie().map((cookie) => cookie.split(";")[0]);
  const { csrfToken } = body as { readonly csrfToken: string };
  return { Authorization: null, Cookie: cookies.join("; "), "X-CSRF-Token": csrfToken };
}

/** The things of merchant 1, by the name that a path or body calls them. */
async function openThings({
  payments,
  call,
  clock,
  paid,
  authenticated,
  openSession,
}: Awaited<ReturnType<typeof openService>>) {
  const ask = async (method: string, path: string, body?: unknown) => {
    const answer = await call(method, path, body === undefined ? {} : { body });
    if (answer.status >= 400) throw new Error(`${method} ${path} was refused: ${answer.text}`);
    return answer.body as { readonly id: string; readonly items: readonly [{ readonly id: string }] };
  };
  await ask("PUT", "/merchants/1/webhook-endpoint", { url: "https://shop.example/hook" });
  const { intentKey, orderId } = await paid();
  const { id: sellerId } = await ask("POST", "/merchants/1/sellers", {
    refSellerId: "attacked",
    name: "김상인",
    businessType: "INDIVIDUAL",
    account: { bankCode: "004", accountNumber: "110123456789", holderName: "김상인" },
  });
  await clock.advance(6 * 86_400_000);
  for (let runs = 0; runs < 5; runs += 1) await payments.work.runDue();
  const amount = { currency: "KRW", value: 1_000 };
  const payouts = await ask("POST", "/merchants/1/payouts", [{ refPayoutId: "p1", destination: sellerId, amount }]);
  const deliveries = await ask("GET", "/merchants/1/webhook-deliveries");
  const confirmation = await authenticated({ orderId: "order-20261120-0002" });
  const issued = await call("POST", "/px/billing/billkeys/issue", {
    body: {
      customerId: "attacked-buyer-1",
      number: "4000000000110009",
      expriationYY: "30",
      expriationMM: "12",
      cvc: "123",
      passwordFront2: "12",
      ownerName: "김구매",
      registNo: "900101",
      ownerPhoneNumber: "01012345678",
    },
  });
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
    key: `approval.${intentKey}`,
    day: "2026-11-20",
    bin: "400000",
    confirmation,
    token,
    otherToken,
  };
}

type Things = Awaited<ReturnType<typeof openThings>>;

/** What an operation is asked for with the things of merchant 1; valid where its example is. */
export function requestFor({ method, path, operationId, examples }: Route, things: Things): [string, string, Sent] {
  const [example] = Object.values(examples);
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const thing: unknown = Object(things)[name];
    if (typeof thing !== "string") throw new Error(`the attacked shop has no ${name}, of which ${operationId} asks`);
    return encodeURIComponent(thing);
  });
  const search = new URLSearchParams(Object(example?.query)).toString();
  const body = operationId === "confirmPayment" ? things.confirmation : example?.request;
  return [method, search === "" ? filled : `${filled}?${search}`, body === undefined ? {} : { body }];
}
