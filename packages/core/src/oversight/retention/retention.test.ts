import { expect, test } from "vitest";

import type { ListRequest, Settings } from "../../index.ts";
import { createIdentityWorld, dayMs, doAllDue, kyc } from "../../../test/identity-world.ts";
import { createWorld, shop, valueOf } from "../../../test/world.ts";

const settings = { unpaidIdentityLifetimeMs: 5 * dayMs };
const forEver = { deliveredWebhookLifetimeMs: null, paidIdentityLifetimeMs: null, unpaidIdentityLifetimeMs: null };

test("all merchants have their turn each day, also new ones", async () => {
  const listed: (readonly [string, ListRequest["list"]])[] = [];
  const world = await createIdentityWorld({
    settings,
    store: (store) => ({
      ...store,
      list(tenant, request) {
        if (request.list === "webhookDeliveries") listed.push([tenant, request.list]);
        return store.list(tenant, request);
      },
    }),
  });
  const register = (mId: number) =>
    world.payments.merchants.register({ mId, mode: "test", name: "Shop", feeRate: "3.3" }).then(valueOf);
  for (let mId = 100; mId < 145; mId += 1) await register(mId);
  await doAllDue(world);
  expect(listed).toHaveLength(46);
  expect(new Set(listed.map(([tenant]) => tenant)).size).toBe(46);
  await register(3);
  await world.clock.advance(dayMs - 1);
  await doAllDue(world);
  expect(listed).toHaveLength(46);
  await world.clock.advance(1);
  await doAllDue(world);
  expect(listed).toHaveLength(46 + 47);
});

test("a merchant's unreadable record is reported each day, and holds up no other merchant", async () => {
  const world = await createIdentityWorld({
    settings,
    store: (store) => ({
      ...store,
      async list(tenant, request) {
        if (tenant === "3:test" && request.list === "intents") throw new Error("a damaged record");
        return store.list(tenant, request);
      },
    }),
  });
  valueOf(await world.payments.merchants.register({ mId: 3, mode: "test", name: "Shop", feeRate: "3.3" }));
  const { intentKey } = await world.authenticated({ kyc });
  await world.moveTo(world.clock.now() + 7 * dayMs);
  expect(await world.isIdentified(intentKey)).toBe(false);
  const told = expect.objectContaining({ kind: "work-failed", work: "retention", id: "3:test" });
  expect(world.notices).toEqual(Array.from({ length: 7 }, () => told));
});

test("the round waits for an unavailable store, and skips no merchant", async () => {
  let away = false;
  const world = await createIdentityWorld({
    settings,
    store: (store) => ({
      ...store,
      async list(tenant, request) {
        if (away && request.list === "intents") throw Object.assign(new Error("away"), { name: "StoreUnavailable" });
        return store.list(tenant, request);
      },
    }),
  });
  const { intentKey } = await world.authenticated({ kyc });
  await world.clock.advance(6 * dayMs);
  away = true;
  await world.payments.work.runDue(100);
  away = false;
  await world.clock.advance(61_000);
  await doAllDue(world);
  expect(await world.isIdentified(intentKey)).toBe(false);
});

test("a day without new records writes only the time of the next round", async () => {
  const written: string[] = [];
  const world = await createIdentityWorld({
    settings,
    store: (store) => ({
      ...store,
      commit(changeSet) {
        written.push(...changeSet.writes.map(({ key }) => key.kind));
        return store.commit(changeSet);
      },
    }),
  });
  await world.paid({ kyc });
  await world.moveTo(world.clock.now() + 30 * dayMs);
  written.length = 0;
  await world.clock.advance(dayMs);
  await doAllDue(world);
  expect(written.toSorted()).toEqual(["commitIds", "retention", "settlementSchedule"]);
});

