/**
 * Prints the database of a service as SQL that re-creates it on an empty server or embedded database: its schema by the
 * migrations that it has had, and its rows.
 *
 *     node --conditions=source packages/store-postgres/test/print-database.ts <url> > database.sql
 */
import { Client } from "pg";
import { migrations } from "../src/schema/migrations.ts";

const client = new Client({ connectionString: process.argv[2] });
await client.connect();

async function texts(query: string): Promise<readonly string[]> {
  const { rows } = await client.query<{ readonly text: string }>(query);
  return rows.map(({ text }) => text);
}

/** The rows of a table as one statement; none where it is empty. */
async function insertInto(table: string): Promise<readonly string[]> {
  const columns = await texts(
    `select column_name as text from information_schema.columns
      where table_schema = 'wonflow' and table_name = '${table}' and is_identity = 'NO' order by ordinal_position`,
  );
  const row = columns.map((column) => `quote_nullable(${column}::text)`).join(" || ', ' || ");
  const order = table === "entries" ? "position" : columns.map((column) => `${column}::text`).join(", ");
  const rows = await texts(`select '(' || ${row} || ')' as text from wonflow.${table} order by ${order}`);
  return rows.length === 0 ? [] : [`insert into wonflow.${table} (${columns.join(", ")}) values\n${rows.join(",\n")}`];
}

const schema = [
  "create schema wonflow",
  "create table wonflow.migrations (name varchar(255) not null primary key, timestamp varchar(255) not null)",
  "create table wonflow.migrations_lock (id varchar(255) not null primary key, is_locked integer not null default 0)",
  ...Object.values(migrations).flat(),
];
const tables = ["migrations", "migrations_lock", "records", "accounts", "entries", "commits"];
const rows = (await Promise.all(tables.map(insertInto))).flat();
const sequences = await texts(
  `select format('select setval(''wonflow.%s'', %s)', sequencename, last_value) as text from pg_sequences
    where schemaname = 'wonflow' and last_value is not null and sequencename <> 'entries_position_seq'`,
);
await client.end();
process.stdout.write(`${[...schema, ...rows, ...sequences].join(";\n\n")};\n`);
