import { startPostgres } from "@wonflow/testkit/postgres";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** A server's database in which tests may create databases. */
    readonly postgresUrl: string;
  }
}

/** Runs one server for all test files of a run: each makes the databases that it needs. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres();
  project.provide("postgresUrl", server.url);
  return server.stop;
}
