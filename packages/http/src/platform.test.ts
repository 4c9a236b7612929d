import { isAtLeast, operatorRoles, platform, type OperatorRole } from "@wonflow/core";
import { expect, test } from "vitest";
import { audienceOf, leastRoleOf } from "../test/audiences.ts";
import { exampleRequest } from "../test/exchange.ts";
import { openService, type Sent, signIn } from "../test/open-service.ts";
import type { PlatformFinding } from "./call.ts";
import { password } from "./examples/operators.ts";
import type { HttpSettings } from "./http-handler.ts";
import { platformRoutes } from "./routes/platform/platform-routes.ts";

const shop = { mId: 1, mode: "test" } as const;

const asking =
  (call: Awaited<ReturnType<typeof openService>>["call"]) =>
  (method: string, path: string, sent: Sent = {}) =>
    call(method, path, { ...sent, headers: { Authorization: null, ...sent.headers } });

async function signedIn(role: OperatorRole = "owner", settings: HttpSettings = {}) {
  const service = await openService(settings);
  await service.payments.operators.set(platform, { name: "choi", password, role });
  const ask = asking(service.call);
  const { answer, headers } = await signIn(service.call, "/platform/session", { name: "choi", password });
  return { ...service, session: answer.body, cookies: answer.headers.getSetCookie(), ask, headers };
}

test.each(operatorRoles)("a %s may call what the role allows, and nothing more", async (role) => {
  const { ask, headers, session } = await signedIn(role);
  expect(session).toMatchObject({ name: "choi", role });
  for (const route of platformRoutes) {
    const least = leastRoleOf(audienceOf(route));
    if (least === undefined) continue;
    const { place, ...body } = exampleRequest(route);
    const { status, json } = await ask(route.method, place, { headers, ...body });
    const refusal = [status, json.code, json.details?.[0]?.problem];
    if (isAtLeast(role, least)) expect([route.operationId, status]).not.toEqual([route.operationId, 403]);
    else expect(refusal).toEqual([403, "FORBIDDEN_REQUEST", `must have the role ${least}`]);
  }
});

test("without the setting there is no such path", async () => {
  const { call } = await openService({ platform: false });
  for (const route of platformRoutes) {
    const { place, ...body } = exampleRequest(route);
    const { status, json } = await asking(call)(route.method, place, body);
    expect([place, status, json.code]).toEqual([place, 404, "NOT_FOUND_PATH"]);
  }
});

test("both cookies are kept from scripts and other sites, and a host application's sign-in replaces none of them", async () => {
  const operators = { identify: () => Promise.reject(new Error("asked for a merchant's operator only")) };
  const { cookies, ask, headers } = await signedIn("viewer", { operators });
  expect(cookies.map((cookie) => cookie.replace(/=[^;]+/, "=…"))).toEqual([
    "__Host-wonflow_platform=…; Path=/; HttpOnly; Secure; SameSite=Strict",
    "__Host-wonflow_platform_device=…; Max-Age=34560000; Path=/; HttpOnly; Secure; SameSite=Strict",
  ]);
  expect((await ask("GET", "/platform/session", { headers })).body).toMatchObject({ name: "choi", role: "viewer" });
  const crossSite = { ...headers, "Sec-Fetch-Site": "cross-site" };
  expect((await ask("GET", "/platform/session", { headers: crossSite })).json.code).toBe("CROSS_SITE_REQUEST");
  expect((await ask("DELETE", "/platform/session", { headers })).status).toBe(200);
  expect((await ask("GET", "/platform/session", { headers })).status).toBe(401);
});

