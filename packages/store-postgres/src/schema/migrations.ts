import { sql, type Kysely } from "kysely";
import type { Migration, MigrationProvider } from "kysely/migration";
import { recordsAndLedger } from "./0001-records-and-ledger.ts";
import { listsAndVersions } from "./0002-lists-and-versions.ts";
import { listOfApiKeys } from "./0003-list-of-api-keys.ts";
import { earnings } from "./0004-earnings.ts";
import { ratesOfRequests } from "./0005-rates.ts";
import { groupCommit } from "./0006-group-commit.ts";
import { bodiesAsJson } from "./0007-bodies-as-json.ts";

/**
 * The statements of each migration, in the order of their names. One that was published is never altered:
 * add another. A function that changes gets a new name, so that older processes beside us keep theirs.
 */
export const migrations: Readonly<Record<string, readonly string[]>> = {
  "0001-records-and-ledger": recordsAndLedger,
  "0002-lists-and-versions": listsAndVersions,
  "0003-list-of-api-keys": listOfApiKeys,
  "0004-earnings": earnings,
  "0005-rates": ratesOfRequests,
  "0006-group-commit": groupCommit,
  "0007-bodies-as-json": bodiesAsJson,
};

async function run(db: Kysely<unknown>, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

export const migrationProvider: MigrationProvider = {
  getMigrations: async () =>
    Object.fromEntries(
      Object.entries(migrations).map(([name, statements]): [string, Migration] => [
        name,
        { up: (db) => run(db, statements) },
      ]),
    ),
};
