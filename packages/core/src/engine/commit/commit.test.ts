import { expect, test } from "vitest";
import { z } from "zod";

import { decideAndCommit, loadOnce } from "./commit.ts";
import type { Context } from "../../context.ts";
import { StoreUnavailable, type ChangeSet, type Store } from "../../index.ts";
import { createLanes } from "./lanes.ts";
import { recordKind } from "./record.ts";
import { ok } from "../../result.ts";
import { codeOf, createWorld, sessionInput, shop, valueOf } from "../../../test/world.ts";

function through(commit: (store: Store, changeSet: ChangeSet) => ReturnType<Store["commit"]>) {
  return (store: Store): Store => ({ ...store, commit: (changeSet) => commit(store, changeSet) });
}

test("a commit's id begins with the time of its decision, so that a database finds a place for it beside the last", async () => {
  const ids: [id: string, at: number][] = [];
  const world = await createWorld({
    store: through((store, changeSet) => {
      ids.push([changeSet.id, changeSet.at]);
      return store.commit(changeSet);
    }),
  });
  await world.paid();
  expect(ids.length).toBeGreaterThan(3);
  for (const [id, at] of ids) expect([id.length, id.slice(0, 9)]).toEqual([24, at.toString(36).padStart(9, "0")]);
});

test("a failed guard is a reason to decide again, never an answer", async () => {
  let conflicts = 0;
  const world = await createWorld({
    store: through(async (store, changeSet) => {
      conflicts += 1;
      if (conflicts % 3 !== 0) return { status: "conflict", key: { kind: "order", id: "x" } };
      return store.commit(changeSet);
    }),
  });
  expect((await world.paid()).status).toBe("DONE");
});

test("after too many failed guards the request is refused, and nothing has changed", async () => {
  let storm = false;
  let tries = 0;
  const world = await createWorld({
    store: through(async (store, changeSet) => {
      if (!storm) return store.commit(changeSet);
      tries += 1;
      return { status: "conflict", key: { kind: "order", id: "x" } };
    }),
  });
  const confirmation = await world.authenticated();
  storm = true;
  expect(codeOf(await world.payments.intents.confirm(shop, confirmation))).toBe("CONCURRENT_REQUEST");
  expect(tries).toBe(12);
  expect(world.gateway.records()).toEqual([]);
});

test("a commit whose outcome is unknown is repeated by its id, and done once", async () => {
  let lossy = false;
  let calls = 0;
  const world = await createWorld({
    store: through(async (store, changeSet) => {
      calls += 1;
      const result = await store.commit(changeSet);
      if (lossy && calls % 2 === 0) throw new Error("connection lost after the commit");
      return result;
    }),
  });
  lossy = true;
  let paid: unknown;
  void world.paid().then((payment) => (paid = payment));
  for (let second = 0; second < 5; second += 1) await world.clock.advance(1000);
  expect(paid).toMatchObject({ status: "DONE" });
  expect((await world.payments.ledger.balances(shop)).receivable).toBe(10_000);
});

test("a process that learns after hours of a commit's lost answer does not repeat it: the id may be purged", async () => {
  const tries: string[] = [];
  const world = await createWorld({
    store: through(async (store, changeSet) => {
      const result = await store.commit(changeSet);
      if (!changeSet.writes.some(({ key }) => key.kind === "session")) return result;
      tries.push(changeSet.id);
      await world.clock.after(2 * 60 * 60 * 1000).elapsed;
      throw new Error("connection lost after the commit");
    }),
  });
  const opened = world.payments.sessions.create(shop, sessionInput);
  const rejected = expect(opened).rejects.toThrow("connection lost after the commit");
  for (let hour = 0; hour < 10; hour += 1) await world.clock.advance(60 * 60 * 1000);
  await rejected;
  expect(tries).toHaveLength(1);
});

test.each([
  [60 * 60 * 1000, "decided again"],
  [60 * 60 * 1000 + 1, "not known"],
])("a guard that fails after %d ms may have met a copy of its own commit, and is %s", async (ms, what) => {
  let commits = 0;
  const world = await createWorld({
    store: through(async (store, changeSet) => {
      const result = await store.commit(changeSet);
      if (!changeSet.writes.some(({ key }) => key.kind === "session")) return result;
      commits += 1;
      if (commits > 1) return result;
      // The same change set arrives again only then, and its id is purged.
      await world.clock.after(ms).elapsed;
      return { status: "conflict", key: { kind: "session", id: "x" } };
    }),
  });
  const opened = world.payments.sessions.create(shop, sessionInput).then(codeOf, (error: unknown) => error);
  await world.clock.advance(ms);
  const answer = await opened;
  expect(answer instanceof StoreUnavailable).toBe(what === "not known");
});

