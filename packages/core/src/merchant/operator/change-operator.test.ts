import { expect, test } from "vitest";

import { codeOf, createWorld, shop, valueOf } from "../../../test/world.ts";
import type { OperatorRole } from "./operator.ts";

const password = "four words are better";
const another = "another four words";

async function office(people: Readonly<Record<string, OperatorRole>>) {
  const { payments } = await createWorld();
  for (const [name, role] of Object.entries(people)) {
    valueOf(await payments.operators.add(shop, { name, password, role }));
  }
  const roles = async () => {
    const { items } = valueOf(await payments.operators.list(shop, { limit: 100 }));
    return Object.fromEntries(items.map(({ name, role }) => [name, role]));
  };
  const signIn = (name: string, given: string) => payments.operators.signIn({ ...shop, name, password: given });
  return { ...payments, roles, signIn };
}

test("an operator is added once: a second one of the name leaves the first as it was", async () => {
  const { operators, roles, signIn } = await office({ kim: "owner" });
  const again = await operators.add(shop, { name: "KIM", password: another, role: "viewer" });
  expect(codeOf(again)).toBe("ALREADY_EXIST_OPERATOR");
  expect(await roles()).toEqual({ kim: "owner" });
  expect(codeOf(await signIn("kim", password))).toBe("ok");
});

test.each<[object, string]>([
  [{ name: "lee", password }, "role"],
  [{ name: "lee", role: "owner" }, "password"],
  [{ name: "lee", password: "short", role: "owner" }, "password"],
  [{ name: "lee lee", password, role: "owner" }, "name"],
  [{ name: "lee", password, role: "admin" }, "role"],
])("%j adds no operator", async (input, field) => {
  const { operators, roles } = await office({});
  expect(await operators.add(shop, input as never)).toMatchObject({
    error: { code: "INVALID_REQUEST", details: [{ field }] },
  });
  expect(await roles()).toEqual({});
});

test("two requests at once add one operator", async () => {
  const { operators } = await office({});
  const add = () => operators.add(shop, { name: "lee", password, role: "viewer" });
  const codes = (await Promise.all([add(), add(), add()])).map(codeOf);
  expect(codes.toSorted()).toEqual(["ALREADY_EXIST_OPERATOR", "ALREADY_EXIST_OPERATOR", "ok"]);
});

test("a change of the password ends the sessions, and one of the role does not", async () => {
  const { operators, signIn } = await office({ kim: "owner", lee: "cashier" });
  const { token } = valueOf(await signIn("lee", password));
  expect(valueOf(await operators.change(shop, "Lee", { role: "viewer" })).role).toBe("viewer");
  expect(codeOf(await operators.authenticate(token))).toBe("ok");
  expect(valueOf(await operators.change(shop, "lee", { password: another })).role).toBe("viewer");
  expect(codeOf(await operators.authenticate(token))).toBe("UNAUTHORIZED_OPERATOR");
  expect(codeOf(await signIn("lee", another))).toBe("ok");
});

test.each<[string, string, object, string]>([
  ["an operator that there is not", "park", { role: "viewer" }, "NOT_FOUND_OPERATOR"],
  ["a name that no operator can have", "박", { role: "viewer" }, "NOT_FOUND_OPERATOR"],
  ["no change", "kim", {}, "INVALID_REQUEST"],
  ["a role that there is not", "kim", { role: "admin" }, "INVALID_REQUEST"],
  ["a short password", "kim", { password: "short" }, "INVALID_REQUEST"],
])("%s is refused", async (_what, name, input, code) => {
  const { operators, roles } = await office({ kim: "owner" });
  expect(codeOf(await operators.change(shop, name, input as never))).toBe(code);
  expect(await roles()).toEqual({ kim: "owner" });
});

