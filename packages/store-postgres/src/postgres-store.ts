import type { Store } from "@wonflow/core";
import { sql } from "kysely";
import { createClaimDue } from "./claim-due.ts";
import { createCommit } from "./commit.ts";
import type { Connection } from "./connection/connection.ts";
import { openFolder, openInMemory } from "./connection/embedded.ts";
import { explainOpening } from "./connection/explain.ts";
import { openServer } from "./connection/server.ts";
import { createForgetCommits } from "./forget-commits.ts";
import { createReads } from "./reads.ts";
import { unavailable } from "./retry.ts";
import { migrate } from "./schema/migrate.ts";

/**
 * Where the database is: a folder of an embedded database, made if need be; the memory of this process;
 * or the URL of a server, with at most `poolSize` connections (10).
 */
export type PostgresStoreOptions =
  | { readonly dataDir: string }
  | { readonly inMemory: true }
  | { readonly url: string; readonly poolSize?: number };

/** The store port on PostgreSQL, and what runs around it. */
export interface PostgresStore extends Store {
  /** Resolves when the database answers; rejects with `StoreUnavailable` otherwise. For readiness checks. */
  ping(): Promise<void>;
  /** Waits for what is under way and closes all connections. The folder may then have another owner. */
  close(): Promise<void>;
}

/**
 * Opens a store on PostgreSQL and brings its tables, in a schema `wonflow`, up to date. Embedded and
 * server databases run the same SQL. Any number of processes may share a server's database; a folder
 * has one owner. An embedded database is not safe against loss of power.
 *
 * Rejects with `StoreUnavailable` when the database can't be reached, logged in to or written, and with
 * `DataFolderInUse` when another living process owns the folder.
 *
 * @example
 * const store = await postgresStore({ inMemory: true });
 * await store.read("1:test", { keys: [{ kind: "order", id: "A-1" }] }); // { records: [undefined], balances: {} }
 * await store.close();
 */
export async function postgresStore(options: PostgresStoreOptions): Promise<PostgresStore> {
  const connection = await open(options);
  // Migrating is the first to speak to the database, so what is wrong with it shows here.
  const problem = await migrate(connection.db);
  if (problem !== undefined) {
    await connection.close();
    throw explainOpening(problem, connection.name);
  }
  const { db } = connection;
  let closed: Promise<void> | undefined;
  return {
    ...createReads(db),
    commit: createCommit(db),
    claimDue: createClaimDue(db),
    forgetCommits: createForgetCommits(db),
    ping: () => ping(db),
    close: () => (closed ??= connection.close()),
  };
}

/** Tries once: who asks wants to know how it is now. */
async function ping(db: Connection["db"]): Promise<void> {
  try {
    await sql`select 1`.execute(db);
  } catch (error) {
    throw unavailable(error, 1);
  }
}

async function open(options: PostgresStoreOptions): Promise<Connection> {
  if ("dataDir" in options) return openFolder(options.dataDir);
  if ("inMemory" in options) return openInMemory();
  return openServer({ url: options.url, poolSize: options.poolSize ?? 10, answerTimeoutMs: 30_000 });
}
