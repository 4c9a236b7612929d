import type { ChangeSet, CommitResult } from "@wonflow/core";
import { unreliableNetwork } from "@wonflow/testkit/postgres";
import { Client } from "pg";
import { expect, onTestFinished, test } from "vitest";
import { available, changeSet, find, tenant, transfer, versionOf, withdrawal, write } from "../test/change-sets.ts";
import { closeGate, newDatabase, query } from "../test/test-database.ts";
import { StoreUnavailable } from "./errors.ts";
import { postgresStore, type PostgresStore } from "./postgres-store.ts";

async function opened(url: string, poolSize = 4): Promise<PostgresStore> {
  const store = await postgresStore({ url, poolSize });
  onTestFinished(() => store.close());
  return store;
}

/** A store whose way to the server is unreliable, and one by a good way. */
async function apart() {
  const url = await newDatabase();
  const good = await opened(url);
  const network = await unreliableNetwork(url);
  onTestFinished(() => network.close());
  return { url, good, network, store: await opened(network.url) };
}

test("a commit whose answer was lost is answered committed, and done once", async () => {
  const { network, store, good } = await apart();
  const key = { kind: "order", id: "A" };
  const change = changeSet({
    id: "lost-answer",
    expect: [{ key, version: "absent" }],
    writes: [write(key)],
    postings: transfer(10),
  });
  network.loseAnswerTo(change.id);
  expect(await store.commit(change)).toMatchObject({ status: "committed" });
  expect(await available(good)).toBe(10);
  expect(await good.entries(tenant, "r")).toHaveLength(1);
});

test("a refusal whose answer was lost is answered", async () => {
  const { network, store } = await apart();
  network.loseAnswerTo("lost-refusal");
  const refused = { status: "below-floor", account: "available" };
  expect(await store.commit(withdrawal("lost-refusal", 10))).toEqual(refused);
});

test.for(["sent", "answered"] as const)(
  "connections that break whenever a commit was sent, %s: each is answered committed, and done once",
  async (when) => {
    const { network, store, good } = await apart();
    // Prepared statements have no text any more from a connection's second commit on.
    for (let n = 1; n <= 8; n += 1) {
      const key = { kind: "order", id: `${when}-${n}` };
      const broken = n % 3 === 0 ? undefined : network.breakAtCommit(when);
      const change = changeSet({
        id: key.id,
        expect: [{ key, version: "absent" }],
        writes: [write(key)],
        postings: transfer(1),
      });
      expect(await store.commit(change)).toMatchObject({ status: "committed" });
      await broken;
      expect(await available(good)).toBe(n);
    }
  },
);

test("commits that are late, and connections that are reset meanwhile: each is answered truly, and done once", async () => {
  const { network, store, good } = await apart();
  await store.ping();
  network.delay(20);
  const changes = Array.from({ length: 20 }, (_, n) => changeSet({ id: `late-${n}`, postings: transfer(1) }));
  const results = changes.map(async (change) => (await commitSurely(store, change)).status);
  for (let n = 0; n < 3; n += 1) {
    await good.ping();
    network.resetConnections();
  }
  expect(new Set(await Promise.all(results))).toEqual(new Set(["committed"]));
  network.delay(0);
  expect(await available(good)).toBe(20);
});

test("a lost try that is still at work when its change set comes again is waited for, and its outcome stands", async () => {
  const { network, store, good, url } = await apart();
  await good.commit(changeSet({ id: "deposit", postings: transfer(10) }));
  // A session that has inserted an id waits at the gate before anything else.
  const gate = await closeGate(url, { on: "after insert on wonflow.commits", when: "new.id = 'overtaken'" });
  network.loseAnswerTo("overtaken");
  const first = store.commit(withdrawal("overtaken", 10));
  await gate.untilWaiting(1);
  network.breakConnections();
  await gate.open();
  // Had the second try read the balance before the first one was over, both would have got a wrong answer.
  expect(await first).toMatchObject({ status: "committed" });
  expect(await available(good)).toBe(0);
});

test("a database that stays away is StoreUnavailable after a bounded number of tries", async () => {
  const { network, store } = await apart();
  await store.ping();
  await network.close();
  await expect(store.commit(withdrawal("c", 1))).rejects.toThrow(StoreUnavailable);
  await expect(find(store, { kind: "order", id: "A" })).rejects.toThrow(StoreUnavailable);
  await expect(store.claimDue("order", { now: 1, until: 2, limit: 1 })).rejects.toThrow(StoreUnavailable);
  await expect(store.ping()).rejects.toThrow(/^The database did not answer \([^\n]+\): check that it runs/);
});

/** How long something took, in milliseconds. */
async function duration(of: Promise<unknown>): Promise<number> {
  const began = performance.now();
  await of;
  return performance.now() - began;
}

