import { expect, test } from "vitest";

import { codeOf, createWorld, shop, valueOf } from "../../test/world.ts";

test("a key finds its merchant until it is revoked; several work at once", async () => {
  const world = await createWorld();
  const { keys } = world.payments;
  const first = valueOf(await keys.issue(shop, "secret"));
  const second = valueOf(await keys.issue(shop, "secret"));
  expect(first.key).toMatch(/^test_sk_[A-Za-z0-9_-]{32}$/);
  expect(valueOf(await keys.authenticate(first.key, "secret"))).toEqual(shop);
  await keys.revoke(shop, first.key);
  expect(codeOf(await keys.revoke(shop, first.key))).toBe("ok");
  expect(codeOf(await keys.authenticate(first.key, "secret"))).toBe("UNAUTHORIZED_KEY");
  expect(valueOf(await keys.authenticate(second.key, "secret"))).toEqual(shop);
});

test("a key of the other type is named as such", async () => {
  const world = await createWorld();
  const { key } = valueOf(await world.payments.keys.issue(shop, "client"));
  expect(key).toMatch(/^test_ck_/);
  expect(codeOf(await world.payments.keys.authenticate(key, "secret"))).toBe("INVALID_API_KEY");
  expect(codeOf(await world.payments.keys.authenticate(key, "client"))).toBe("ok");
});

test.each(["", "test_sk_", "test_sk_unknown", "prod_sk_abc", "test_sk_docs", "test_ck_docs"])(
  "an unknown key: %j",
  async (key) => {
    const world = await createWorld();
    const type = key.includes("_ck_") ? "client" : "secret";
    expect(codeOf(await world.payments.keys.authenticate(key, type))).toBe("UNAUTHORIZED_KEY");
  },
);

test("the documentation keys exist only where they are switched on", async () => {
  const world = await createWorld({ settings: { documentationKeys: true } });
  expect(valueOf(await world.payments.keys.authenticate("test_sk_docs", "secret"))).toEqual({ mId: 1, mode: "test" });
  expect(valueOf(await world.payments.keys.authenticate("test_ck_docs", "client"))).toEqual({ mId: 1, mode: "test" });
});

test("another merchant's key can't be revoked, and unregistered merchants get none", async () => {
  const world = await createWorld();
  const { key } = valueOf(await world.payments.keys.issue(shop, "secret"));
  expect(codeOf(await world.payments.keys.revoke({ mId: 8, mode: "test" }, key))).toBe("UNAUTHORIZED_KEY");
  expect(codeOf(await world.payments.keys.issue({ mId: 8, mode: "test" }, "secret"))).toBe("FORBIDDEN_REQUEST");
});

test("only the hash of a key is stored", async () => {
  const world = await createWorld();
  const { key } = valueOf(await world.payments.keys.issue(shop, "secret"));
  const { createHash } = await import("node:crypto");
  const hash = createHash("sha256").update(key).digest("hex");
  const {
    records: [record],
  } = await world.memory.read("platform", { keys: [{ kind: "apiKey", id: hash }] });
  expect(record?.body).toMatchObject({ tenant: "7:test", hint: key.slice(-4) });
  expect(JSON.stringify(record)).not.toContain(key);
});
