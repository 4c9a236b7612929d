import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { expect, onTestFinished, test } from "vitest";
import { changeSet, tenant, transfer, withdrawal } from "../../test/change-sets.ts";
import { newDatabase, query, session } from "../../test/test-database.ts";
import { readyForMigrations } from "../citus/distribute.ts";
import { openServer } from "../connection/server.ts";
import { postgresStore } from "../postgres-store.ts";
import { migrate, migrations, type Migrations } from "./migrations.ts";

/** Databases that published versions have left, by their version. */
const kept = new URL("../../../wonflow/test/upgrade/", import.meta.url);
const versions = readdirSync(kept, { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? [entry.name] : [],
);

/** What a next version might bring: a column, and a function with a new name. */
const next: Migrations = {
  ...migrations,
  "9998-note": [
    "alter table wonflow.records add column note text collate \"C\" not null default ''",
    "create function wonflow.count_records_9998() returns bigint language sql as 'select count(*) from wonflow.records'",
  ],
};

async function opened(url: string) {
  const store = await postgresStore({ url });
  onTestFinished(() => store.close());
  return store;
}

/** Migrates as one process does; returns the error, if any. */
async function migrated(url: string, all?: Migrations): Promise<unknown> {
  const { db, close } = openServer({ url, poolSize: 1, answerTimeoutMs: 30_000 });
  await readyForMigrations(db);
  const error = await migrate(db, all);
  await close();
  return error;
}

const done = (url: string) => query(url, "select name, timestamp from wonflow.migrations order by name");

test("an empty database is migrated once, by whichever of several processes", async () => {
  const url = await newDatabase();
  expect(await Promise.all([migrated(url), migrated(url), migrated(url)])).toEqual([undefined, undefined, undefined]);
  const before = await done(url);
  expect(before.map(({ name }) => name)).toEqual(Object.keys(migrations));
  expect(await migrated(url)).toBeUndefined();
  expect(await done(url)).toEqual(before);
});

test("a database that a newer version has migrated is refused, and left as it is", async () => {
  const url = await newDatabase();
  await migrated(url, next);
  const before = await done(url);
  expect(await migrated(url)).toBeInstanceOf(Error);
  expect(await done(url)).toEqual(before);
});

test.each(versions)("the next migration runs on a database of %s, in which all stays", async (version) => {
  const url = await newDatabase();
  await query(url, await readFile(new URL(`${version}/database.sql`, kept), "utf8"));
  const rows =
    "select tenant, kind, id, version, body::text, due_at, list, position from wonflow.records order by 1, 2, 3";
  const balances = "select * from wonflow.accounts order by 1, 2";
  const before = [await query(url, rows), await query(url, balances)];
  expect(await migrated(url, next)).toBeUndefined();
  expect([await query(url, rows), await query(url, balances)]).toEqual(before);
  expect(await query(url, "select wonflow.count_records_9998()::int as count")).toEqual([{ count: before[0]?.length }]);
});

test("a process of 0.1.0 that still runs can neither read nor claim a record once a newer one has migrated", async () => {
  const url = await newDatabase();
  await query(url, await readFile(new URL("0.1.0/database.sql", kept), "utf8"));
  const calls = [
    "select kind from wonflow.read_records_1('{platform}', '{merchantIndex}', '{7:test}', '{}', '{}')",
    "select kind from wonflow.claim_due_1('{delivery}', '{9007199254740991}', '{9007199254740991}', '{1}')",
  ];
  expect(await query(url, calls[0] ?? "")).toEqual([{ kind: "merchantIndex" }]);
  expect(await migrated(url)).toBeUndefined();
  for (const call of calls) await expect(query(url, call)).rejects.toMatchObject({ code: "42883" });
});

test("a process of the version before keeps working while the next migration runs, and afterwards", async () => {
  const url = await newDatabase();
  const store = await opened(url);
  const committed = { status: "committed" };
  expect(await store.commit(changeSet({ id: "before", postings: transfer(100) }))).toMatchObject(committed);
  const other = await session(url);
  await other.query("begin; lock table wonflow.records");
  const migrating = migrated(url, next);
  const commits = Array.from({ length: 20 }, (_, index) =>
    store.commit(changeSet({ id: `during ${index}`, postings: transfer(1) })),
  );
  await other.query("commit");
  for (const commit of await Promise.all(commits)) expect(commit).toMatchObject(committed);
  expect(await migrating).toBeUndefined();
  expect(await store.commit(withdrawal("after", 120))).toMatchObject(committed);
  expect((await store.read(tenant, { keys: [], accounts: ["available"] })).balances).toEqual({ available: 0 });
});

test("a migration that fails leaves the database at the one before, with which processes keep working", async () => {
  const url = await newDatabase();
  const failing = { ...next, "9999-failing": ["drop table wonflow.records", "select 1 / 0"] };
  expect(String(await migrated(url, failing))).toContain("division by zero");
  expect((await done(url)).map(({ name }) => name)).toEqual(Object.keys(next));
  expect(await query(url, "select wonflow.count_records_9998()::int as count")).toEqual([{ count: 0 }]);
});
