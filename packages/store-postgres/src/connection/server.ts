import {
  Kysely,
  PostgresDialect,
  type PostgresCursor,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
} from "kysely";
import { Pool, TypeOverrides, type PoolClient } from "pg";
import { StoreUnavailable, endsSession } from "../errors.ts";
import { schemaName } from "../schema/sql.ts";
import type { Tables } from "../schema/tables.ts";
import type { Connection } from "./connection.ts";

/** How long a connection may take to be made before the server counts as away. */
const connectTimeoutMs = 5_000;

const int8Oid = 20;

/** Every bigint column is checked to fit into a JavaScript number. */
const numbersForBigints = new TypeOverrides();
numbersForBigints.setTypeParser(int8Oid, Number);

interface ServerOptions {
  readonly url: string;
  readonly poolSize: number;
  /** How long a statement may take before its connection counts as lost; it waits for a lock half as long. */
  readonly answerTimeoutMs: number;
  /** How long a statement may run that does a lot; its wait for a lock stays as above. */
  readonly workTimeoutMs?: number;
}

/** A pool of connections to a server. It connects when it is first used. */
export function openServer(options: ServerOptions): Connection {
  const name = describe(options.url);
  const { answerTimeoutMs, workTimeoutMs = answerTimeoutMs } = options;
  const pool = new Pool({
    connectionString: options.url,
    max: options.poolSize,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: workTimeoutMs,
    // The server gives up before us, so that a statement without a caller holds no connection and no lock there.
    statement_timeout: Math.round(workTimeoutMs * 0.9),
    lock_timeout: Math.round(answerTimeoutMs / 2),
    idle_in_transaction_session_timeout: answerTimeoutMs * 2,
    keepAlive: true,
    types: numbersForBigints,
    fallback_application_name: "wonflow",
  });
  // An idle connection that breaks is replaced; without listeners Node would end the process.
  pool.on("error", () => {});
  pool.on("connect", (client) => {
    client.on("error", () => {});
  });
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: watchedPool(pool) }) });
  return { db, name, close: () => db.destroy() };
}

function describe(url: string): string {
  if (!URL.canParse(url) || !/^postgres(ql)?:$/.test(new URL(url).protocol)) {
    throw new StoreUnavailable(
      "The database URL is malformed: it must look like postgres://user:password@host:5432/database, " +
        "with special characters of the password percent-encoded",
    );
  }
  const { host, pathname } = new URL(url);
  return `postgres://${host}${pathname}`;
}

/** The pool, which drops a connection that failed or did not answer in time. */
function watchedPool(pool: Pool): PostgresPool {
  return {
    options: pool.options,
    connect: async () => watched(await pool.connect()),
    end: () => pool.end(),
  };
}

/**
 * The names by which calls of our functions are prepared, so that the server parses each of them once a connection.
 * Other statements are not prepared: their plans would stay those that were right when the tables were small.
 */
const names = new Map<string, string>();

function nameOf(statement: string): string | undefined {
  if (!statement.startsWith(`select * from ${schemaName}.`)) return undefined;
  const name = names.get(statement) ?? `wonflow_${names.size}`;
  names.set(statement, name);
  return name;
}

function watched(client: PoolClient): PostgresPoolClient {
  let broken = false;

  async function run(text: string, values: unknown[]): Promise<unknown> {
    const name = nameOf(text);
    try {
      return await client.query({ text, values, ...(name === undefined ? {} : { name }) });
    } catch (error) {
      broken ||= endsSession(error);
      throw error;
    }
  }
  function query<R>(statement: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  function query(statement: unknown, parameters: readonly unknown[] = []): unknown {
    if (typeof statement !== "string") throw new TypeError("this pool has no cursors");
    return run(statement, [...parameters]);
  }
  return { query, release: (destroy = false) => client.release(destroy || broken) };
}
