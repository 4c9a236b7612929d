import { sql, type Kysely } from "kysely";
import type { Migration, MigrationProvider } from "kysely/migration";
import { recordsAndLedger } from "./0001-records-and-ledger.ts";
import { entriesByPosition } from "./0002-entries-by-position.ts";
import { tallies } from "./0003-tallies.ts";
import { billingKeysByCustomer } from "./0004-billing-keys-by-customer.ts";
import { keysWithoutDots } from "./0005-keys-without-dots.ts";

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

export function providerOf(all: Migrations): MigrationProvider {
  const named = Object.entries(all).map(([name, statements]): [string, Migration] => [
    name,
    { up: (db) => run(db, statements) },
  ]);
  return { getMigrations: async () => Object.fromEntries(named) };
}
