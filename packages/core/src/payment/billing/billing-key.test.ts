import { expect, test } from "vitest";
import { chargeInput, createBillingWorld, customerId } from "../../../test/billing-world.ts";
import { shop, valueOf } from "../../../test/world.ts";
import { billingKeyRecord, type ListBillingKeysInput } from "./billing-key.ts";

type BillingWorld = Awaited<ReturnType<typeof createBillingWorld>>;

const listed = async ({ payments }: BillingWorld, input: ListBillingKeysInput = {}) =>
  valueOf(await payments.billing.list(shop, input)).items.map(({ billkey }) => billkey);

test("a customer's own keys are listed, without card numbers", async () => {
  const world = await createBillingWorld();
  // Ids that begin alike, and whose next characters sort on both sides of the mark behind an id.
  const others = [`${customerId}-1`, `${customerId}.2`, `${customerId}0`, `${customerId}=`, `${customerId}A`, "c_7f3b"];
  const keys = [await world.billkey("kb"), await world.billkey("shinhan")];
  for (const other of others) await world.billkey("kb", { customerId: other });
  expect((await listed(world, { customerId })).toSorted()).toEqual(keys.toSorted());
  const page = valueOf(await world.payments.billing.list(shop, { customerId, limit: 100 }));
  expect(page.items.find(({ billkey }) => billkey === keys[0])).toEqual({
    billkey: keys[0],
    customerId,
    maskedNumber: "400000******0009",
    issuerCode: "11",
    createdAt: "2026-11-20T01:00:00.000Z",
  });
  for (const other of others) expect(await listed(world, { customerId: other })).toHaveLength(1);
  expect(await listed(world, { limit: 100 })).toHaveLength(8);
  expect(await listed(world, { customerId: "c_nobody" })).toEqual([]);
});

test("all keys come in the order of their customers, page by page, and a cursor is for the same customer", async () => {
  const world = await createBillingWorld();
  for (const name of ["c_b", "c_a", "c_b", "c_c"]) await world.billkey("kb", { customerId: name });
  const { list } = world.payments.billing;
  const first = valueOf(await list(shop, { limit: 2 }));
  const second = valueOf(await list(shop, { limit: 2, startingAfter: first.nextCursor }));
  const customers = [...first.items, ...second.items].map((key) => key.customerId);
  expect([customers, second.hasMore]).toEqual([["c_a", "c_b", "c_b", "c_c"], false]);
  expect(await list(shop, { customerId: "c_b", startingAfter: first.nextCursor })).toMatchObject({
    error: { details: [{ field: "startingAfter" }] },
  });
  expect(await list({ ...shop, mId: 8 }, { startingAfter: first.nextCursor })).toMatchObject({ ok: false });
});

test("a charged key stays listed, and a deleted one is gone", async () => {
  const world = await createBillingWorld();
  const keys = [await world.billkey("kb"), await world.billkey("shinhan")];
  valueOf(await world.charge(chargeInput(keys)));
  expect((await listed(world, { customerId })).toSorted()).toEqual(keys.toSorted());
  valueOf(await world.payments.billing.remove(shop, keys[0] ?? ""));
  expect(await listed(world, { customerId })).toEqual([keys[1]]);
});

test("a key that an older process has written is not listed until its next charge", async () => {
  const world = await createBillingWorld();
  const billkey = await world.billkey();
  const key = { kind: "billingKey", id: billkey };
  const [record] = (await world.memory.read("7:test", { keys: [key] })).records;
  if (record === undefined) throw new Error("there is no key");
  await world.memory.commit({
    id: "of an older process",
    tenant: "7:test",
    at: world.clock.now(),
    expect: [{ key, version: record.version }],
    writes: [{ key, body: record.body, dueAt: null, place: null }],
    reference: "",
    postings: [],
    floors: [],
    tallies: [],
  });
  expect(await listed(world, { customerId })).toEqual([]);
  valueOf(await world.charge(chargeInput([billkey])));
  expect(await listed(world, { customerId })).toEqual([billkey]);
  expect(record.place).toEqual(billingKeyRecord.make(billingKeyRecord.schema.parse(record.body)).place);
});

test.each<[ListBillingKeysInput, string, string]>([
  [{ customerId: "a" }, "INVALID_CUSTOMER_ID", "customerId"],
  [{ customerId: "c/1" }, "INVALID_CUSTOMER_ID", "customerId"],
  [{ customerId: "kim@example.com" }, "INVALID_CUSTOMER_ID", "customerId"],
  [{ limit: 0 }, "INVALID_REQUEST", "limit"],
  [{ startingAfter: "x" }, "INVALID_REQUEST", "startingAfter"],
])("%j is refused by its field", async (input, code, field) => {
  const { payments } = await createBillingWorld();
  expect(await payments.billing.list(shop, input)).toMatchObject({ error: { code, details: [{ field }] } });
});
