import { expect, test } from "vitest";
import { isOnCitus, newDatabase, session } from "../../test/test-database.ts";
import { postgresStore } from "../postgres-store.ts";

/** Each index of the store's tables, with its columns in order. */
const indexes = `
  select c.relname as name, array(select attname::text from unnest(i.indkey::int[]) with ordinality as k(no, place)
      join pg_attribute on attrelid = t.oid and attnum = k.no order by place) as columns
  from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
  join pg_namespace n on n.oid = t.relnamespace
  where n.nspname = 'wonflow' order by 1`;

const tablesWithoutTenant = `
  select table_name as name from information_schema.tables t
  where table_schema = 'wonflow' and table_type = 'BASE TABLE' and not exists (
    select from information_schema.columns c
    where c.table_schema = t.table_schema and c.table_name = t.table_name and column_name = 'tenant')
  order by 1`;

/** Functions that may end by an exception of their own, and what each then says. */
const raisingFunctions = `
  select proname as name,
    array(select m[1] from regexp_matches(prosrc, $$raise exception '([^']*)$$, 'g') as m) as raised
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace
  where nspname = 'wonflow' and prosrc ~* '\\mraise\\M' order by 1`;

test("every table leads with the tenant; this test lists the exceptions", async () => {
  const url = await newDatabase();
  const store = await postgresStore({ url });
  await store.close();
  const database = await session(url);
  const { rows } = await database.query<{ name: string; columns: readonly string[] }>(indexes);
  expect(rows.filter(({ columns }) => columns[0] === "tenant").map(({ name }) => name)).toEqual([
    "accounts_pkey",
    "commits_pkey",
    "entries_pkey",
    "entries_position",
    "entries_reference",
    "records_list",
    "records_pkey",
    "tallies_pkey",
  ]);
  expect(
    Object.fromEntries(rows.filter(({ columns }) => columns[0] !== "tenant").map((row) => [row.name, row.columns])),
  ).toEqual({
    // Due work of all tenants, by kind.
    records_due: ["kind", "due_at"],
    // Commit ids that are old enough to be deleted.
    commits_at: ["at"],
    // Counts of rate limits, which belong to addresses and keys.
    rates_pkey: ["key"],
    // The migrations that have run, and the lock of the process that runs them.
    migrations_lock_pkey: ["id"],
    migrations_pkey: ["name"],
  });
  const { rows: without } = await database.query<{ name: string }>(tablesWithoutTenant);
  expect(without.map(({ name }) => name)).toEqual(["migrations", "migrations_lock", "rates"]);
});

test.skipIf(isOnCitus)("a refusal is a value: a function raises only what its caller has ruled out", async () => {
  const url = await newDatabase();
  await (await postgresStore({ url })).close();
  const { rows } = await (await session(url)).query<{ name: string; raised: readonly string[] }>(raisingFunctions);
  expect(Object.fromEntries(rows.map(({ name, raised }) => [name, raised]))).toEqual({
    commit_change_sets_1: ["postings are not balanced"],
    refuse_alteration_1: ["the ledger is append only: % on % is refused"],
  });
});
