import { Kysely, PostgresDialect } from "kysely";
import { Pool } from "pg";
import { expect, onTestFinished, test } from "vitest";
import { newDatabase, query } from "../test/test-database.ts";
import { postgresStore } from "./postgres-store.ts";
import { entriesPage } from "./reads.ts";
import { schemaName } from "./schema/sql.ts";
import type { Tables } from "./schema/tables.ts";

const merchant = "7:test";

/** A database of two merchants with many entries each, made by turns. */
async function manyEntries(count: number): Promise<string> {
  const url = await newDatabase();
  await (await postgresStore({ url })).close();
  await query(
    url,
    `insert into wonflow.entries (tenant, commit_id, at, reference, postings)
      select case when n % 2 = 0 then '${merchant}' else '8:test' end, 'commit-' || n, n, 'payment-' || n, '[]'
      from generate_series(1, ${count}) as n`,
  );
  await query(url, "analyze wonflow.entries");
  return url;
}

test.each([undefined, "commit-15000"])("a page of entries reads no more than the page: after %s", async (after) => {
  const pool = new Pool({ connectionString: await manyEntries(20_000) });
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  onTestFinished(() => db.destroy());
  const page = entriesPage(db.withSchema(schemaName), merchant, { limit: 20, ...(after !== undefined && { after }) });
  const plan = JSON.stringify(await page.explain("json"));
  expect(plan).toContain("entries_position");
  expect(plan).not.toContain("Sort");
  expect(plan).not.toContain("Seq Scan");
  const first = after === undefined ? 2 : 15_002;
  const rows = await page.execute();
  expect(rows.map(({ commit_id: id }) => id)).toEqual(
    Array.from({ length: 20 }, (_, index) => `commit-${first + 2 * index}`),
  );
});
