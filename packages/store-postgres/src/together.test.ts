import { Client } from "pg";
import { expect, onTestFinished, test, vi } from "vitest";
import { changeSet, transfer, write } from "../test/change-sets.ts";
import { isOnCitus, newDatabase, session } from "../test/test-database.ts";
import { postgresStore } from "./postgres-store.ts";

const order = (id: string) => ({ kind: "order", id });
const making = (id: string) =>
  changeSet({ id, expect: [{ key: order(id), version: "absent" }], writes: [write(order(id))], postings: transfer(1) });

async function opened(options: Parameters<typeof postgresStore>[0]) {
  const store = await postgresStore(options);
  onTestFinished(() => store.close());
  return store;
}

/** The names of the database's functions that are called while something is done, one for each statement. */
async function calledDuring(work: () => Promise<unknown>): Promise<readonly (string | undefined)[]> {
  const query = vi.spyOn(Client.prototype, "query");
  try {
    await work();
    return query.mock.calls.map(([statement]) => /wonflow\.(\w+)/.exec(JSON.stringify(statement))?.[1]);
  } finally {
    query.mockRestore();
  }
}

test.skipIf(isOnCitus)(
  "simultaneous calls are one statement: commits, reads, and claims of different kinds",
  async () => {
    const store = await opened({ url: await newDatabase() });
    const ids = Array.from({ length: 50 }, (_, index) => `o${index}`);
    expect(await calledDuring(() => Promise.all(ids.map((id) => store.commit(making(id)))))).toEqual([
      "commit_change_sets_3",
    ]);
    expect(await calledDuring(() => Promise.all(ids.map((id) => store.read("1:test", { keys: [order(id)] }))))).toEqual(
      ["read_records_5"],
    );
    // A statement has at most 1,000 keys, but for one read that asks for more.
    const asking = (count: number) =>
      store.read("1:test", { keys: Array.from({ length: count }, (_, index) => order(`${count} ${index}`)) });
    expect(await calledDuring(() => Promise.all([499, 501].map(asking)))).toHaveLength(1);
    expect(await calledDuring(() => Promise.all([500, 501].map(asking)))).toHaveLength(2);
    expect(await calledDuring(() => asking(1_001))).toHaveLength(1);
    const claim = { now: 1, until: 2, limit: 1 };
    expect(await calledDuring(() => Promise.all(["a", "b", "c"].map((kind) => store.claimDue(kind, claim))))).toEqual([
      "claim_due_5",
    ]);
    // Two claims of one kind in one statement would both get the same.
    expect(await calledDuring(() => Promise.all(["a", "a"].map((kind) => store.claimDue(kind, claim))))).toHaveLength(
      2,
    );
  },
);

test.skipIf(isOnCitus)(
  "batches go side by side; what meets one under way on a record waits for it, and goes in company then",
  async () => {
    const url = await newDatabase();
    const store = await opened({ url });
    await store.commit(making("met"));
    const { records } = await store.read("1:test", { keys: [order("met")] });
    const version = records[0]?.version ?? 0;
    const writing = (id: string) =>
      changeSet({ id, expect: [{ key: order("met"), version }], writes: [write(order("met"))] });
    const other = await session(url);
    await other.query("begin; lock table wonflow.commits in exclusive mode");
    const sent = vi.spyOn(Client.prototype, "query");
    /** Of each commit: whether it is patient, as a commit of one change set alone is, and the ids of its change sets. */
    const batches = () =>
      sent.mock.calls.flatMap(([statement]) => {
        const { values } = statement as unknown as { readonly values?: readonly unknown[] };
        return values === undefined ? [] : [[values[0], /[a-z]+/.exec(String(values[6]))?.[0]]];
      });
    try {
      const first = store.commit(writing("first"));
      await vi.waitFor(() => expect(batches()).toEqual([[false, "first"]]));
      const second = store.commit(writing("second"));
      const beside = store.commit(making("beside"));
      await vi.waitFor(() => expect(batches()).toHaveLength(2));
      expect(batches()[1]).toEqual([false, "beside"]);
      await other.query("rollback");
      expect(await first).toMatchObject({ status: "committed" });
      expect(await beside).toMatchObject({ status: "committed" });
      expect(await second).toEqual({ status: "conflict", key: order("met") });
      expect(batches().at(-1)).toEqual([false, "second"]);
    } finally {
      sent.mockRestore();
    }
  },
);

test.each(["embedded", "server"])("a commit returns the versions of what it wrote: %s", async (kind) => {
  const store = await opened(kind === "embedded" ? { inMemory: true } : { url: await newDatabase() });
  const results = await Promise.all(["a", "b"].map((id) => store.commit(making(id))));
  const { records } = await store.read("1:test", { keys: ["a", "b"].map(order) });
  expect(results).toEqual(records.map((record) => ({ status: "committed", versions: [record?.version] })));
});

test("commits find their rows by index, also when the tables were empty when they were planned", async () => {
  const url = await newDatabase();
  const store = await opened({ url, poolSize: 1 });
  const other = await session(url);
  await other.query("alter table wonflow.records set (autovacuum_enabled = off)");
  for (const id of ["1", "2", "3", "4", "5", "6"]) await store.commit(making(id));
  await Promise.all(Array.from({ length: 3_000 }, (_, index) => store.commit(making(`many-${index}`))));
  const scans = async () => {
    await other.query("select pg_stat_clear_snapshot()");
    const { rows } = await other.query<{ readonly rows: number }>(
      "select seq_tup_read::int as rows from pg_stat_user_tables where schemaname = 'wonflow' and relname = 'records'",
    );
    return rows[0]?.rows;
  };
  const { records } = await store.read("1:test", { keys: [order("1")] });
  const version = records[0]?.version ?? 0;
  await store.commit(changeSet({ id: "w", expect: [{ key: order("1"), version }], writes: [write(order("1"))] }));
  await store.close();
  await expect.poll(scans).toBe(0);
});
