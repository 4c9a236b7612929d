import type { Tenant } from "@wonflow/core";
import { expect, test } from "vitest";
import { basic, openService, type Sent, signIn } from "../test/open-service.ts";
import { password } from "./examples/operators.ts";

const shop: Tenant = { mId: 1, mode: "test" };
const operators = "/merchants/1/operators";
const keys = "/merchants/1/keys";

/** A service with two owners, of whom kim is signed in. */
async function office() {
  const service = await openService();
  for (const name of ["kim", "lee"]) await service.payments.operators.add(shop, { name, password, role: "owner" });
  async function signedIn(name: string, given = password) {
    const { answer, headers } = await signIn(service.call, "/operator/session", { ...shop, name, password: given });
    const ask = (method: string, path: string, body?: unknown) =>
      service.call(method, path, { headers, ...(body !== undefined && { body }) } satisfies Sent);
    return { status: answer.status, ask };
  }
  const actions = async () => {
    const page = await service.payments.operators.actions(shop, { limit: 100 });
    return page.ok ? page.value.items.map(({ operation, about, code }) => [operation, about, code]) : [];
  };
  return { ...service, signedIn, actions, ...(await signedIn("kim")) };
}

test("an owner adds an operator, gives another role and password, ends the sessions, and removes the operator", async () => {
  const { ask, signedIn, actions } = await office();
  const park = { name: "Park", password: "park's own four words", role: "cashier" };
  const added = await ask("POST", operators, park);
  const shown = { name: "park", addedAt: "2026-11-20T05:03:07.250Z", passwordSetAt: "2026-11-20T05:03:07.250Z" };
  expect([added.status, added.body]).toEqual([201, { ...shown, role: "cashier" }]);
  expect((await ask("POST", operators, park)).json.code).toBe("ALREADY_EXIST_OPERATOR");
  const session = await signedIn("park", park.password);
  expect((await ask("PUT", `${operators}/park`, { role: "viewer" })).body).toEqual({ ...shown, role: "viewer" });
  expect((await session.ask("GET", "/operator/session")).body).toMatchObject({ role: "viewer" });
  await ask("POST", `${operators}/park/sign-out`);
  expect((await session.ask("GET", "/operator/session")).status).toBe(401);
  await ask("PUT", `${operators}/park`, { password: "park's other four words" });
  expect((await signedIn("park", park.password)).status).toBe(401);
  expect((await signedIn("park", "park's other four words")).status).toBe(200);
  const list = await ask("GET", `${operators}?limit=10`);
  expect(list.body).toMatchObject({ size: 3, items: [{ name: "kim" }, { name: "lee" }, { name: "park" }] });
  expect((await ask("DELETE", `${operators}/park`)).body).toEqual({ removed: true });
  expect((await ask("DELETE", `${operators}/park`)).json.code).toBe("NOT_FOUND_OPERATOR");
  const about = { mId: "1", name: "park" };
  expect(await actions()).toEqual([
    ["removeOperator", about, "NOT_FOUND_OPERATOR"],
    ["removeOperator", about, null],
    ["changeOperator", { ...about, newPassword: "yes" }, null],
    ["signOutOperatorEverywhere", about, null],
    ["changeOperator", { ...about, role: "viewer" }, null],
    ["addOperator", { mId: "1", name: "Park", role: "cashier" }, "ALREADY_EXIST_OPERATOR"],
    ["addOperator", { mId: "1", name: "Park", role: "cashier" }, null],
  ]);
});

test("no answer and no record of a change has a password", async () => {
  const { ask, actions } = await office();
  const secret = "never shown to anyone";
  const answers = [
    await ask("POST", operators, { name: "park", password: secret, role: "owner" }),
    await ask("PUT", `${operators}/park`, { password: `${secret} again` }),
    await ask("POST", operators, { name: "no name", password: secret, role: secret }),
    await ask("PUT", `${operators}/park`, { password: 7, role: secret }),
    await ask("GET", operators),
  ];
  expect(answers.map(({ status }) => status)).toEqual([201, 200, 400, 400, 200]);
  for (const { text } of answers) expect(text).not.toContain(secret);
  expect(JSON.stringify(await actions()).split(secret).length - 1).toBe(2); // in the place of a role, where it was sent
});

