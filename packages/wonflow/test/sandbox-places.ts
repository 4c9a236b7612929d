import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPostgres, type TestPostgres } from "@wonflow/testkit/postgres";
import { Client } from "pg";
import { afterAll, beforeAll, onTestFinished } from "vitest";

/** Places where a sandbox may keep its record, for the tests of a file; its server runs as long as they do. */
export function sandboxPlaces() {
  let postgres: TestPostgres;
  let databases = 0;
  beforeAll(async () => {
    postgres = await startPostgres();
  }, 60_000);
  afterAll(() => postgres.stop());

  async function query(url: string, statement: string): Promise<readonly unknown[]> {
    const client = new Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query<Record<string, unknown>>(statement);
    await client.end();
    return rows;
  }

  return {
    query,
    /** The URL of an empty database. */
    async newDatabase(): Promise<string> {
      const name = `sandbox_${(databases += 1)}`;
      await query(postgres.url, `create database ${name}`);
      return postgres.url.replace(/postgres$/, name);
    },
    /** A folder that does not exist yet. */
    async newFolder(): Promise<string> {
      const folder = await mkdtemp(join(tmpdir(), "wonflow-sandbox-"));
      onTestFinished(() => rm(folder, { recursive: true }));
      return join(folder, "made by us");
    },
  };
}
