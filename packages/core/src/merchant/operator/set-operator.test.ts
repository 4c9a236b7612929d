import { expect, test } from "vitest";

import { codeOf, createWorld, shop, valueOf } from "../../../test/world.ts";
import { operatorRecord } from "./operator.ts";
import { operatorSessionRecord } from "./authenticate-operator.ts";

const password = "four words are better";

test.each<readonly [what: string, password: string, code: string]>([
  ["11 characters", "p".repeat(11), "INVALID_REQUEST"],
  ["12 characters", "p".repeat(12), "ok"],
  ["12 characters that each are two units of UTF-16", "🍜".repeat(12), "ok"],
  ["11 such characters", "🍜".repeat(11), "INVALID_REQUEST"],
  ["200 characters", "p".repeat(200), "ok"],
  ["201 characters", "p".repeat(201), "INVALID_REQUEST"],
  ["blanks and Korean", "비밀 번호 는 길게 써요", "ok"],
  ["a NUL", `${password}\0`, "INVALID_REQUEST"],
  ["half of a surrogate pair", `${password}\ud83c`, "INVALID_REQUEST"],
])("a password with %s", async (_what, given, code) => {
  const { payments } = await createWorld();
  const set = await payments.operators.set(shop, { name: "kim", password: given });
  expect(codeOf(set)).toBe(code);
  if (!set.ok) expect(set.error.details).toMatchObject([{ field: "password" }]);
  const signedIn = await payments.operators.signIn({ ...shop, name: "kim", password: given });
  expect(signedIn.ok).toBe(code === "ok");
});

test.each([
  ["k", "ok"],
  ["k".repeat(100), "ok"],
  ["kim@shop.example", "ok"],
  ["7-kim_lee+pay.out", "ok"],
  ["", "INVALID_REQUEST"],
  ["k".repeat(101), "INVALID_REQUEST"],
  ["@kim", "INVALID_REQUEST"],
  ["kim lee", "INVALID_REQUEST"],
  ["kim\n", "INVALID_REQUEST"],
  ["김", "INVALID_REQUEST"],
])("the name %j: %s", async (name, code) => {
  const { payments } = await createWorld();
  const set = await payments.operators.set(shop, { name, password });
  expect(codeOf(set)).toBe(code);
  if (!set.ok) expect(set.error.details).toMatchObject([{ field: "name" }]);
  expect(codeOf(await payments.operators.signIn({ ...shop, name, password }))).toBe(code);
});

test("a password fits in any Unicode form of its letters, with the name in any case", async () => {
  const { payments } = await createWorld();
  const typed = "아주 긴 비밀번호입니다요";
  await payments.operators.set(shop, { name: "Kim", password: typed.normalize("NFC") });
  const signedIn = await payments.operators.signIn({ ...shop, name: "KIM", password: typed.normalize("NFD") });
  expect(codeOf(signedIn)).toBe("ok");
  expect(valueOf(await payments.operators.list(shop)).items).toMatchObject([{ name: "kim" }]);
  expect(codeOf(await payments.operators.remove(shop, "KIM"))).toBe("ok");
});

test("a merchant that is not registered in this mode has no operators", async () => {
  const { payments } = await createWorld();
  for (const tenant of [{ ...shop, mId: 8 }, { ...shop, mode: "live" } as const]) {
    expect(codeOf(await payments.operators.set(tenant, { name: "kim", password }))).toBe("FORBIDDEN_REQUEST");
    expect(valueOf(await payments.operators.list(tenant)).items).toEqual([]);
  }
});

