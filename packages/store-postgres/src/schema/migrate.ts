import { Migrator } from "kysely/migration";
import type { Connection } from "../connection/connection.ts";
import { explainOpening } from "../connection/explain.ts";
import { migrationProvider } from "./migrations.ts";
import { schemaName } from "./schema-name.ts";

/**
 * Brings the database to the newest schema. Any number of processes may do so at once: the migrator
 * takes a lock, and who comes later finds nothing left to do. Being the first to speak to the database,
 * it explains why that may fail.
 */
export async function migrate({ db, name }: Connection): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: migrationProvider,
    migrationTableSchema: schemaName,
    migrationTableName: "migrations",
    migrationLockTableName: "migrations_lock",
  });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw explainOpening(error, name);
}