test("owners can't remove their own role, so one owner always remains", async () => {
  const { ask, payments } = await office();
  for (const send of [
    () => ask("PUT", `${operators}/kim`, { role: "viewer" }),
    () => ask("DELETE", `${operators}/KIM`),
  ]) {
    const refused = await send();
    expect([refused.status, refused.json.code, refused.json.details?.[0]?.field]).toEqual([
      403,
      "FORBIDDEN_REQUEST",
      "name",
    ]);
  }
  expect((await ask("PUT", `${operators}/lee`, { role: "viewer" })).status).toBe(200);
  expect(await payments.operators.list(shop)).toMatchObject({
    value: { items: [{ name: "kim", role: "owner" }, { name: "lee" }] },
  });
});

test("a key is shown once, works, and is revoked by its id", async () => {
  const { ask, call, actions } = await office();
  const issued = await ask("POST", keys, { type: "secret" });
  const { id = "", key = "" } = issued.body as { id?: string; key?: string };
  expect([issued.status, key]).toEqual([201, expect.stringMatching(/^test_sk_/)]);
  expect(issued.headers.get("Cache-Control")).toBe("no-store");
  const works = async () =>
    (await call("GET", "/merchants/1/balances", { headers: { Authorization: basic(key) } })).status;
  expect(await works()).toBe(200);
  const list = await ask("GET", keys);
  expect(list.body).toMatchObject({ size: 1, items: [{ id, type: "secret", mode: "test", revokedAt: null }] });
  expect(list.text).not.toContain(key);
  expect((await ask("DELETE", `${keys}/${id}`)).body).toEqual({ revoked: true });
  expect(await works()).toBe(401);
  expect((await ask("GET", keys)).body).toMatchObject({ items: [{ id, revokedAt: "2026-11-20T05:03:07.250Z" }] });
  const recorded = [
    ["revokeKey", { mId: "1", keyId: id }, null],
    ["issueKey", { mId: "1", type: "secret" }, null],
  ];
  expect(await actions()).toEqual(recorded);
});

test.each<[unknown, string]>([
  [{ type: "operator" }, "type"],
  [{}, "type"],
  [{ type: "secret", name: "x" }, "name"],
  [7, "body"],
  [null, "body"],
  [[], "body"],
])("no key is issued for %j", async (body, field) => {
  const { ask, payments } = await office();
  const refused = await ask("POST", keys, body);
  expect([refused.status, refused.json.details?.[0]?.field]).toEqual([400, field]);
  expect(await payments.keys.list(shop)).toMatchObject({ value: { size: 0 } });
});

test("a key in the place of its id is refused, and never recorded", async () => {
  const { ask, payments, actions } = await office();
  const issued = await payments.keys.issue(shop, "secret");
  if (!issued.ok) throw new Error("no key was issued");
  const refused = await ask("DELETE", `${keys}/${issued.value.key}`);
  expect([refused.status, refused.json.code, refused.json.details?.[0]?.field]).toEqual([
    400,
    "INVALID_REQUEST",
    "keyId",
  ]);
  expect(refused.text).not.toContain(issued.value.key);
  expect(await actions()).toEqual([]);
  const unknown = await ask("DELETE", `${keys}/000000000000`);
  expect([unknown.status, unknown.json.code]).toEqual([404, "NOT_FOUND_KEY"]);
});

test("another merchant's keys and operators are not there", async () => {
  const { ask, payments } = await office();
  await payments.merchants.register({ mId: 2, mode: "test", name: "Other Shop", feeRate: "1" });
  const other = await payments.keys.issue({ mId: 2, mode: "test" }, "secret");
  if (!other.ok) throw new Error("no key was issued");
  for (const path of ["operators", "keys"]) {
    expect((await ask("GET", `/merchants/2/${path}`)).json.code).toBe("NOT_FOUND_MERCHANT");
  }
  expect((await ask("DELETE", `${keys}/${other.value.id}`)).json.code).toBe("NOT_FOUND_KEY");
  expect((await payments.keys.authenticate(other.value.key, "secret")).ok).toBe(true);
});
