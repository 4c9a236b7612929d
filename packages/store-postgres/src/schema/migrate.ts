import { Migrator } from "kysely/migration";
import type { Connection } from "../connection/connection.ts";
import { explainOpening } from "../connection/explain.ts";
import { migrationProvider } from "./migrations.ts";
import { schemaName } from "./schema-name.ts";

/** What brings a database to a schema. Any number of processes may do so at once: it takes a lock. */
export function migratorOf({ db }: Connection): Migrator {
  return new Migrator({
    db,
    provider: migrationProvider,
    migrationTableSchema: schemaName,
    migrationTableName: "migrations",
    migrationLockTableName: "migrations_lock",
  });
}

/**
 * Brings the database to the newest schema; who comes later finds nothing left to do. Being the first
 * to speak to the database, it explains why that may fail.
 */
export async function migrate(connection: Connection): Promise<void> {
  const { error } = await migratorOf(connection).migrateToLatest();
  if (error !== undefined) throw explainOpening(error, connection.name);
}
