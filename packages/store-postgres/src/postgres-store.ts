import { setTimeout as pause } from "node:timers/promises";
import type { RateLimiter, Store, StoreUnavailable } from "@wonflow/core";
import { sql, type Kysely } from "kysely";
import { openCitusStore } from "./citus/citus-store.ts";
import { distribute, readyForMigrations, type CitusState } from "./citus/distribute.ts";
import { createClaimDue } from "./claim-due.ts";
import { createCommit } from "./commit.ts";
import type { Connection } from "./connection/connection.ts";
import { openFolder, openInMemory } from "./connection/embedded.ts";
import { explainOpening } from "./connection/explain.ts";
import { openServer } from "./connection/server.ts";
import { createRateLimiter } from "./rate-limiter.ts";
import { observedBatches, type ObservedBatches } from "./observed-batches.ts";
import { createReads } from "./reads.ts";
import { unavailable, withRetries } from "./retry.ts";
import { migrate } from "./schema/migrations.ts";
import type { Tables } from "./schema/tables.ts";

const answerTimeoutMs = 4_000;

/** A migration waits no longer than 30 s for a lock, as commits queue behind it; with the lock it may rewrite a large table. */
const migrating = { answerTimeoutMs: 60_000, workTimeoutMs: 60 * 60_000 };

/** How long a database may take to answer a readiness check, which comes every few seconds. */
const pingTimeoutMs = 1_500;

/** A folder, made if need be; this process's memory; or a server's URL, with up to `poolSize` connections (10), on Citus for each node. */
export type PostgresStoreOptions =
  | {
      readonly dataDir: string;
      /**
       * Called once if the folder is lost: it was removed, or another process took it over. It is never regained: every
       * later call is rejected with `StoreUnavailable`. A warning of the process by default.
       */
      readonly onLost?: (error: StoreUnavailable) => void;
    }
  | { readonly inMemory: true }
  | { readonly url: string; readonly poolSize?: number };

/** The store port on PostgreSQL, and what runs around it. */
export interface PostgresStore extends Store {
  /** How merchants were spread over Citus when the store was opened; undefined without Citus. */
  readonly citus: CitusState | undefined;
  /** Counts requests for all processes that share the database, in a table beside the store's. */
  readonly rateLimiter: RateLimiter;
  /** Resolves when the database answers; rejects with `StoreUnavailable` otherwise, after 1.5 seconds at most. For readiness checks. */
  ping(): Promise<void>;
  /** Waits for the calls under way and closes all connections. The folder may then have another owner. */
  close(): Promise<void>;
}

/**
 * Opens a store on PostgreSQL and brings its tables, in a schema `wonflow`, up to date. Embedded and
 * server databases run the same SQL. Any number of processes may share a server's database; a folder
 * has one owner. An embedded database is not safe against loss of power. Where a server's database has
 * Citus and workers, the first process that opens it places the merchants on them, as docs/scaling.md says.
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
  const { connection, citus, nodes } = await open(options);
  const { db } = connection;
  const batches = observedBatches();
  const store = nodes === undefined ? createStore(db, batches) : await openCitusStore(connection, batches, nodes);
  let closed: Promise<unknown> | undefined;
  return {
    ...store,
    citus,
    rateLimiter: createRateLimiter(db),
    ping: createPing(db),
    async close() {
      batches.close();
      await (closed ??= Promise.all([store.close(), connection.close()]));
    },
  };
}

function createStore(db: Connection["db"], batches: ObservedBatches): Store & { close(): Promise<void> } {
  return {
    ...createReads(db),
    commit: createCommit(db, batches),
    claimDue: createClaimDue(db),
    purgeCommits: createPurgeCommits(db),
    close: async () => {},
  };
}

/** Calls at once share one question, so that checks never take all connections to a database that hangs. */
function createPing(db: Connection["db"]): () => Promise<void> {
  let asking: Promise<unknown> | undefined;
  return async () => {
    asking ??= sql`select 1`.execute(db).finally(() => (asking = undefined));
    const patience = new AbortController();
    const tooLate = pause(pingTimeoutMs, undefined, { signal: patience.signal }).then(() => {
      throw new Error(`nothing came within ${pingTimeoutMs} ms`);
    });
    try {
      await Promise.race([asking, tooLate]);
    } catch (error) {
      throw unavailable(error, 1);
    } finally {
      patience.abort();
    }
  };
}

interface Opened {
  readonly connection: Connection;
  readonly citus?: CitusState | undefined;
  /** Opens connections of a node's own; undefined if all merchants are in one database. */
  readonly nodes?: () => Connection;
}

async function open(options: PostgresStoreOptions): Promise<Opened> {
  if ("dataDir" in options) return { connection: await migrated(await openFolder(options.dataDir, options.onLost)) };
  if ("inMemory" in options) return { connection: await migrated(await openInMemory()) };
  const { url, poolSize = 10 } = options;
  // A migration may take longer than the statement of a request.
  const first = openServer({ url, poolSize: 1, ...migrating });
  await explained(first, () => readyForMigrations(first.db));
  await migrated(first);
  const citus = await explained(first, () => distribute(first.db));
  await first.close();
  const connect = () => openServer({ url, poolSize, answerTimeoutMs });
  return { connection: connect(), citus, ...(citus?.isDistributed === true && { nodes: connect }) };
}

/** Does something that opens a connection; closes it where that fails, and says what to do about it. */
async function explained<T>(connection: Connection, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await connection.close();
    throw explainOpening(error, connection.name);
  }
}

/** A database that can't be used shows here at the latest. */
async function migrated(connection: Connection): Promise<Connection> {
  const problem = await migrate(connection.db);
  if (problem === undefined) return connection;
  await connection.close();
  throw explainOpening(problem, connection.name);
}

/** Small batches keep each delete short, so that no commit waits for one. */
const batchSize = 10_000;

/** The store port's `purgeCommits`. The ids of ledger entries stay with the entries. */
function createPurgeCommits(db: Kysely<Tables>): Store["purgeCommits"] {
  return async ({ before, limit }) => {
    let purged = 0;
    while (purged < limit) {
      const batch = Math.min(batchSize, limit - purged);
      const deleted = await withRetries(() => deleteBatch(db, before, batch));
      purged += deleted;
      if (deleted < batch) break;
    }
    return purged;
  };
}

async function deleteBatch(db: Kysely<Tables>, before: number, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from wonflow.commits where ctid = any (array(
      select ctid from wonflow.commits where at < ${before} limit ${limit} for update skip locked
    ))
  `.execute(db);
  return Number(numAffectedRows);
}
