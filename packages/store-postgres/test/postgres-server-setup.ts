import { citusCluster } from "@wonflow/testkit/citus";
import { startPostgres } from "@wonflow/testkit/postgres";
import { Client } from "pg";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** A server's database in which tests may create databases. */
    readonly postgresUrl: string;
    /** What the names of all databases begin with that a run creates. */
    readonly databasePrefix: string;
  }
}

/**
 * Runs one server for all test files of a run; each file creates the databases that it needs. With
 * `WONFLOW_TEST_DATABASE_URL` they are created on that server, and dropped when the run is over; so are those on a
 * cluster.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const prefix = `wonflow_test_${process.pid}_${Date.now().toString(36)}_`;
  project.provide("databasePrefix", prefix);
  const stop = await provideServer(project, prefix);
  return async () => {
    await stop();
    const cluster = process.env["WONFLOW_TEST_CITUS_URL"];
    if (cluster !== undefined) await (await citusCluster(cluster)).dropDatabases(prefix);
  };
}

async function provideServer(project: TestProject, prefix: string): Promise<() => Promise<void>> {
  const given = process.env["WONFLOW_TEST_DATABASE_URL"];
  if (given !== undefined) {
    project.provide("postgresUrl", given);
    return () => dropDatabases(given, prefix);
  }
  const server = await startPostgres();
  project.provide("postgresUrl", server.url);
  return server.stop;
}

async function dropDatabases(url: string, prefix: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const find = "select datname from pg_database where starts_with(datname, $1)";
  const { rows } = await client.query<{ readonly datname: string }>(find, [prefix]);
  for (const { datname } of rows) await client.query(`drop database ${datname} with (force)`);
  await client.end();
}