/** A cancellation whose answer never came, and nothing else. */
async function unknownCancellation() {
  const service = await signedIn();
  const { intentKey } = await service.paid();
  service.gateway.faults.schedule(() => "refused-connection");
  await service.call("POST", `/px/intents/${intentKey}/cancel`, {
    body: { cancelReason: "품절", cancelAmount: 3_000 },
  });
  const key = `cancellation-${intentKey}-1`;
  const waiting = async () => {
    const { body } = await service.ask("GET", "/platform/waiting", { headers: service.headers });
    return body as { readonly items: readonly { readonly id: string; readonly since: string }[] };
  };
  const resolve = (body: object, headers: NonNullable<Sent["headers"]> = service.headers) =>
    service.ask("POST", `/platform/merchants/1/test/attempts/${key}/resolve`, { headers, body });
  return { ...service, intentKey, key, waiting, resolve };
}

const notDone = { outcome: "not-done", note: "gateway's list of 20 November" };

test("an unknown outcome waits until an owner resolves it, which is recorded", async () => {
  const { key, intentKey, waiting, resolve, ask, headers, payments } = await unknownCancellation();
  const about = { mId: 1, mode: "test", what: "attempt", kind: "cancellation", about: intentKey, amount: 3_000 };
  expect((await waiting()).items).toMatchObject([{ ...about, id: key, since: "2026-11-20T05:03:07.250Z" }]);
  const { "X-CSRF-Token": _, ...withoutToken } = headers;
  expect((await resolve(notDone, withoutToken)).json.code).toBe("INVALID_CSRF_TOKEN");
  expect((await resolve({ outcome: "done", note: "?" })).json.details?.[0]?.field).toBe("at");
  expect((await resolve({ ...notDone, outcome: "canceled", at: "2026-11-20T14:00:00+09:00" })).json.code).toBe(
    "INVALID_REQUEST",
  );
  expect((await waiting()).items).toHaveLength(1);
  expect((await resolve(notDone)).body).toMatchObject({ key, status: "REFUSED", payment: { amount: 3_000 } });
  expect((await waiting()).items).toEqual([]);
  expect((await resolve(notDone, { ...headers, "Accept-Language": "en" })).json).toMatchObject({
    code: "ALREADY_CONCLUDED_ATTEMPT",
    message:
      "The outcome of this attempt is known already. Look the payment or payout up; if your evidence contradicts it, reconcile that day.",
  });
  const { body } = await ask("GET", "/platform/operator-actions", { headers });
  const asked = { operator: "choi", role: "owner", operation: "resolveAttempt" };
  expect(body).toMatchObject({
    items: [
      { ...asked, about: { mId: "1", mode: "test", key, ...notDone }, code: "ALREADY_CONCLUDED_ATTEMPT" },
      { ...asked, code: null },
      { ...asked, code: "INVALID_REQUEST" },
      { ...asked, code: "INVALID_REQUEST" },
    ],
  });
  expect((await payments.operators.actions(shop)).ok && (await payments.operators.actions(shop))).toMatchObject({
    value: { items: [] },
  });
});

test("changes ask for the password again after 15 minutes, and reading does not", async () => {
  const { resolve, waiting, ask, headers, clock } = await unknownCancellation();
  await clock.advance(15 * 60_000);
  expect((await resolve(notDone)).json.code).toBe("PASSWORD_REQUIRED");
  expect((await waiting()).items).toHaveLength(1);
  const again = (given: string) => ask("POST", "/platform/session/password", { headers, body: { password: given } });
  expect((await again("wrong")).json.code).toBe("INCORRECT_OPERATOR_CREDENTIALS");
  expect((await again(password)).body).toMatchObject({ name: "choi", passwordFreshUntil: "2026-11-20T05:33:07.250Z" });
  expect((await resolve(notDone)).status).toBe(200);
});

test("money that the gateway has refunded by itself is recorded as such", async () => {
  const { ask, headers, paid, call } = await signedIn();
  const { intentKey } = await paid();
  const evidence = { outcome: "charged-back", amount: 4_000, at: "2026-11-20T14:03:00+09:00", note: "a letter" };
  const place = `/platform/merchants/1/test/attempts/approval-${intentKey}/resolve`;
  expect((await ask("POST", place, { headers, body: evidence })).status).toBe(200);
  expect((await call("GET", `/px/intents/${intentKey}`)).body).toMatchObject({ cancel: { canceledAmount: 4_000 } });
});

