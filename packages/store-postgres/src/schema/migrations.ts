import { sql, type Kysely } from "kysely";
import { type Migration, type MigrationProvider, Migrator } from "kysely/migration";
import { recordsAndLedger } from "./0001-records-and-ledger.ts";
import { schemaName } from "./sql.ts";
import { commitAndTally } from "./commit-and-tally.ts";
import type { Tables } from "./tables.ts";

/**
 * A page of a merchant's entries reads no more than the page. An index of this name that was created earlier,
 * concurrently, is kept.
 */
const entriesByPosition = [`create index if not exists entries_position on ${schemaName}.entries (tenant, position)`];

/** JavaScript holds whole numbers exactly up to 2^53. */
const safe = `between -9007199254740991 and 9007199254740991`;

/**
 * Half of each page stays free for the next versions of its rows: the counters of today change with every commit.
 * A counter that is back at zero keeps its row.
 */
const tallies = [
  `create table ${schemaName}.tallies (
    tenant text collate "C" not null,
    name text collate "C" not null,
    day text collate "C" not null,
    amount bigint not null check (amount ${safe}),
    count bigint not null check (count ${safe}),
    primary key (tenant, name, day)
  ) with (fillfactor = 50)`,
  commitAndTally,
];

/**
 * Active billing keys are listed by customer, at the position that core gives them at each write. Earlier ones have
 * none: here they get it.
 *
 * Their rows are locked in the order in which commits lock them, so that neither waits for the other in a circle. Their
 * versions do not change: a decision that has read a key is as right as before, and the next write positions it again.
 */
const billingKeysByCustomer = [
  `with unlisted as (
    select tenant, kind, id from ${schemaName}.records
    where kind = 'billingKey' and list is null and body ->> 'status' = 'ACTIVE'
    order by tenant, kind, id
    for update
  )
  update ${schemaName}.records as record
    set list = 'billingKeys', position = (record.body ->> 'customerId') || '/' || record.id
    from unlisted
    where (record.tenant, record.kind, record.id) = (unlisted.tenant, unlisted.kind, unlisted.id)`,
];

/**
 * Processes of 0.1.0 derive other keys for calls to gateways, so none may decide about a payment beside a newer process.
 * One that still runs calls these functions by their former names: from now on it can neither read nor claim a record.
 */
const keysWithoutDots = [
  `alter function ${schemaName}.read_records_1(text[], text[], text[], text[], text[]) rename to read_records_5`,
  `alter function ${schemaName}.claim_due_1(text[], bigint[], bigint[], integer[]) rename to claim_due_5`,
];

export type Migrations = Readonly<Record<string, readonly string[]>>;

/**
 * All migrations, in the order of their names. A migration is never altered once it was published: add another. The name
 * of a function ends with the number of the migration that made or renamed it. A changed function gets a new name, so
 * that processes of an older version, which run beside the new ones, keep theirs. A function is renamed where they must
 * not decide anything beside the new ones.
 */
export const migrations: Migrations = {
  "0001-records-and-ledger": recordsAndLedger,
  "0002-entries-by-position": entriesByPosition,
  "0003-tallies": tallies,
  "0004-billing-keys-by-customer": billingKeysByCustomer,
  "0005-keys-without-dots": keysWithoutDots,
};

async function run(db: Kysely<unknown>, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

function providerOf(all: Migrations): MigrationProvider {
  const named = Object.entries(all).map(([name, statements]): [string, Migration] => [
    name,
    { up: (db) => run(db, statements) },
  ]);
  return { getMigrations: async () => Object.fromEntries(named) };
}

/**
 * Runs the migrations that the database has not had yet, and returns the error, if any. Any number of processes may do
 * so at once: one has the lock, and the others find nothing left to do.
 *
 * Each migration is a transaction of its own, which begins with the locks that it needs. One transaction over several
 * would hold the locks of the first while it waits for those of the next, and meanwhile all commits would wait for it.
 */
export async function migrate(db: Kysely<Tables>, all = migrations): Promise<unknown> {
  const migrator = new Migrator({
    db,
    provider: providerOf(all),
    migrationTableSchema: schemaName,
    migrationTableName: "migrations",
    migrationLockTableName: "migrations_lock",
  });
  for (;;) {
    const { error, results = [] } = await migrator.migrateUp();
    if (error !== undefined || results.length === 0) return error;
  }
}