/** An operator, and the one who takes its role, among these people. */
const demotions: readonly (readonly [
  people: Readonly<Record<string, OperatorRole>>,
  name: string,
  by: string | null | undefined,
  problem: string | undefined,
])[] = [
  [{ kim: "owner", lee: "owner" }, "lee", "kim", undefined],
  [{ kim: "owner", lee: "owner" }, "kim", "kim", "must not be your own"],
  [{ kim: "owner", lee: "owner" }, "kim", "KIM", "must not be your own"],
  [{ kim: "owner", lee: "cashier" }, "kim", "kim", "must not be your own"],
  [{ kim: "owner", lee: "cashier" }, "lee", "kim", undefined],
  // An operator of a host application may be none of these.
  [{ kim: "owner", lee: "cashier" }, "kim", "host", "must not be the last owner"],
  [{ kim: "owner", lee: "cashier" }, "kim", null, "must not be the last owner"],
  [{ kim: "owner", lee: "cashier" }, "lee", null, undefined],
  [{ kim: "owner", lee: "owner" }, "kim", null, undefined],
  [{ a: "owner", b: "viewer", c: "viewer", kim: "owner" }, "kim", null, undefined],
  [
    { a: "viewer", b: "viewer", c: "viewer", d: "viewer", e: "viewer", kim: "owner", z: "owner" },
    "kim",
    null,
    undefined,
  ],
  // Nothing limits the host application.
  [{ kim: "owner" }, "kim", undefined, undefined],
];

test.each(demotions)("of %j, %s by %s: %s", async (people, name, operator, problem) => {
  const by = operator === undefined ? [] : [{ operator }];
  for (const how of ["change", "remove"] as const) {
    const { operators, roles } = await office(people);
    const answer =
      how === "change"
        ? await operators.change(shop, name, { role: "viewer" }, ...by)
        : await operators.remove(shop, name, ...by);
    if (problem === undefined) {
      const { [name]: _gone, ...others } = people;
      expect([how, await roles()]).toEqual([how, how === "change" ? { ...people, [name]: "viewer" } : others]);
      continue;
    }
    const details = [{ field: "name", problem: expect.stringContaining(problem) }];
    expect([how, answer]).toMatchObject([how, { error: { code: "FORBIDDEN_REQUEST", details } }]);
    expect(await roles()).toEqual(people);
  }
});

test("an owner gives himself another password, and the role that he has", async () => {
  const { operators } = await office({ kim: "owner" });
  const by = { operator: "kim" };
  expect(codeOf(await operators.change(shop, "kim", { password: another }, by))).toBe("ok");
  expect(codeOf(await operators.change(shop, "kim", { role: "owner" }, by))).toBe("ok");
});

test("of two owners who take each other's role at once, one stays an owner", async () => {
  for (const how of ["change", "remove"] as const) {
    const { operators, roles } = await office({ kim: "owner", lee: "owner" });
    const take = (name: string, operator: string) =>
      how === "change"
        ? operators.change(shop, name, { role: "viewer" }, { operator })
        : operators.remove(shop, name, { operator });
    const codes = (await Promise.all([take("lee", "kim"), take("kim", "lee")])).map(codeOf);
    expect([how, codes.toSorted()]).toEqual([how, ["FORBIDDEN_REQUEST", "ok"]]);
    expect(Object.values(await roles()).filter((role) => role === "owner")).toHaveLength(1);
  }
});

test("an owner who loses the role while another one is looked for is not relied on", async () => {
  let meanwhile: (() => Promise<unknown>) | undefined;
  const world = await createWorld({
    store: (store) => ({
      ...store,
      async list(...asked) {
        const found = await store.list(...asked);
        const act = meanwhile;
        meanwhile = undefined;
        await act?.();
        return found;
      },
    }),
  });
  const { operators } = world.payments;
  for (const name of ["kim", "lee"]) await operators.add(shop, { name, password, role: "owner" });
  meanwhile = () => operators.set(shop, { name: "lee", role: "viewer" });
  expect(codeOf(await operators.remove(shop, "kim", { operator: null }))).toBe("FORBIDDEN_REQUEST");
});
