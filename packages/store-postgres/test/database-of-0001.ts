import { readFile } from "node:fs/promises";
import { openServer } from "../src/connection/server.ts";
import { migratorOf } from "../src/schema/migrate.ts";
import { newDatabase, query } from "./test-database.ts";

/**
 * A database as the first published version left it, and its URL: its schema, and what its core wrote
 * while payments were made, cancelled and in doubt, and card data imported.
 */
export async function databaseOf0001(): Promise<string> {
  const url = await newDatabase();
  const connection = openServer({ url, poolSize: 1, answerTimeoutMs: 30_000 });
  const { error } = await migratorOf(connection.db).migrateTo("0001-records-and-ledger");
  await connection.close();
  if (error !== undefined) throw new Error("the first migration failed", { cause: error });
  const dump = await readFile(new URL("database-of-0001.sql", import.meta.url), "utf8");
  await query(url, dump);
  return url;
}
