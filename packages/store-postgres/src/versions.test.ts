import { expect, onTestFinished, test } from "vitest";
import { changeSet, versionOf, write } from "../test/change-sets.ts";
import { newDatabase, query, session, untilWaiting } from "../test/test-database.ts";
import { postgresStore, type PostgresStore } from "./postgres-store.ts";

const key = { kind: "order", id: "A" };

async function opened(url: string): Promise<PostgresStore> {
  const store = await postgresStore({ url });
  onTestFinished(() => store.close());
  return store;
}

test("a record made anew has a higher version, also when its making began before the last one was there", async () => {
  const url = await newDatabase();
  const store = await opened(url);
  // Another process, as the commits of one keep their order.
  const other = await opened(url);
  const gate = await session(url);
  // Between a new record's number and its wait for the key, this trigger waits for the gate.
  await query(
    url,
    `create function pass_gate() returns trigger language plpgsql as $$
      begin perform pg_advisory_xact_lock_shared(7); return new; end $$`,
  );
  await query(
    url,
    `create trigger pass_gate before insert on wonflow.records for each row
      when (new.body -> 'slow' = 'true') execute function pass_gate()`,
  );
  const making = changeSet({
    id: "slow",
    expect: [{ key, version: "absent" }],
    writes: [write(key, { slow: true })],
  });
  await gate.query("select pg_advisory_lock(7)");
  const slow = other.commit(making);
  await untilWaiting(gate);
  await store.commit({ ...making, id: "quick", writes: [write(key)] });
  const version = await versionOf(store, key);
  await store.commit(changeSet({ id: "removal", expect: [{ key, version }], writes: [write(key, null)] }));
  await gate.query("select pg_advisory_unlock(7)");
  expect(await slow).toMatchObject({ status: "committed" });
  expect(await versionOf(store, key)).toBeGreaterThan(version);
});

test("a version grows also in a copy of the database without the state of its sequences", async () => {
  const url = await newDatabase();
  const store = await opened(url);
  await store.commit(changeSet({ id: "making", expect: [{ key, version: "absent" }], writes: [write(key)] }));
  const version = await versionOf(store, key);
  await query(url, "alter sequence wonflow.versions restart");
  await store.commit(changeSet({ id: "update", expect: [{ key, version }], writes: [write(key)] }));
  expect(await versionOf(store, key)).toBeGreaterThan(version);
});