test.each([
  ["a shorter one", { unpaidIdentityLifetimeMs: 4 * dayMs }],
  ["one without an end", { unpaidIdentityLifetimeMs: null }],
  ["a shorter and a longer one", { unpaidIdentityLifetimeMs: 6 * dayMs, paidIdentityLifetimeMs: 5 * dayMs }],
])("two processes with different settings finish each round: %s", async (_name, different) => {
  const world = await createIdentityWorld({ settings });
  for (let n = 0; n < 450; n += 1) {
    await world.session({ orderId: `order-20261120-${String(n).padStart(4, "0")}`, kyc });
    await world.clock.advance(1);
  }
  const others = [await world.sharedBy(different), await world.sharedBy(settings)];
  await world.clock.advance(7 * dayMs);
  let turns = 0;
  for (let taken = 1; taken > 0; turns += 1) {
    // Alternate, so that no two turns in a row have the same settings.
    const { payments } = others[turns % 2] ?? world;
    taken = (await Promise.all(await payments.work.start("retention", 1))).length;
    if (turns > 50) throw new Error("they begin again and again");
  }
  expect(turns).toBeLessThan(15);
});

test("with everything kept permanently no process looks", async () => {
  const { payments } = await createWorld({ settings: forEver });
  const kinds = payments.work.kinds.map(({ kind }) => kind);
  expect(kinds).not.toContain("retention");
  expect(kinds).not.toContain("payerIdentity");
  const webhooks = await createWorld({ settings: { ...forEver, deliveredWebhookLifetimeMs: dayMs } });
  expect(webhooks.payments.work.kinds.map(({ kind }) => kind)).toContain("retention");
});

test("of two processes at one turn only the first moves on", async () => {
  const world = await createIdentityWorld({ settings });
  const other = await world.sharedBy(settings);
  // Two turns of twenty merchants.
  for (let mId = 100; mId < 130; mId += 1) {
    valueOf(await world.payments.merchants.register({ mId, mode: "test", name: "Shop", feeRate: "3.3" }));
  }
  await doAllDue(world);
  await world.clock.advance(dayMs);
  const [due] = await world.memory.listDue("retention", 1);
  let once = true;
  const slow = await createIdentityWorld({
    settings,
    sharing: world,
    store: (store) => ({
      ...store,
      async list(tenant, request) {
        const merchants = await store.list(tenant, request);
        if (request.list === "merchants" && once) {
          once = false;
          // The lease ends meanwhile, and another process makes this turn and all later ones.
          await world.clock.advance(61_000);
          await doAllDue(other);
        }
        return merchants;
      },
    }),
  });
  await Promise.all(await slow.payments.work.start("retention", 1));
  const [after] = await world.memory.listDue("retention", 1);
  expect(after?.body).toMatchObject({ turn: Number(due?.body["turn"]) + 2, done: null });
  expect(after?.dueAt).toBe(Number(due?.dueAt) + dayMs);
});

const wrong: readonly (readonly [keyof Settings, unknown, string])[] = [
  [
    "deliveredWebhookLifetimeMs",
    0,
    "settings.deliveredWebhookLifetimeMs must be a whole number of milliseconds above 0, or null to keep it without limit: 0",
  ],
  ["paidIdentityLifetimeMs", -1, "settings.paidIdentityLifetimeMs must be"],
  ["unpaidIdentityLifetimeMs", 1.5, "settings.unpaidIdentityLifetimeMs must be"],
  ["unpaidIdentityLifetimeMs", Number.POSITIVE_INFINITY, "or null to keep it without limit: Infinity"],
  ["paidIdentityLifetimeMs", "5y", "5y"],
  ["paidIdentityLifetimeMs", undefined, "undefined"],
  ["idempotencyLifetimeMs", 0, "settings.idempotencyLifetimeMs must be a whole number of milliseconds above 0: 0"],
  [
    "idempotencyLifetimeMs",
    null,
    "settings.idempotencyLifetimeMs must be a whole number of milliseconds above 0: null",
  ],
];

test.each(wrong)("%s: %s is refused at once", async (name, value, problem) => {
  await expect(createWorld({ settings: { [name]: value } })).rejects.toThrow(problem);
});

test("lifetimes of one millisecond are taken", async () => {
  const { payments } = await createWorld({
    settings: {
      idempotencyLifetimeMs: 1,
      deliveredWebhookLifetimeMs: 1,
      unpaidIdentityLifetimeMs: 1,
      paidIdentityLifetimeMs: 1,
    },
  });
  expect(valueOf(await payments.merchants.get(shop)).mId).toBe(7);
});