test.each([
  "/platform/merchants/1/live",
  "/platform/merchants/2/test",
  "/platform/merchants/x/test",
  "/platform/merchants/1/both",
])("%s is not found", async (place) => {
  const { ask, headers } = await signedIn();
  expect((await ask("GET", place, { headers })).json.code).toBe("NOT_FOUND_MERCHANT");
});

test.each<[string, object, string]>([
  ["attempts/approval-none/resolve", notDone, "NOT_FOUND_ATTEMPT"],
  ["payouts/payout_none/resolve", notDone, "NOT_FOUND_PAYOUT"],
  ["payouts/payout_none/resolve", {}, "NOT_FOUND_PAYOUT"],
  ["attempts/approval-none/resolve", {}, "INVALID_REQUEST"],
])("%s with %j is refused", async (place, body, code) => {
  const { ask, headers } = await signedIn();
  expect((await ask("POST", `/platform/merchants/1/test/${place}`, { headers, body })).json.code).toBe(code);
  const nowhere = await ask("POST", `/platform/merchants/1/both/${place}`, { headers, body });
  expect(nowhere.json.code).toBe("NOT_FOUND_MERCHANT");
});

test("a merchant is read with its contracts and its suspension", async () => {
  const { ask, headers, payments } = await signedIn();
  await payments.merchants.suspend(shop, { reason: "complaints" });
  const contracts = { kyc: true, taxFree: true, payouts: true, webhook: true, installmentFeeds: ["PG_A", "PG_B"] };
  const named = { ...shop, name: "Wonflow Docs", contracts };
  expect((await ask("GET", "/platform/merchants", { headers })).body).toMatchObject({
    items: [{ ...named, suspended: true }],
  });
  expect((await ask("GET", "/platform/merchants/1/test", { headers })).body).toMatchObject({
    ...named,
    suspended: { since: "2026-11-20T05:03:07.250Z", reason: "complaints" },
  });
});

test("a day is compared once it is over", async () => {
  const { ask, headers, paid, clock } = await signedIn();
  await paid();
  const compare = (day: string) => ask("GET", `/platform/merchants/1/test/reconciliations/${day}`, { headers });
  expect((await compare("2026-11-20")).json.details?.[0]?.problem).toBe("must be over");
  expect((await compare("yesterday")).json.code).toBe("INVALID_REQUEST");
  await clock.advance(10 * 3_600_000);
  const { body } = await compare("2026-11-20");
  expect(body).toMatchObject({ day: "2026-11-20", payments: 1, payouts: 0, differences: [] });
});

test("the backlog lists the latest work first", async () => {
  const { ask, headers, openSession, clock } = await signedIn();
  await openSession();
  await clock.advance(31 * 60_000);
  const { body } = await ask("GET", "/platform/backlog", { headers });
  expect(body).toMatchObject({
    test: { attemptsUnknown: 0 },
    work: expect.arrayContaining([{ kind: "attempt", upkeep: false, dueSince: null, lateMs: 0 }]),
  });
  const { work } = body as { readonly work: readonly { readonly kind: string; readonly lateMs: number }[] };
  expect(work.map(({ lateMs }) => lateMs)).toEqual(work.map(({ lateMs }) => lateMs).toSorted((a, b) => b - a));
  expect(work.find(({ kind }) => kind === "session")?.lateMs).toBe(60_000);
});

test("findings are those that the service's checks give", async () => {
  const finding: PlatformFinding = { check: "secret", status: "ok", found: "it matches the database", action: null };
  const { ask, headers } = await signedIn("viewer", { findings: async () => [finding] });
  expect((await ask("GET", "/platform/findings", { headers })).body).toEqual({ items: [finding] });
  const without = await signedIn("viewer");
  expect((await without.ask("GET", "/platform/findings", { headers: without.headers })).body).toEqual({ items: [] });
});
