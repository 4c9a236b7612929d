import { expect, test } from "vitest";
import { newDatabase, session } from "../../test/test-database.ts";
import { postgresStore } from "../postgres-store.ts";

/** Each index of the store's tables, with its columns in order. */
const indexes = `
  select c.relname as name, array(select attname::text from unnest(i.indkey::int[]) with ordinality as k(no, place)
      join pg_attribute on attrelid = t.oid and attnum = k.no order by place) as columns
  from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
  join pg_namespace n on n.oid = t.relnamespace
  where n.nspname = 'wonflow' order by 1`;

test("every table leads with the tenant; what is found without one is listed here", async () => {
  const url = await newDatabase();
  const store = await postgresStore({ url });
  await store.close();
  const { rows } = await (await session(url)).query<{ name: string; columns: readonly string[] }>(indexes);
  expect(rows.filter(({ columns }) => columns[0] === "tenant").map(({ name }) => name)).toEqual([
    "accounts_pkey",
    "commits_pkey",
    "entries_pkey",
    "entries_reference",
    "postings_pkey",
    "records_list",
    "records_pkey",
  ]);
  expect(
    Object.fromEntries(rows.filter(({ columns }) => columns[0] !== "tenant").map((row) => [row.name, row.columns])),
  ).toEqual({
    // Due work of all tenants, by kind.
    records_due: ["kind", "due_at"],
    // Commit ids that are old enough to be forgotten.
    commits_at: ["at"],
    // Counts of rate limits, which belong to addresses and keys.
    rates_pkey: ["key"],
    // The migrations that have run, and the lock of who runs them.
    migrations_lock_pkey: ["id"],
    migrations_pkey: ["name"],
  });
});