test("a role is given, kept with a new password, and changed alone, which ends no session and lifts no lock", async () => {
  const { payments, clock } = await createWorld();
  const { operators } = payments;
  const added = valueOf(await operators.set(shop, { name: "kim", password, role: "cashier" }));
  expect(added.role).toBe("cashier");
  await clock.advance(1_000);
  expect(valueOf(await operators.set(shop, { name: "kim", password })).role).toBe("cashier");
  const { token, role } = valueOf(await operators.signIn({ ...shop, name: "kim", password }));
  expect(role).toBe("cashier");
  const changed = valueOf(await operators.set(shop, { name: "Kim", role: "viewer" }));
  expect(changed).toEqual({
    name: "kim",
    role: "viewer",
    addedAt: added.addedAt,
    passwordSetAt: added.addedAt + 1_000,
  });
  expect(valueOf(await operators.authenticate(token)).role).toBe("viewer");
  expect(codeOf(await operators.signIn({ ...shop, name: "kim", password }))).toBe("ok");
});

test.each([
  [{ name: "lee", role: "viewer" }, "password"],
  [{ name: "lee" }, "password"],
  [{ name: "lee", password, role: "admin" as "owner" }, "role"],
] as const)("%j adds no operator", async (input, field) => {
  const { payments } = await createWorld();
  expect(await payments.operators.set(shop, input)).toMatchObject({ error: { details: [{ field }] } });
  expect(valueOf(await payments.operators.list(shop)).items).toEqual([]);
});

test("an operator of a time without roles does everything", async () => {
  const { payments, memory, clock } = await createWorld();
  valueOf(await payments.operators.set(shop, { name: "kim", password, role: "viewer" }));
  const key = { kind: "operator", id: "kim" };
  const [stored] = (await memory.read("7:test", { keys: [key] })).records;
  const { role: _role, ...body } = stored?.body ?? {};
  const write = { key, body, dueAt: null, place: { list: "operators", position: "kim" } };
  const expected = [{ key, version: stored?.version ?? 0 }];
  const change = { id: "earlier", tenant: "7:test", at: clock.now(), expect: expected, writes: [write] } as const;
  await memory.commit({ ...change, postings: [], reference: "", floors: [], tallies: [] });
  expect(valueOf(await payments.operators.list(shop)).items).toMatchObject([{ role: "owner" }]);
});

test("operators are listed by name, with the time of their password, page by page", async () => {
  const { payments, clock } = await createWorld();
  const { operators } = payments;
  const start = clock.now();
  for (const name of ["lee", "kim", "park"]) await operators.set(shop, { name, password });
  await clock.advance(1_000);
  const changed = valueOf(await operators.set(shop, { name: "lee", password: `${password}, really` }));
  expect(changed).toEqual({ name: "lee", role: "owner", addedAt: start, passwordSetAt: start + 1_000 });
  const page = valueOf(await operators.list(shop, { limit: 2 }));
  expect(page.items).toEqual([{ name: "kim", role: "owner", addedAt: start, passwordSetAt: start }, changed]);
  const rest = valueOf(await operators.list(shop, { startingAfter: page.nextCursor }));
  expect(rest.items.map(({ name }) => name)).toEqual(["park"]);
});

test.each(["lee", "", "kim\0", "k".repeat(500)])(
  "an operator who does not exist can be neither removed nor signed out: %j",
  async (name) => {
    const { payments } = await createWorld();
    await payments.operators.set(shop, { name: "kim", password });
    expect(codeOf(await payments.operators.remove(shop, name))).toBe("NOT_FOUND_OPERATOR");
    expect(codeOf(await payments.operators.signOutAll(shop, name))).toBe("NOT_FOUND_OPERATOR");
  },
);

test("neither a password nor a session's tokens are stored", async () => {
  const { payments, memory } = await createWorld();
  await payments.operators.set(shop, { name: "kim", password });
  const { token, csrfToken } = valueOf(await payments.operators.signIn({ ...shop, name: "kim", password }));
  const { createHash } = await import("node:crypto");
  const id = createHash("sha256").update(token).digest("hex");
  const { records } = await memory.read("7:test", { keys: [operatorRecord.ref("kim"), operatorSessionRecord.ref(id)] });
  expect(records.map((record) => record?.key.kind)).toEqual(["operator", "operatorSession"]);
  for (const secret of [password, token, csrfToken]) expect(JSON.stringify(records)).not.toContain(secret);
});
