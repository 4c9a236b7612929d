import type { Kysely } from "kysely";
import { Migrator } from "kysely/migration";
import { migrations, providerOf } from "./migrations.ts";
import { schemaName } from "./schema-name.ts";
import type { Tables } from "./tables.ts";

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
