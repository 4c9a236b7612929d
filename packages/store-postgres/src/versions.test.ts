import { expect, onTestFinished, test } from "vitest";
import { changeSet, versionOf, write } from "../test/change-sets.ts";
import { closeGate, newDatabase, query } from "../test/test-database.ts";
import { postgresStore, type PostgresStore } from "./postgres-store.ts";

const key = { kind: "order", id: "A" };

async function opened(url: string): Promise<PostgresStore> {
  const store = await postgresStore({ url });
  onTestFinished(() => store.close());
  return store;
}

test("a re-created record has a higher version, also when its creation began before the last one existed", async () => {
  const url = await newDatabase();
  const store = await opened(url);
  // Another process, as the commits of one keep their order.
  const other = await opened(url);
  // Between a new record's number and its wait for the key.
  const gate = await closeGate(url, { on: "before insert on wonflow.records", when: "new.body ->> 'slow' = 'true'" });
  const making = changeSet({
    id: "slow",
    expect: [{ key, version: "absent" }],
    writes: [write(key, { slow: true })],
  });
  const slow = other.commit(making);
  await gate.untilWaiting(1);
  await store.commit({ ...making, id: "quick", writes: [write(key)] });
  const version = await versionOf(store, key);
  await store.commit(changeSet({ id: "removal", expect: [{ key, version }], writes: [write(key, null)] }));
  await gate.open();
  const result = await slow;
  const made = await versionOf(store, key);
  expect(result).toEqual({ status: "committed", versions: [made] });
  expect(made).toBeGreaterThan(version);
});

test("a version grows also in a copy of the database without the state of its sequences", async () => {
  const url = await newDatabase();
  const store = await opened(url);
  await store.commit(changeSet({ id: "making", expect: [{ key, version: "absent" }], writes: [write(key)] }));
  const version = await versionOf(store, key);
  await query(url, "alter sequence wonflow.versions restart");
  const update = await store.commit(changeSet({ id: "update", expect: [{ key, version }], writes: [write(key)] }));
  const written = await versionOf(store, key);
  expect(update).toEqual({ status: "committed", versions: [written] });
  expect(written).toBeGreaterThan(version);
});
