import { sandboxGateway } from "@wonflow/sandbox";
import { memoryStore } from "@wonflow/store-memory";
import { fakeClock, sequentialIds, testVault } from "@wonflow/testkit";
import { expect, test } from "vitest";

import { createWorld, sessionInput, shop } from "../../../test/world.ts";
import { bindPayments } from "../../index.ts";

const hour = 60 * 60 * 1000;

test("work of one kind is started without waiting for another, and reports when it is done", async () => {
  const world = await createWorld();
  const { intentKey } = await world.paid();
  await world.session({ orderId: "order-20261120-0002" });
  world.gateway.faults.schedule(({ operation }) => (operation === "cancel" ? "refused-connection" : "late"));
  void world.cancel(intentKey);
  await world.clock.advance(31 * 60_000);
  const [lookUp] = await world.payments.work.start("attempt", 10);
  let lookedUp = false;
  void lookUp?.then(() => (lookedUp = true));
  const sessions = await world.payments.work.start("session", 10);
  expect(await Promise.all(sessions)).toEqual([true]);
  expect(lookedUp).toBe(false);
  await world.clock.advance(31_000);
  expect(lookedUp).toBe(true);
});

test("a kind that does not exist is an error that names it", async () => {
  const world = await createWorld();
  await expect(async () => world.payments.work.start("sessions", 1)).rejects.toThrow(
    "there is no work of kind sessions",
  );
});

test("no process takes a record that another one works on, until the lease ends", async () => {
  const world = await createWorld();
  await world.session();
  const other = await createWorld({ sharing: world });
  await world.clock.advance(30 * 60_000);
  const claimed = await world.memory.claimDue("session", {
    now: world.clock.now(),
    until: world.clock.now() + 60_000,
    limit: 1,
  });
  expect(claimed).toHaveLength(1);
  expect(await other.payments.work.start("session", 10)).toEqual([]);
  await world.clock.advance(60_000);
  expect(await other.payments.work.start("session", 10)).toHaveLength(1);
  expect(await world.payments.work.start("session", 10)).toEqual([]);
});

test("a lease lasts as long as the calls of the work may: a look-up, and the repeated call", async () => {
  const world = await createWorld();
  const { intentKey } = await world.paid();
  world.gateway.faults.next("cancel", "refused-connection");
  await world.cancel(intentKey);
  const lookUpCancellation: typeof world.gateway.lookUpCancellation = async (question) => {
    await world.clock.after(29_999).elapsed;
    return world.gateway.lookUpCancellation(question);
  };
  const cancel = () => new Promise<never>(() => undefined);
  const slow = await createWorld({ sharing: { ...world, gateway: { ...world.gateway, lookUpCancellation, cancel } } });
  await world.clock.advance(31_000);
  const [work] = await slow.payments.work.start("attempt", 10);
  await world.clock.advance(59_998);
  expect(await world.payments.work.start("attempt", 10)).toEqual([]);
  await world.clock.advance(1);
  expect(await work).toBe(true);
  expect(await world.payments.work.start("attempt", 10)).toEqual([]);
});

test("commit ids are purged after a day, every hour, by one of several processes", async () => {
  const asked: number[] = [];
  const limits: number[] = [];
  const world = await createWorld({
    store: (store) => ({
      ...store,
      purgeCommits(request) {
        asked.push(world.clock.now() - request.before);
        limits.push(request.limit);
        return store.purgeCommits(request);
      },
    }),
  });
  const other = await createWorld({ sharing: world });
  const run = () => Promise.all([world.payments.work.runDue(), other.payments.work.runDue()]);
  await run();
  expect(asked).toEqual([24 * hour]);
  await world.clock.advance(hour - 1);
  await run();
  expect(asked).toHaveLength(1);
  await world.clock.advance(1);
  await world.payments.work.runDue();
  expect(asked).toEqual([24 * hour, 24 * hour]);
  expect(limits).toEqual([10_000, 10_000]);
});

test("each turn purges a part of many commit ids, and the next turn is due at once", async () => {
  const left = [10_000, 10_000, 9_999, 0];
  const world = await createWorld({
    store: (store) => ({ ...store, purgeCommits: async () => left.shift() ?? 0 }),
  });
  const turns = async () => {
    const [before] = left.slice(0, 1);
    await Promise.all(await world.payments.work.start("commitIds", 10));
    const [next] = await world.memory.listDue("commitIds", 1);
    return [before, Number(next?.dueAt) - world.clock.now()];
  };
  expect([await turns(), await turns(), await turns()]).toEqual([
    [10_000, 0],
    [10_000, 0],
    [9_999, hour],
  ]);
});

test("a restart does not make recurring work due again", async () => {
  const world = await createWorld();
  await world.payments.work.runDue();
  const [before] = await world.memory.listDue("commitIds", 10);
  const restarted = await createWorld({ sharing: world });
  await restarted.payments.work.runDue();
  expect(await world.memory.listDue("commitIds", 10)).toEqual([before]);
});

test("a commit repeated within a day is known, also when ids are purged meanwhile", async () => {
  const world = await createWorld();
  const key = { kind: "order", id: "x" };
  const changeSet = {
    id: "once",
    tenant: "7:test",
    at: world.clock.now(),
    expect: [{ key, version: "absent" }],
    writes: [{ key, body: { orderId: "x", intentKey: "y" }, dueAt: null, place: null }],
    reference: "",
    postings: [],
    floors: [],
    tallies: [],
  } as const;
  await world.memory.commit(changeSet);
  await world.clock.advance(24 * hour);
  await world.payments.work.runDue();
  expect(await world.memory.commit(changeSet)).toEqual({ status: "committed" });
  await world.clock.advance(hour);
  await world.payments.work.runDue();
  expect(await world.memory.commit(changeSet)).toMatchObject({ status: "conflict" });
});

test("live mode refuses a sandbox", () => {
  const clock = fakeClock(0);
  const ids = sequentialIds();
  const live = sandboxGateway({ clock, ids });
  const options = { store: memoryStore(), gateways: { live }, clock, ids, vault: testVault() };
  expect(() => bindPayments(options)).toThrow("live mode refuses a sandbox gateway");
});

test("an expired session is recorded by the work of its kind, and by no other", async () => {
  const world = await createWorld();
  const { token } = await world.session();
  await world.clock.advance(30 * 60_000);
  await Promise.all(await world.payments.work.start("intent", 10));
  expect(await world.memory.listDue("session", 10)).toHaveLength(1);
  await Promise.all(await world.payments.work.start("session", 10));
  expect(await world.memory.listDue("session", 10)).toEqual([]);
  expect(await world.linkStatus(token)).toBe("EXPIRED");
  expect((await world.payments.sessions.create(shop, sessionInput)).ok).toBe(true);
});

test("a payment is due to expire while it can be confirmed, and not while an attempt is under way", async () => {
  const world = await createWorld();
  const { intentKey, orderId, amount } = await world.authenticated();
  const due = async () =>
    (await world.memory.listDue("intent", 10)).map(({ dueAt }) => Number(dueAt) - world.clock.now());
  expect(await due()).toEqual([10 * 60_000]);
  world.gateway.faults.next("approve", "answer-lost");
  await world.payments.intents.confirm(shop, { intentKey, orderId, amount });
  expect(await due()).toEqual([]);
});
