import { expect, test } from "vitest";
import { changeSet, write } from "../test/change-sets.ts";
import { isOnCitus, newDatabase, query } from "../test/test-database.ts";
import { StoreUnavailable } from "./errors.ts";
import { inspectDatabase } from "./inspect.ts";
import { postgresStore } from "./postgres-store.ts";
import { migrations } from "./schema/migrations.ts";

const key = { kind: "order", id: "A" };
const all = Object.keys(migrations);

test("a database is inspected without being changed", async () => {
  const url = await newDatabase();
  const { name, version, now, unsafeSettings, ...empty } = await inspectDatabase({ url });
  expect(name).toBe(`postgres://${new URL(url).host}${new URL(url).pathname}`);
  expect(version).toMatch(/^\d+\.\d+$/);
  expect(Math.abs(now - Date.now())).toBeLessThan(60_000);
  const citus: unknown = isOnCitus ? expect.objectContaining({ isDistributed: false }) : undefined;
  expect(empty).toEqual({
    migrations: { done: [], pending: all },
    unknownMigrations: [],
    citus,
    hasVersionsAhead: false,
  });
  await query(url, `alter database "${new URL(url).pathname.slice(1)}" set synchronous_commit = off`);
  const lossy = await inspectDatabase({ url });
  expect(lossy.unsafeSettings).toEqual([...unsafeSettings, "synchronous_commit = off"]);
  expect(await query(url, "select 1 from pg_namespace where nspname = 'wonflow'")).toEqual([]);

  await (await postgresStore({ url })).close();
  expect(await inspectDatabase({ url })).toMatchObject({ migrations: { done: all, pending: [] } });
  await query(url, "insert into wonflow.migrations (name, timestamp) values ('0999-of-tomorrow', 'later')");
  expect(await inspectDatabase({ url })).toMatchObject({ unknownMigrations: ["0999-of-tomorrow"] });
});

test.skipIf(isOnCitus)("records of another server, with versions beyond the next, are reported", async () => {
  const url = await newDatabase();
  const store = await postgresStore({ url });
  await store.commit(changeSet({ id: "a", expect: [{ key, version: "absent" }], writes: [write(key)] }));
  await store.close();
  expect(await inspectDatabase({ url })).toMatchObject({ hasVersionsAhead: false });
  await query(url, "update wonflow.records set version = 1795677735830369");
  expect(await inspectDatabase({ url })).toMatchObject({ hasVersionsAhead: true });
  await query(url, "select setval('wonflow.versions', 1795677735830369)");
  expect(await inspectDatabase({ url })).toMatchObject({ hasVersionsAhead: false });
});

test("a missing database is reported as when a store is opened", async () => {
  await expect(inspectDatabase({ url: "postgres://127.0.0.1:1/none" })).rejects.toThrow(StoreUnavailable);
});
