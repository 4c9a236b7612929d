import type { Kysely } from "kysely";
import { Migrator } from "kysely/migration";
import { migrationProvider } from "./migrations.ts";
import { schemaName } from "./schema-name.ts";
import type { Tables } from "./tables.ts";

/** What brings a database to a schema. Any number of processes may do so at once: it takes a lock. */
export function migratorOf(db: Kysely<Tables>): Migrator {
  return new Migrator({
    db,
    provider: migrationProvider,
    migrationTableSchema: schemaName,
    migrationTableName: "migrations",
    migrationLockTableName: "migrations_lock",
  });
}

/**
 * Brings the database to the newest schema; who comes later finds nothing left to do. Answers what went wrong, if
 * anything did. Each migration is a transaction of its own, which begins with the locks that it needs: one over all of
 * them would hold those of the first while it waits for those of the next, in the way of who commits meanwhile.
 */
export async function migrate(db: Kysely<Tables>): Promise<unknown> {
  const migrator = migratorOf(db);
  for (;;) {
    const { error, results = [] } = await migrator.migrateUp();
    if (error !== undefined || results.length === 0) return error;
  }
}
