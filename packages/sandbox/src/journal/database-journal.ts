import { StoreUnavailable } from "@wonflow/core";
import { Pool, type PoolClient } from "pg";
import type { Decide, Journal, JournalLine } from "./journal.ts";
import { oneAfterAnother } from "./one-after-another.ts";

/** The journals that a database may hold. */
export type JournalName = "cards" | "payouts";

export interface DatabaseJournalOptions {
  /** The URL of a PostgreSQL server's database: `postgres://user:password@host:5432/database`. */
  readonly url: string;
  /** Which of the sandbox's journals: each is a table of its own. `cards` by default. */
  readonly name?: JournalName;
  /** How long one statement of a turn may take, in milliseconds; 4,000 by default. */
  readonly answerTimeoutMs?: number;
}

const schema = "wonflow_sandbox";

/** Held by whoever has a turn at this table. It ends with its transaction. */
function takeLock(table: string): string {
  return `select pg_advisory_xact_lock(hashtext('${table}'))`;
}

/** Held while any table is made: the schema is made with the first. */
const takeMakingLock = takeLock(`${schema}.cards`);

/** How long a connection may take to be made. */
const connectTimeoutMs = 5_000;

/** So many values are read at a time, for which a statement has time enough. */
const pageSize = 5_000;

/**
 * A journal in a database of a PostgreSQL server, for any number of processes: in a schema of its own,
 * `wonflow_sandbox`, which is made if need be. A turn is one transaction.
 *
 * A statement or connection that takes too long counts as lost, and its turn rejects. Who stands still in
 * the middle of a turn is cut off by the server, so that the others can go on. A commit whose answer was
 * lost is over before the next turn begins, as it held the lock.
 *
 * Rejects with `StoreUnavailable` when the database can't be reached, logged in to or written.
 *
 * @example
 * const network = sandboxCardNetwork({ clock, ids, journal: await databaseJournal({ url: "postgres://db/shop" }) });
 */
export async function databaseJournal(options: DatabaseJournalOptions): Promise<Journal> {
  const { url, name = "cards", answerTimeoutMs = 4_000 } = options;
  const table = `${schema}.${name}`;
  const pool = openPool(url, answerTimeoutMs);
  const next = oneAfterAnother();
  let closed: Promise<void> | undefined;
  const close = () => (closed ??= next(() => pool.end()));

  async function take(client: PoolClient, known: number, decide: Decide): Promise<void> {
    await client.query(begin(table, answerTimeoutMs));
    const news = await readAfter(client, table, known);
    const values = decide(news).map((value) => JSON.stringify(value));
    if (values.length > 0) await client.query(insertInto(table), [known + news.length, values]);
    await client.query("commit");
  }

  try {
    const opened = await inSession(pool, async (client) => {
      await client.query(make(table));
      return readAfter(client, table, 0);
    });
    return {
      replay: () => opened,
      read: (known) => next(() => inSession(pool, (client) => readAfter(client, table, known))),
      turn: (known, decide) => next(() => inSession(pool, (client) => take(client, known, decide))),
      close,
    };
  } catch (error) {
    await close();
    throw explainOpening(table, error);
  }
}

/** `read committed`, so that what is read after the lock was taken is the newest. */
function begin(table: string, answerTimeoutMs: number): string {
  return [
    "begin isolation level read committed",
    `set local statement_timeout = ${answerTimeoutMs}`,
    `set local idle_in_transaction_session_timeout = ${answerTimeoutMs}`,
    takeLock(table),
  ].join(";");
}

/** Positions have no gaps, so the last one is the number of values. */
function insertInto(table: string): string {
  return `insert into ${table} (position, value)
    select $1::bigint + n, text::json from unnest($2::text[]) with ordinality as entry (text, n)`;
}

async function readAfter(client: PoolClient, table: string, known: number): Promise<readonly JournalLine[]> {
  const select = `select value from ${table} where position > $1 order by position limit ${pageSize}`;
  const lines: JournalLine[] = [];
  for (;;) {
    const { rows } = await client.query<{ readonly value: unknown }>(select, [known + lines.length]);
    for (const { value } of rows) lines.push({ where: `${table}:${known + lines.length + 1}`, value });
    if (rows.length < pageSize) return lines;
  }
}

/**
 * Makes the table where there is none; any number of processes may start at once. Whoever was given a schema,
 * or a table, need not have the right to make one. `json` keeps a text as it is: `jsonb` refuses some.
 */
function make(table: string): string {
  return `begin isolation level read committed; ${takeMakingLock};
    do $$ begin
      if to_regclass('${table}') is null then
        if to_regnamespace('${schema}') is null then create schema ${schema}; end if;
        create table ${table} (position bigint primary key, value json not null);
      end if;
    end $$;
    commit`;
}

function openPool(url: string, answerTimeoutMs: number): Pool {
  const pool = new Pool({
    connectionString: url,
    max: 1,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: answerTimeoutMs,
    keepAlive: true,
    fallback_application_name: "wonflow sandbox",
  });
  // A connection that breaks while nobody uses it is replaced; without listeners Node would end the process.
  pool.on("error", () => {});
  pool.on("connect", (client) => {
    client.on("error", () => {});
  });
  return pool;
}

/** Does some work on the one connection, which is not used again after a failure: that ends its transaction. */
async function inSession<Answer>(pool: Pool, work: (client: PoolClient) => Promise<Answer>): Promise<Answer> {
  const client = await pool.connect();
  try {
    const answer = await work(client);
    client.release();
    return answer;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/** The server's answer to who may not do something. */
const notAllowed = "42501";

function explainOpening(table: string, error: unknown): StoreUnavailable {
  const refused = error instanceof Error && "code" in error && error.code === notAllowed;
  const todo = refused
    ? `grant the user of the database URL the right to create the table ${table}, or to use the one that is there`
    : "check that the database runs, and that its URL is right";
  const message = `The sandbox's book can't be opened in the database (${reasonOf(error)}): ${todo}`;
  return new StoreUnavailable(message, { cause: error });
}

/** An error's message on one line; the error of several failed addresses has only a code. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const text = error.message === "" && "code" in error ? String(error.code) : error.message;
  return text.replaceAll(/\s+/g, " ");
}
