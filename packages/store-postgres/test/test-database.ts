import "./postgres-server-setup.ts";
import { randomUUID } from "node:crypto";
import { Client } from "pg";
import { inject, onTestFinished } from "vitest";
import { citusUrl, newCitusDatabase } from "./citus-database.ts";

/**
 * Whether the tests of a server run on Citus: with `WONFLOW_TEST_SERVER=citus`, on that of `WONFLOW_TEST_CITUS_URL`.
 * Those are left out there that look into a single server.
 */
export const isOnCitus = process.env["WONFLOW_TEST_SERVER"] === "citus";

/**
 * Makes a new empty database on the tests' server and answers its URL. It is gone after the run. It orders texts as a
 * language does, so that SQL which relies on the order of bytes and does not say so fails.
 */
export async function newDatabase(): Promise<string> {
  if (isOnCitus) return (await newCitusDatabase(citusUrl ?? "")).url;
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

/** A session on each server of a database: its own, or all nodes of Citus. */
async function sessionsOfNodes(url: string): Promise<readonly Client[]> {
  if (!isOnCitus) return [await session(url)];
  const nodes = await query(url, "select nodename as host, nodeport as port from pg_dist_node");
  return Promise.all(
    nodes.map(({ host, port }) => {
      const node = new URL(url);
      node.host = `${String(host)}:${String(port)}`;
      return session(node.href);
    }),
  );
}

/** Sessions of stores that wait for a lock, also those that Citus opens on its workers for them. */
const waiting = `select from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'
    and (application_name = 'wonflow' or application_name like 'citus_internal%')`;

async function countWaiting(nodes: readonly Client[]): Promise<number> {
  const counts = await Promise.all(nodes.map(async (node) => (await node.query(waiting)).rowCount ?? 0));
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Resolves when a session of the store waits for a lock. */
export async function untilWaiting(url: string): Promise<void> {
  const nodes = await sessionsOfNodes(url);
  while ((await countWaiting(nodes)) === 0);
}

/** A gate at which sessions that write certain rows wait until it is opened. */
interface Gate {
  /** Resolves once `count` sessions of stores wait for a lock. */
  untilWaiting(count: number): Promise<void>;
  open(): Promise<void>;
}

/** Closes a gate in a database, for the rows that a trigger names. */
export async function closeGate(url: string, trigger: { readonly on: string; readonly when: string }): Promise<Gate> {
  const making = await session(url);
  await making.query(
    `create function pass_gate() returns trigger language plpgsql as $$
      begin perform pg_advisory_xact_lock_shared(7); return new; end $$`,
  );
  // Without this setting Citus refuses triggers; PostgreSQL keeps it as the setting of an extension that it has not got.
  await making.query("set citus.enable_unsafe_triggers = on");
  await making.query(
    `create trigger pass_gate ${trigger.on} for each row when (${trigger.when}) execute function pass_gate()`,
  );
  const nodes = await sessionsOfNodes(url);
  for (const node of nodes) await node.query("select pg_advisory_lock(7)");
  return {
    async untilWaiting(count) {
      while ((await countWaiting(nodes)) !== count);
    },
    async open() {
      for (const node of nodes) await node.query("select pg_advisory_unlock(7)");
    },
  };
}