test("a repeat that is answered after hours proves nothing about its commit: nothing is decided again", async () => {
  let tries = 0;
  const world = await createWorld({
    store: through(async (store, changeSet) => {
      const result = await store.commit(changeSet);
      if (!changeSet.writes.some(({ key }) => key.kind === "session")) return result;
      tries += 1;
      if (tries === 1) throw new Error("connection lost after the commit");
      // It was under way so long that the store has purged the first one.
      await world.clock.after(30 * 60 * 60 * 1000).elapsed;
      return { status: "conflict", key: { kind: "order", id: sessionInput.orderId } };
    }),
  });
  const opened = world.payments.sessions.create(shop, sessionInput);
  const rejected = expect(opened).rejects.toThrow(StoreUnavailable);
  for (let hour = 0; hour < 40; hour += 1) await world.clock.advance(60 * 60 * 1000);
  await rejected;
  expect(tries).toBe(2);
});

test("a process that was suspended over its load decides again, as of now", async () => {
  const lateness: number[] = [];
  let slow = false;
  const world = await createWorld({
    store: (store) => ({
      ...store,
      async read(...asked) {
        if (slow) await world.clock.after(30 * 60 * 60 * 1000).elapsed;
        slow = false;
        return store.read(...asked);
      },
      async commit(changeSet) {
        if (changeSet.writes.some(({ key }) => key.kind === "session")) lateness.push(world.clock.now() - changeSet.at);
        return store.commit(changeSet);
      },
    }),
  });
  slow = true;
  const opened = world.payments.sessions.create(shop, sessionInput);
  for (let hour = 0; hour < 40; hour += 1) await world.clock.advance(60 * 60 * 1000);
  expect((await opened).ok).toBe(true);
  expect(lateness).toEqual([0]);
});

test("a store that stays unavailable rejects, and the gateway is not called", async () => {
  let down = false;
  let tries = 0;
  const world = await createWorld({
    store: through(async (store, changeSet) => {
      if (!down) return store.commit(changeSet);
      tries += 1;
      throw new Error("unavailable");
    }),
  });
  const confirmation = await world.authenticated();
  down = true;
  const answer = world.payments.intents.confirm(shop, confirmation);
  const rejected = expect(answer).rejects.toThrow("unavailable");
  for (let second = 0; second < 10; second += 1) await world.clock.advance(1000);
  await rejected;
  expect(tries).toBe(4);
  expect(world.gateway.records()).toEqual([]);
});

test("records that change between two reads of one load are read again", async () => {
  let interfere: (() => Promise<unknown>) | undefined;
  const world = await createWorld({
    store: (store) => ({
      ...store,
      async read(tenant, keys) {
        const records = await store.read(tenant, keys);
        const once = interfere;
        interfere = undefined;
        await once?.();
        return records;
      },
    }),
  });
  await world.session();
  interfere = () => world.session({ orderName: "The newer one" });
  const payment = valueOf(await world.payments.intents.lookUp(shop, { orderId: sessionInput.orderId }));
  expect(payment.orderName).toBe("The newer one");
});

test("a record that a load reads by two schemas is read by each", async () => {
  const world = await createWorld();
  await world.session();
  const context = { clock: world.clock, lanes: createLanes(), store: world.memory } as unknown as Context;
  const id = sessionInput.orderId;
  const whole = recordKind("order", z.looseObject({ orderId: z.string() }));
  const part = recordKind("order", z.object({ orderId: z.string().transform((text) => text.length) }));
  const read = await loadOnce(context, shop, async (load) => [
    ...(await load(whole.ref(id), part.ref(id))),
    ...(await load(whole.ref(id))),
  ]);
  expect(read).toMatchObject([{ orderId: id }, { orderId: id.length }, { orderId: id }]);
});

test("every read of a decision is expected, also the merchant's contract", async () => {
  const seen: ChangeSet[] = [];
  const world = await createWorld({
    store: through((store, changeSet) => {
      seen.push(changeSet);
      return store.commit(changeSet);
    }),
  });
  const confirmation = await world.authenticated();
  seen.length = 0;
  await world.payments.intents.confirm(shop, confirmation, { idempotencyKey: "k" });
  expect(seen.map(({ expect: keys }) => keys.map(({ key }) => key.kind))).toEqual([
    ["idempotency", "merchant", "intent", "attempt"],
    ["attempt", "intent", "merchant", "earning"],
  ]);
  expect(seen[1]?.postings).toHaveLength(4);
});

test("a store that has given up is not asked again", async () => {
  let lost: number | undefined;
  const world = await createWorld({
    store: through(async (store, changeSet) => {
      if (lost === undefined) return store.commit(changeSet);
      lost += 1;
      throw new StoreUnavailable("The database did not answer");
    }),
  });
  lost = 0;
  await expect(world.payments.sessions.create(shop, sessionInput)).rejects.toThrow(StoreUnavailable);
  expect(lost).toBe(1);
});

