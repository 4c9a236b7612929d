import { citusCluster, type CitusDatabase } from "@wonflow/testkit/citus";
import { randomUUID } from "node:crypto";
import { Client } from "pg";
import { inject, onTestFinished } from "vitest";
import "./postgres-server-setup.ts";

/** A database of a Citus cluster, of its coordinator. */
export const citusUrl = process.env["WONFLOW_TEST_CITUS_URL"];

/**
 * Creates a database with Citus on every node of the cluster that `WONFLOW_TEST_CITUS_URL` names, whose user must be a
 * superuser there. It is dropped after the test, or after the run if a hook has created it.
 */
export async function newCitusDatabase(given: string): Promise<CitusDatabase> {
  const cluster = await citusCluster(given);
  const database = await cluster.newDatabase(inject("databasePrefix") + randomUUID().replaceAll("-", ""));
  try {
    onTestFinished(() => database.drop());
  } catch {
    // Nothing knows here when the tests of the hook are over.
  }
  return database;
}

async function run(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Such a database that belongs to a new role, which may do nothing else; `own` is its URL as that role. */
export async function newOwnedCitusDatabase(given: string): Promise<CitusDatabase & { readonly own: string }> {
  const role = `wonflow_owner_${randomUUID().replaceAll("-", "")}`;
  const nodes: string[] = [];
  // It owns the database until that is gone.
  onTestFinished(async () => {
    for (const node of nodes) await run(node, `drop role if exists ${role}`);
  });
  const database = await newCitusDatabase(given);
  const { url, workers } = database;
  const name = new URL(url).pathname.slice(1);
  await run(url, `create role ${role} login`);
  for (const each of [url, ...workers]) {
    nodes.push(Object.assign(new URL(each), { pathname: "/postgres" }).href);
    await run(each, `set citus.enable_ddl_propagation = off; alter database ${name} owner to ${role}`);
  }
  return { ...database, own: Object.assign(new URL(url), { username: role }).href };
}
