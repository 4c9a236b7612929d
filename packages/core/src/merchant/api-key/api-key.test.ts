import { testVault } from "@wonflow/testkit";
import { expect, test } from "vitest";

import { codeOf, createWorld, shop, valueOf } from "../../../test/world.ts";
import type { Page } from "../../engine/request/page.ts";
import type { ListedKey } from "./api-key.ts";

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

test("a key of the other type has a refusal of its own", async () => {
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

test.each([
  [0, "UNAUTHORIZED_KEY"],
  [1, "INVALID_API_KEY"],
  [100, "INVALID_API_KEY"],
  [101, "UNAUTHORIZED_KEY"],
])("a prefix with %i characters, where the other type is expected: %s", async (length, code) => {
  const { payments } = await createWorld();
  expect(codeOf(await payments.keys.authenticate(`test_sk_${"x".repeat(length)}`, "client"))).toBe(code);
});

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

/** The type of a key, and whether it works. */
function told({ items }: Page<ListedKey>): readonly string[] {
  return items.map(({ id, masked, issuedAt, revokedAt }) => [id, masked, issuedAt, revokedAt].join(" "));
}

test("a merchant's keys are listed with the newest first, masked", async () => {
  const world = await createWorld();
  const { keys, merchants } = world.payments;
  for (const mId of [70, 77, 8]) {
    await merchants.register({ ...shop, mId, name: "Other Shop", feeRate: "1" });
    await keys.issue({ ...shop, mId }, "secret");
  }
  const start = world.clock.now();
  const secret = valueOf(await keys.issue(shop, "secret"));
  await world.clock.advance(1_000);
  const client = valueOf(await keys.issue(shop, "client"));
  await world.clock.advance(1_000);
  await keys.revoke(shop, secret.key);
  const page = valueOf(await keys.list(shop));
  expect(page.items).toEqual([
    {
      id: client.id,
      masked: `test_ck_…${client.key.slice(-4)}`,
      type: "client",
      mode: "test",
      issuedAt: start + 1_000,
      revokedAt: null,
    },
    {
      id: secret.id,
      masked: `test_sk_…${secret.key.slice(-4)}`,
      type: "secret",
      mode: "test",
      issuedAt: start,
      revokedAt: start + 2_000,
    },
  ]);
  const first = valueOf(await keys.list(shop, { limit: 1 }));
  const rest = valueOf(await keys.list(shop, { limit: 1, startingAfter: first.nextCursor }));
  expect([...told(first), ...told(rest)]).toEqual(told(page));
  expect(valueOf(await keys.list({ ...shop, mode: "live" })).items).toEqual([]);
  expect(codeOf(await keys.list({ ...shop, mId: 8 }, { startingAfter: first.nextCursor }))).toBe("INVALID_REQUEST");
});

test("a key can be revoked by its id alone", async () => {
  const world = await createWorld();
  const { keys } = world.payments;
  const issued: string[] = [];
  for (let n = 0; n < 120; n += 1) {
    issued.push(valueOf(await keys.issue(shop, "secret")).key);
    await world.clock.advance(1);
  }
  const [leaked = "", other = ""] = issued;
  const { items } = valueOf(await keys.list(shop, { limit: 1_000 }));
  const { id = "" } = items.find(({ masked }) => masked.endsWith(leaked.slice(-4))) ?? {};
  expect(codeOf(await keys.revoke({ ...shop, mode: "live" }, id))).toBe("UNAUTHORIZED_KEY");
  expect(codeOf(await keys.revoke(shop, "000000000000"))).toBe("UNAUTHORIZED_KEY");
  expect(codeOf(await keys.revoke(shop, id.slice(0, 4)))).toBe("UNAUTHORIZED_KEY");
  expect(codeOf(await keys.authenticate(leaked, "secret"))).toBe("ok");
  expect(codeOf(await keys.revoke(shop, id))).toBe("ok");
  expect(codeOf(await keys.authenticate(leaked, "secret"))).toBe("UNAUTHORIZED_KEY");
  expect(codeOf(await keys.authenticate(other, "secret"))).toBe("ok");
  expect(codeOf(await keys.revoke(shop, id))).toBe("ok");
});

test("an id that two keys of a merchant share revokes neither of them", async () => {
  const hash = async (text: string) => `${"0".repeat(12)}${await testVault().hash(text)}`;
  const world = await createWorld({ vault: { ...testVault(), hash } });
  const { keys } = world.payments;
  const { key, id } = valueOf(await keys.issue(shop, "secret"));
  await keys.issue(shop, "secret");
  expect(codeOf(await keys.revoke(shop, id))).toBe("UNAUTHORIZED_KEY");
  expect(codeOf(await keys.authenticate(key, "secret"))).toBe("ok");
  expect(codeOf(await keys.revoke(shop, key))).toBe("ok");
});

test("a key without a type is not made, as it could not be revoked", async () => {
  const { keys } = (await createWorld()).payments;
  expect(await keys.issue(shop, { type: "secret" } as never)).toMatchObject({
    ok: false,
    error: { code: "INVALID_REQUEST", details: [{ field: "type", problem: "must be secret or client" }] },
  });
  const { items } = valueOf<Page<ListedKey>>(await keys.list(shop));
  expect(items).toEqual([]);
});

test("a merchant that is not registered is refused", async () => {
  const { payments } = await createWorld();
  const details = [{ field: "merchant", code: "FORBIDDEN_REQUEST", problem: "must be registered in this mode first" }];
  const unregistered = { mId: 404, mode: "test" } as const;
  const account = { bankCode: "004", accountNumber: "1101234567", holderName: "김상인" };
  const refused = await Promise.all([
    payments.keys.issue(unregistered, "secret"),
    payments.merchants.get(unregistered),
    payments.webhooks.set(unregistered, { url: "https://shop.example/webhook" }),
    payments.payouts.setTransferAccount(unregistered, { account }),
    payments.operators.set(unregistered, { name: "kim", password: "a long password" }),
    payments.sessions.create(unregistered, {
      customerId: "2b7d1f0c-buyer",
      orderId: "order-20261120-0001",
      orderName: "Green tea",
      amount: { value: 10_000 },
      successUrl: "https://shop.example/ok",
      failUrl: "https://shop.example/fail",
    }),
  ]);
  expect(refused).toEqual(refused.map(() => ({ ok: false, error: { code: "FORBIDDEN_REQUEST", details } })));
});
