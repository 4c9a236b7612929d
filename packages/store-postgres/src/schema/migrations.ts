import { sql, type Kysely } from "kysely";
import type { Migration, MigrationProvider } from "kysely/migration";
import { commitFunctions } from "./commit-functions.ts";
import { schemaName } from "./schema-name.ts";

/** The largest whole number that JavaScript holds exactly: what leaves the database must fit. */
const safe = `between -9007199254740991 and 9007199254740991`;

/**
 * Text is compared by its bytes (collation "C"): every process then locks keys in the same order,
 * whatever the locale of its server.
 */
const tables = [
  `create table ${schemaName}.records (
    tenant text collate "C" not null,
    kind text collate "C" not null,
    id text collate "C" not null,
    version bigint not null check (version between 1 and 9007199254740991),
    body jsonb not null check (jsonb_typeof(body) = 'object'),
    due_at bigint check (due_at ${safe}),
    primary key (tenant, kind, id)
  )`,
  `create index records_due on ${schemaName}.records (kind, due_at) where due_at is not null`,

  `create table ${schemaName}.accounts (
    tenant text collate "C" not null,
    account text collate "C" not null,
    balance bigint not null check (balance ${safe}),
    primary key (tenant, account)
  )`,

  `create table ${schemaName}.entries (
    tenant text collate "C" not null,
    commit_id text collate "C" not null,
    at bigint not null check (at ${safe}),
    reference text collate "C" not null,
    position bigint generated always as identity,
    primary key (tenant, commit_id)
  )`,
  `create index entries_reference on ${schemaName}.entries (tenant, reference)`,

  `create table ${schemaName}.postings (
    tenant text collate "C" not null,
    commit_id text collate "C" not null,
    line integer not null check (line >= 1),
    account text collate "C" not null,
    amount bigint not null check (amount ${safe}),
    primary key (tenant, commit_id, line)
  )`,

  `create table ${schemaName}.commits (
    tenant text collate "C" not null,
    id text collate "C" not null,
    at bigint not null check (at ${safe}),
    refusal jsonb,
    primary key (tenant, id)
  )`,
  `create index commits_at on ${schemaName}.commits using brin (at)`,
];

/** The ledger only grows: whatever tries to alter it, also by hand, is an error. */
const appendOnly = [
  `create function ${schemaName}.refuse_alteration() returns trigger language plpgsql as $$
  begin
    raise exception 'the ledger is append only: % on % is refused', tg_op, tg_table_name;
  end $$`,
  ...["entries", "postings"].map(
    (table) => `create trigger append_only before update or delete or truncate on ${schemaName}.${table}
      for each statement execute function ${schemaName}.refuse_alteration()`,
  ),
];

async function run(db: Kysely<unknown>, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** In the order of their names. One that was published is never altered: add another. */
const migrations: Readonly<Record<string, Migration>> = {
  "0001-records-and-ledger": { up: (db) => run(db, [...tables, ...appendOnly, ...commitFunctions]) },
};

export const migrationProvider: MigrationProvider = {
  getMigrations: async () => migrations,
};
