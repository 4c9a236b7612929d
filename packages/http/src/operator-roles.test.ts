import { isAtLeast, ok, operatorRoles, type OperatorRole, type Tenant } from "@wonflow/core";
import { expect, test } from "vitest";
import { allRoutes, audienceOf, isForOperators, leastRoleOf } from "../test/audiences.ts";
import { exampleRequest } from "../test/example-request.ts";
import { openService, type Sent } from "../test/open-service.ts";
import { signIn } from "../test/sign-in.ts";
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
