import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";

import { localServer, type LocalServer } from "./local-server.ts";

/** Statements that end the remains of a broken move of a shard, which would keep the database from being dropped. */
const leftovers = `
  select format('rollback prepared %L', gid) as statement from pg_prepared_xacts where database = current_database()
  union all
  select unnest(array[
    format('alter subscription %I disable', subname),
    format('alter subscription %I set (slot_name = none)', subname),
    format('drop subscription %I', subname)])
  from pg_subscription where subdbid = (select oid from pg_database where datname = current_database())`;

const endSlots = `
  select pg_terminate_backend(active_pid) from pg_replication_slots
  where database = current_database() and active_pid is not null`;

const tries = 20;

/** Drops a database on every node, by its URL on each and that of the node's database `postgres`. */
async function dropDatabase(
  name: string,
  nodes: readonly { readonly url: string; readonly postgresUrl: string }[],
): Promise<void> {
  const there = [];
  for (const node of nodes) {
    const find = `select from pg_database where datname = '${name}'`;
    if ((await runAt(node.postgresUrl, [find])).length > 0) there.push(node);
  }
  for (const { url } of there) {
    for (const { statement } of await runAt(url, [leftovers])) await runAt(url, [ofThisNode, String(statement)]);
  }
  for (const { url, postgresUrl } of there) {
    await again(async () => {
      await runAt(url, [endSlots]);
      await runAt(postgresUrl, [onThisNode, `drop database ${name} with (force)`]);
    });
  }
}

/** Citus would run some of them everywhere. */
const ofThisNode = "set citus.enable_ddl_propagation = off";

async function again(work: () => Promise<void>): Promise<void> {
  for (let tried = 1; ; tried += 1) {
    try {
      await work();
      return;
    } catch (error) {
      if (tried === tries) throw error;
      await pause(250);
    }
  }
}

/** Each node makes and drops its database by itself, on every version of Citus. */
const onThisNode = "set citus.enable_create_database_propagation = off";

/** Runs statements on one connection, and answers the rows of the last. */
async function runAt(url: string, statements: readonly string[]): Promise<readonly Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  // A server that is killed meanwhile fails the statement, and nothing else.
  client.on("error", () => {});
  await client.connect();
  try {
    let rows: readonly Record<string, unknown>[] = [];
    for (const statement of statements) ({ rows } = await client.query<Record<string, unknown>>(statement));
    return rows;
  } finally {
    await client.end().catch(() => {});
  }
}

/** A server of a cluster. */
export interface CitusNode {
  /** Its host and port. */
  readonly name: string;
  /** Of its database `postgres`. */
  readonly url: string;
  /** Whether its server runs on this machine and can be killed. */
  readonly isHere: boolean;
  /**
   * Kills all processes of its server by SIGKILL, or a random session's process. Ends the sessions of all databases
   * but its own where the server is not here. Kills every database of the server: use clusters that are for tests.
   */
  kill(what?: "all" | "a session"): Promise<void>;
  /** Stops its processes for so many milliseconds: it answers nothing meanwhile. Does nothing where it is not here. */
  hang(ms: number): Promise<void>;
  /** Starts it again after all were killed, and resolves when it accepts connections. */
  start(): Promise<void>;
  /** Resolves when it accepts connections, as some time after a session's process was killed. */
  untilReady(): Promise<void>;
}

/** A database that has Citus on every node. */
export interface CitusDatabase {
  /** Of the coordinator. */
  readonly url: string;
  readonly workers: readonly string[];
  readonly drop: () => Promise<void>;
}

export interface CitusCluster {
  readonly coordinator: CitusNode;
  readonly workers: readonly CitusNode[];
  /** Creates a database with Citus and all workers. */
  newDatabase(name: string): Promise<CitusDatabase>;
  /** Drops every database, on every node, whose name begins so. */
  dropDatabases(prefix: string): Promise<void>;
}

interface Place {
  readonly host: string;
  readonly port: number;
}

/**
 * Knows a cluster of Citus by the URL of a database of its coordinator. The user must be a superuser on every node, as
 * databases for tests are made on each.
 *
 * Rejects with an error that says what to do where the database can't be reached, has no Citus or no worker, belongs to
 * a worker, or where the user is no superuser.
 *
 * Needs the package `pg`.
 *
 * @example
 * const cluster = await citusCluster("postgres://postgres@127.0.0.1:5432/postgres");
 * const { url, drop } = await cluster.newDatabase("wonflow_test_1");
 * await drop();
 */
