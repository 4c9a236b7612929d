import { randomUUID } from "node:crypto";
import { Client } from "pg";
import { onTestFinished } from "vitest";

/** A database of a Citus cluster: its coordinator, or one of its workers. */
export const citusUrl = process.env["WONFLOW_TEST_CITUS_URL"];

interface ClusterNode {
  readonly groupid: number;
  readonly nodename: string;
  readonly nodeport: number;
}

async function run(url: string, statements: readonly string[]): Promise<readonly Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    let rows: readonly Record<string, unknown>[] = [];
    for (const statement of statements) ({ rows } = await client.query<Record<string, unknown>>(statement));
    return rows;
  } finally {
    await client.end();
  }
}

/** Nodes that tests add to several databases at once meet on what Citus writes for the whole server, such as roles. */
async function addNode(url: string, node: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await run(url, [`select citus_add_node(${node})`]);
      return;
    } catch (error) {
      if (tries === 5) throw error;
    }
  }
}

function urlOf(given: string, { node, database }: { readonly node?: ClusterNode; readonly database: string }): string {
  const url = new URL(given);
  url.pathname = `/${database}`;
  if (node !== undefined && node.groupid !== 0) url.host = `${node.nodename}:${node.nodeport}`;
  return url.href;
}

const findNodes =
  "select groupid, nodename, nodeport from pg_dist_node where noderole = 'primary' and isactive order by groupid";

export interface CitusDatabase {
  /** Of the coordinator. */
  readonly url: string;
  readonly workers: readonly string[];
}

/**
 * Makes a new database with Citus on every node of the cluster that `WONFLOW_TEST_CITUS_URL` names, whose user must be
 * a superuser there. It is gone when the test is over.
 */
export async function newCitusDatabase(given: string): Promise<CitusDatabase> {
  const name = `wonflow_test_${randomUUID().replaceAll("-", "")}`;
  const nodes = (await run(given, [findNodes])) as unknown as readonly ClusterNode[];
  const at = (node: ClusterNode, database: string) => urlOf(given, { node, database });
  const own = "set citus.enable_create_database_propagation = off";
  onTestFinished(async () => {
    for (const node of nodes) await run(at(node, "postgres"), [own, `drop database if exists ${name} with (force)`]);
  });
  for (const node of nodes) {
    await run(at(node, "postgres"), [own, `create database ${name} template template0`]);
    await run(at(node, name), ["create extension citus"]);
  }
  const url = urlOf(given, { database: name });
  const [coordinator, ...workers] = nodes;
  if (coordinator === undefined) throw new Error("the cluster has no coordinator");
  await run(url, [`select citus_set_coordinator_host('${coordinator.nodename}', ${coordinator.nodeport})`]);
  for (const { nodename, nodeport } of workers) await addNode(url, `'${nodename}', ${nodeport}`);
  return { url, workers: workers.map((node) => at(node, name)) };
}
