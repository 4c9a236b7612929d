import { StoreUnavailable } from "@wonflow/core";
import { Pool, type PoolClient } from "pg";
import { type Decide, type Journal, type JournalLine, oneAfterAnother } from "./journal.ts";

/** A second gateway over the same database has a journal of its own, such as `cards-second`. */
export type JournalName = "cards" | "payouts" | `cards-${string}`;

export interface DatabaseJournalOptions {
  /** The URL of a PostgreSQL server's database: `postgres://user:password@host:5432/database`. */
  readonly url: string;
  /** The journal, which has a table of its own; `cards` by default. At most 50 of `a–z 0–9 -`. */
  readonly name?: JournalName;
  /** The longest time of one statement, in milliseconds; 4,000 by default. */
  readonly answerTimeoutMs?: number;
}

const schema = "wonflow_sandbox";

/** Held during a turn at this table, until its transaction ends. */
function takeLock(table: string): string {
  return `select pg_advisory_xact_lock(hashtext('${table}'))`;
}

/** Held while any table is created, because the first one creates the schema. */
const takeCreatingLock = takeLock(`${schema}.cards`);

const connectTimeoutMs = 5_000;

/** Values per read, so that each statement ends within its time limit. */
const pageSize = 5_000;

/**
 * A journal in a database of a PostgreSQL server, for any number of processes. It creates a schema of its own,
 * `wonflow_sandbox`. A turn is one transaction.
 *
 * A turn rejects if a statement or connection takes too long. The server ends a process's transaction that idles in a
 * turn, so that the others can continue. A commit whose answer was lost ends before the next turn begins, because it
 * holds the lock.
 *
 * Rejects with `StoreUnavailable` when the database can't be reached, logged in to or written.
 *
 * @example
 * const journal = await databaseJournal({ url: "postgres://db/shop" });
 * const gateway = sandboxGateway({ clock, ids, journal });
 */
export async function databaseJournal(options: DatabaseJournalOptions): Promise<Journal> {
  const { url, name = "cards", answerTimeoutMs = 4_000 } = options;
  if (!/^[a-z0-9-]{1,50}$/.test(name)) throw new RangeError(`a journal can't be called ${name}: use a–z, 0–9 and -`);
  const table = `${schema}.${name.replaceAll("-", "_")}`;
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
      await client.query(create(table));
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

/** `read committed`, so that a read after taking the lock sees the newest values. */
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

/** An existing table needs no right to create one. `json`, because `jsonb` refuses some texts. */
function create(table: string): string {
  return `begin isolation level read committed; ${takeCreatingLock};
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
  // The pool replaces an idle connection that breaks; without a listener Node.js would end the process.
  pool.on("error", () => {});
  pool.on("connect", (client) => {
    client.on("error", () => {});
  });
  return pool;
}

/** Runs work on one connection. After a failure the connection is closed, which ends its transaction. */
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

const notAllowed = "42501";

function explainOpening(table: string, error: unknown): StoreUnavailable {
  const refused = error instanceof Error && "code" in error && error.code === notAllowed;
  const todo = refused
    ? `grant the user of the database URL the right to create the table ${table}, or to use the existing one`
    : "check that the database runs, and that its URL is right";
  const message = `The sandbox's journal can't be opened in the database (${reasonOf(error)}): ${todo}`;
  return new StoreUnavailable(message, { cause: error });
}

/** An error's message on one line, or its code: the error of several failed addresses has no message. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const text = error.message === "" && "code" in error ? String(error.code) : error.message;
  return text.replaceAll(/\s+/g, " ");
}