test("a decision that follows another of its process starts from its records, and reads after a write of others", async () => {
  let reads = 0;
  let interfere = false;
  const world = await createWorld({
    store: (store) => ({
      ...store,
      read(tenant, request) {
        if (request.keys.some(({ kind }) => kind === "intent")) reads += 1;
        return store.read(tenant, request);
      },
      async commit(changeSet) {
        const attempt = changeSet.expect.find(({ key, version }) => key.kind === "attempt" && version !== "absent");
        if (interfere && attempt !== undefined) {
          interfere = false;
          // Another writer changes a record that the decision relies on, just before the commit.
          const { records } = await store.read(changeSet.tenant, { keys: [attempt.key] });
          const body = { ...records[0]?.body, lookUps: 7 };
          const write = { key: attempt.key, body, dueAt: records[0]?.dueAt ?? null, place: null };
          const between = { ...changeSet, id: "between", postings: [], floors: [], tallies: [] };
          await store.commit({ ...between, expect: [attempt], writes: [write] });
        }
        return store.commit(changeSet);
      },
    }),
  });
  const confirmation = await world.authenticated();
  reads = 0;
  interfere = true;
  expect(valueOf(await world.payments.intents.confirm(shop, confirmation)).status).toBe("DONE");
  expect(interfere).toBe(false);
  expect(reads).toBe(2);
  const attempts = await world.memory.listDue("attempt", 9);
  expect(attempts).toEqual([]);
});

test("a store that does not answer the versions of its writes is read instead", async () => {
  let reads = 0;
  const world = await createWorld({
    store: (store) => ({
      ...store,
      read(tenant, request) {
        if (request.keys.some(({ kind }) => kind === "intent")) reads += 1;
        return store.read(tenant, request);
      },
      async commit(changeSet) {
        const { status } = await store.commit(changeSet);
        if (status !== "committed") throw new Error(status);
        return { status };
      },
    }),
  });
  const confirmation = await world.authenticated();
  reads = 0;
  expect(valueOf(await world.payments.intents.confirm(shop, confirmation)).status).toBe("DONE");
  expect(reads).toBe(2);
});

test("a record that is made must be absent", async () => {
  const world = await createWorld();
  const confirmation = await world.authenticated();
  const key = { kind: "earning", id: confirmation.intentKey };
  const earlier = { key, body: { earlier: true }, dueAt: null, place: null };
  const parts = { reference: "", postings: [], floors: [], tallies: [] };
  const tenant = "7:test";
  await world.memory.commit({
    id: "e",
    tenant,
    at: 1,
    expect: [{ key, version: "absent" }],
    writes: [earlier],
    ...parts,
  });
  expect(codeOf(await world.payments.intents.confirm(shop, confirmation))).toBe("UNKNOWN_PAYMENT_ERROR");
  expect((await world.memory.read(tenant, { keys: [key] })).records[0]?.body).toEqual({ earlier: true });
});

test.each([
  ["writes a record that it has not read", "write", "unread", "thing unread is written without being read"],
  ["creates a record that it has read as present", "make", "there", "thing there is made, and was read as there"],
] as const)("a decision that %s is a bug, and commits nothing", async (_what, how, id, problem) => {
  const world = await createWorld();
  const thing = recordKind("thing", z.object({ n: z.number() }));
  const context = { ...world, store: world.memory, lanes: createLanes() } as unknown as Context;
  await decideAndCommit(context, {
    tenant: shop,
    lane: "a",
    load: (read) => read(),
    decide: () => ({ answer: ok("made"), changes: { writes: [thing.make("there", { n: 1 })] } }),
  });
  const wrong = decideAndCommit(context, {
    tenant: shop,
    lane: "a",
    load: (read) => read(thing.ref("there")),
    decide: () => ({ answer: ok("changed"), changes: { writes: [thing[how](id, { n: 2 })] } }),
  });
  await expect(wrong).rejects.toThrow(problem);
  const { records } = await world.memory.read("7:test", { keys: [thing.ref("there"), thing.ref("unread")] });
  expect(records.map((record) => record?.body)).toEqual([{ n: 1 }, undefined]);
});

test("a decision without changes after its own process's write decides again from a read", async () => {
  const world = await createWorld();
  const ref = recordKind("thing", z.object({ n: z.number() })).ref("a");
  const written = [{ key: ref, version: 1, body: { n: 1 } }];
  const context = {
    store: world.memory,
    clock: world.clock,
    lanes: createLanes(),
  } as unknown as Context;
  const told = await decideAndCommit(context, {
    tenant: shop,
    lane: "a",
    following: written,
    load: async (read) => (await read(ref))[0],
    decide: (thing) => ({ answer: ok(thing?.n ?? "nothing") }),
  });
  expect(told).toEqual(ok("nothing"));
});