test("a database that hangs is reported within the time that a request has, and used again when it is back", async () => {
  const { network, store, good } = await apart();
  const key = { kind: "order", id: "A" };
  // Connections that were good before, as many as the pool has.
  await Promise.all([1, 2, 3, 4].map(() => find(store, key)));
  network.freeze();
  const pinged = [1, 2, 3, 4, 5, 6].map(() =>
    duration(expect(store.ping()).rejects.toThrow(/^The database did not answer \([^\n]+\): check that it runs/)),
  );
  const change = changeSet({ id: "hung", expect: [{ key, version: "absent" }], writes: [write(key)] });
  const asked = [
    find(store, key),
    find(store, key),
    store.commit(change),
    store.claimDue("order", { now: 1, until: 2, limit: 1 }),
    store.list(tenant, { list: "payments", limit: 1, order: "ascending" }),
    store.listDue("order", 1),
    store.entries(tenant, "r"),
  ].map((answer) => duration(expect(answer).rejects.toThrow(StoreUnavailable)));
  for (const ms of await Promise.all(pinged)) expect(ms).toBeLessThan(2_000);
  for (const ms of await Promise.all(asked)) expect(ms).toBeLessThan(16_000);
  network.thaw();
  expect(await store.commit(change)).toMatchObject({ status: "committed" });
  await store.ping();
  expect(await find(good, key)).toBeDefined();
});

/** Repeats a commit whose outcome is not known, as core does. */
async function commitSurely(store: PostgresStore, change: ChangeSet): Promise<CommitResult> {
  for (;;) {
    try {
      return await store.commit(change);
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
    }
  }
}

/** Ends sessions of the store that are just committing, until told to stop; `ended` says how many so far. */
async function endSessions(url: string) {
  const client = new Client({ connectionString: url });
  await client.connect();
  let ended = 0;
  let going = true;
  const killing = (async () => {
    while (going && ended < 60) {
      const { rowCount } = await client.query(`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'wonflow' and state = 'active' and query like '%commit_%'
        order by random() limit 1`);
      ended += rowCount ?? 0;
    }
    await client.end();
  })();
  return {
    ended: () => ended,
    async stop(): Promise<void> {
      going = false;
      await killing;
    },
  };
}

test("while sessions are killed every commit is answered truly, and nothing is done twice", async () => {
  const url = await newDatabase();
  const store = await opened(url, 8);
  await store.commit(changeSet({ id: "opening", reference: "opening", postings: transfer(1_000) }));
  const hot = { kind: "order", id: "hot" };
  await store.commit(changeSet({ id: "hot", expect: [{ key: hot, version: "absent" }], writes: [write(hot)] }));
  const version = await versionOf(store, hot);

  const changeAt = (index: number): ChangeSet => {
    const id = `change-${index}`;
    const key = { kind: "order", id };
    const change = index % 2 === 0 ? withdrawal(id, 9) : changeSet({ id, postings: transfer(1) });
    const expectations = [
      { key, version: "absent" as const },
      { key: hot, version },
    ];
    return { ...change, reference: id, expect: expectations, writes: [write(key, { id })] };
  };
  const killer = await endSessions(url);
  const changes: ChangeSet[] = [];
  const results: CommitResult[] = [];
  // Eight callers, one change set after the other: all at once would be one statement. On a busy machine few sessions
  // are met while they commit, so the callers continue until enough were ended.
  const commitAll = async () => {
    while (changes.length < 400 || (killer.ended() < 6 && changes.length < 8_000)) {
      const index = changes.length;
      const change = changeAt(index);
      changes.push(change);
      results[index] = await commitSurely(store, change);
    }
  };
  await Promise.all(Array.from({ length: 8 }, commitAll));
  await killer.stop();
  expect(killer.ended()).toBeGreaterThan(5);

  let expected = 1_000;
  for (const [index, change] of changes.entries()) {
    const committed = results[index]?.status === "committed";
    if (committed) expected += index % 2 === 0 ? -9 : 1;
    expect(await store.entries(tenant, change.id)).toHaveLength(committed ? 1 : 0);
    const record = await find(store, { kind: "order", id: change.id });
    expect(record !== undefined).toBe(committed);
  }
  expect(await available(store)).toBe(expected);
  expect(expected).toBeGreaterThanOrEqual(0);
  expect(results.some((result) => result.status === "below-floor")).toBe(true);
  const [sums] = await query(
    url,
    `select (select sum(amount) from wonflow.postings)::int as postings, (select sum(balance) from wonflow.accounts)::int as balances,
      (select -sum(amount) from wonflow.postings where account = 'available')::int as available`,
  );
  expect(sums).toEqual({ postings: 0, balances: 0, available: expected });
});
