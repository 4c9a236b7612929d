import { citusCluster } from "@wonflow/testkit/citus";
import { expect, inject, test } from "vitest";
import { citusUrl } from "../../test/citus-database.ts";
import { query } from "../../test/test-database.ts";

test.each([
  ["another protocol", "mysql://user:secret@there/db", /must look like postgres:/],
  ["a closed port", "postgres://user:secret@127.0.0.1:1/db", /reach 127\.0\.0\.1:1\/db \(.*\): start/],
])("a cluster by %s is refused with what to do, and without the password", async (_, url, message) => {
  const error: unknown = await citusCluster(url).catch((reason: unknown) => reason);
  expect(String(error)).toMatch(message);
  expect(String(error)).not.toContain("secret");
});

test("a server without Citus is no cluster", async () => {
  await expect(citusCluster(inject("postgresUrl"))).rejects.toThrow(/has no Citus: make its extension there/);
});

test.skipIf(citusUrl === undefined)("a worker is refused as a coordinator, and a user as a superuser", async () => {
  const cluster = await citusCluster(citusUrl ?? "");
  const { url, workers, drop } = await cluster.newDatabase(`${inject("databasePrefix")}cluster`);
  await expect(citusCluster(workers[0] ?? "")).rejects.toThrow(/is a worker: name a database of the coordinator/);
  const role = `wonflow_poor_${process.pid}`;
  await query(url, `create role ${role} login`);
  const poor = Object.assign(new URL(url), { username: role }).href;
  // A cluster that asks for passwords does not let it in.
  await expect(citusCluster(poor)).rejects.toThrow(/is no superuser|Can't reach/);
  await query(url, `drop role ${role}`);
  await drop();
});
