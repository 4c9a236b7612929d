import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { credit, debit } from "@wonflow/core";
import { afterEach, beforeEach, expect, test } from "vitest";
import { StoreUnavailable } from "./errors.ts";
import { postgresStore } from "./postgres-store.ts";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "wonflow-folder-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test("a folder keeps everything when it is closed and opened again", async () => {
  const dataDir = join(folder, "made", "by us");
  const key = { kind: "order", id: "A-1" };
  const postings = [debit("bank", 5), credit("available", 5)];
  const changeSet = {
    id: "c1",
    tenant: "1:test",
    at: 1,
    expect: [{ key, version: "absent" }],
    writes: [{ key, body: { name: "n" }, dueAt: 7, place: { list: "orders", position: "1" } }],
    reference: "r",
    postings,
    floors: [],
    tallies: [],
  } as const;
  const first = await postgresStore({ dataDir });
  await first.commit(changeSet);
  await first.close();
  await first.close();

  const second = await postgresStore({ dataDir });
  const request = { keys: [key], accounts: ["available"] } as const;
  const snapshot = await second.read("1:test", request);
  expect(snapshot).toMatchObject({ records: [{ key, body: { name: "n" }, dueAt: 7 }], balances: { available: 5 } });
  expect(await second.entries("1:test", "r")).toEqual([{ commitId: "c1", at: 1, reference: "r", postings }]);
  expect(await second.commit(changeSet)).toMatchObject({ status: "committed" });
  expect(await second.read("1:test", request)).toEqual(snapshot);
  expect(await second.list("1:test", { list: "orders", limit: 5, order: "ascending" })).toEqual(snapshot.records);
  expect(await second.listDue("order", 5)).toHaveLength(1);
  await second.close();
});

test("a folder that can't be made is refused in one line that names it", async () => {
  const file = join(folder, "a file");
  await writeFile(file, "");
  const error: unknown = await postgresStore({ dataDir: join(file, "data") }).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(StoreUnavailable);
  expect(String(error)).toContain(join(file, "data"));
  expect(String(error)).not.toContain("\n");
});

test("a folder with something else in it is refused, and not left locked", async () => {
  await writeFile(join(folder, "postgres"), "not a database");
  const error: unknown = await postgresStore({ dataDir: folder }).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(StoreUnavailable);
  expect(String(error)).not.toContain("\n");
  expect(await readdir(folder)).toEqual(["postgres"]);
});