export async function citusCluster(url: string): Promise<CitusCluster> {
  const { coordinator, workers } = await findNodes(url);
  const at = ({ host, port }: Place, database: string) => urlOf(url, { host, port, database });
  const open = (place: Place) => openNode(place, at(place, "postgres"));
  const nodes = [coordinator, ...workers];
  const drop = (name: string) =>
    dropDatabase(
      name,
      nodes.map((node) => ({ url: at(node, name), postgresUrl: at(node, "postgres") })),
    );
  return {
    coordinator: await open(coordinator),
    workers: await Promise.all(workers.map(open)),
    async newDatabase(name) {
      for (const node of nodes) {
        await runAt(at(node, "postgres"), [onThisNode, `create database ${name} template template0`]);
        await runAt(at(node, name), ["create extension citus"]);
      }
      const made = at(coordinator, name);
      await runAt(made, [`select citus_set_coordinator_host('${coordinator.host}', ${coordinator.port})`]);
      for (const worker of workers) await addNode(made, worker);
      return {
        url: made,
        workers: workers.map((node) => at(node, name)),
        drop: () => drop(name),
      };
    },
    async dropDatabases(prefix) {
      const find = `select datname as name from pg_database where starts_with(datname, '${prefix}')`;
      for (const node of nodes) {
        for (const { name } of await runAt(at(node, "postgres"), [find])) await drop(String(name));
      }
    },
  };
}

function urlOf(given: string, { host, port, database }: Place & { readonly database: string }): string {
  const url = new URL(given);
  url.hostname = host;
  url.port = String(port);
  url.pathname = `/${database}`;
  return url.href;
}

const describe = `
  select exists (select from pg_extension where extname = 'citus') as has_citus,
    (select rolsuper from pg_roles where rolname = current_user) as is_superuser, current_user as user`;

const listNodes = `
  select groupid as group, nodename as host, nodeport as port, shouldhaveshards as has_shards
  from pg_dist_node where noderole = 'primary' and isactive order by groupid`;

interface Nodes {
  readonly coordinator: Place;
  readonly workers: readonly Place[];
}

async function findNodes(given: string): Promise<Nodes> {
  if (!/^postgres(?:ql)?:$/.test(URL.parse(given)?.protocol ?? "")) {
    throw new Error("The URL of a cluster must look like postgres://user@host:5432/database");
  }
  const url = new URL(given);
  const name = `${url.host}${url.pathname}`;
  const [found] = await runAt(given, [describe]).catch((error: unknown) => {
    throw new Error(`Can't reach ${name} (${reasonOf(error)}): start the coordinator, or name another`);
  });
  if (found?.["has_citus"] !== true) {
    throw new Error(`${name} has no Citus: make its extension there, and add workers by citus_add_node`);
  }
  if (found["is_superuser"] !== true) {
    throw new Error(`${String(found["user"])} is no superuser of ${name}: tests make databases on every node`);
  }
  const [local] = await runAt(given, ["select groupid as group from pg_dist_local_group"]);
  if (local?.["group"] !== 0) throw new Error(`${name} is a worker: name a database of the coordinator`);
  const rows = await runAt(given, [listNodes]);
  const placeOf = (row: Record<string, unknown>) => ({ host: String(row["host"]), port: Number(row["port"]) });
  const workers = rows.filter((row) => row["group"] !== 0 && row["has_shards"] === true).map(placeOf);
  if (workers.length === 0) throw new Error(`${name} has no worker that takes shards: add some by citus_add_node`);
  const listed = rows.filter((row) => row["group"] === 0).map(placeOf)[0];
  // Tests reach the coordinator as their URL does. Workers may know it by another name.
  return { coordinator: listed ?? { host: url.hostname, port: Number(url.port || "5432") }, workers };
}

/** A name that has several addresses fails with an error for each. */
function reasonOf(error: unknown): string {
  const errors: readonly unknown[] = error instanceof AggregateError ? error.errors : [error];
  const [first] = errors;
  return first instanceof Error ? first.message : String(first);
}

/** Nodes that are added to several databases at once meet on what Citus writes for the whole server, such as roles. */
async function addNode(url: string, { host, port }: Place): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await runAt(url, [`select citus_add_node('${host}', ${port})`]);
      return;
    } catch (error) {
      if (tries === 5) throw error;
    }
  }
}

const loopback = new Set(["localhost", "127.0.0.1", "[::1]", "::1"]);

const endSessions = `
  select pg_terminate_backend(pid) from pg_stat_activity
  where backend_type = 'client backend' and pid <> pg_backend_pid()`;

/** How long a server may take to recover. */
const recoveryMs = 120_000;

async function openNode(place: Place, url: string): Promise<CitusNode> {
  const server = await serverAt(place, url);
  return {
    name: `${place.host}:${place.port}`,
    url,
    isHere: server !== undefined,
    async kill(what = "all") {
      if (server === undefined) await runAt(url, [endSessions]);
      else await server.kill(what);
    },
    async hang(ms) {
      await server?.hang(ms);
    },
    async start() {
      await server?.start();
      await untilReady(url);
    },
    untilReady: () => untilReady(url),
  };
}

async function serverAt({ host, port }: Place, url: string): Promise<LocalServer | undefined> {
  if (!loopback.has(host)) return undefined;
  const [found] = await runAt(url, ["select current_setting('data_directory') as folder"]);
  return localServer({ dataFolder: String(found?.["folder"]), port });
}

async function untilReady(url: string): Promise<void> {
  const began = performance.now();
  for (;;) {
    try {
      await runAt(url, ["select 1"]);
      return;
    } catch (error) {
      if (performance.now() - began > recoveryMs) throw error;
    }
    await pause(20);
  }
}
