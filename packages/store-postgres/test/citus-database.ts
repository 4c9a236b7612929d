import { citusCluster, type CitusDatabase } from "@wonflow/testkit/citus";
import { randomUUID } from "node:crypto";
import { inject, onTestFinished } from "vitest";
import "./postgres-server-setup.ts";

/** A database of a Citus cluster, of its coordinator. */
export const citusUrl = process.env["WONFLOW_TEST_CITUS_URL"];

/**
 * Makes a new database with Citus on every node of the cluster that `WONFLOW_TEST_CITUS_URL` names, whose user must be
 * a superuser there. It is gone when the test is over, or after the run where a hook has made it.
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
