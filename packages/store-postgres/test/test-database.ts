import { randomUUID } from "node:crypto";
import { Client } from "pg";
import { inject, onTestFinished } from "vitest";
import "./postgres-server-setup.ts";

/**
 * Makes a new empty database on the tests' server and answers its URL. It is gone after the run. It orders texts as a
 * language does, so that SQL which relies on the order of bytes and does not say so fails.
 */
export async function newDatabase(): Promise<string> {
  const name = inject("databasePrefix") + randomUUID().replaceAll("-", "");
  const order = "template template0 locale_provider icu icu_locale 'en-US'";
  await query(inject("postgresUrl"), `create database ${name} ${order}`);
  const url = new URL(inject("postgresUrl"));
  url.pathname = `/${name}`;
  return url.href;
}

/** Runs one statement on a connection of its own. */
export async function query(url: string, statement: string): Promise<readonly Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}

/** A connection of its own that lasts until the test is over. */
export async function session(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

/** Resolves when a session of the store waits for a lock. */
export async function untilWaiting(client: Client): Promise<void> {
  const waiting = `select from pg_stat_activity
    where datname = current_database() and application_name = 'wonflow' and wait_event_type = 'Lock'`;
  while ((await client.query(waiting)).rowCount === 0);
}
