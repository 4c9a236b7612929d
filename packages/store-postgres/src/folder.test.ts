import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { credit, debit } from "@wonflow/core";
import { afterEach, beforeEach, expect, test } from "vitest";
import { DataFolderInUse, StoreUnavailable } from "./errors.ts";
import { lockFolder } from "./connection/folder-lock.ts";
import { postgresStore } from "./postgres-store.ts";

const timeout = 30_000;
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "wonflow-folder-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A process that does nothing until its input ends. */
async function otherProcess(): Promise<{ readonly pid: number; end(): Promise<void> }> {
  const child = spawn(process.execPath, ["-e", "process.stdin.resume()"], { stdio: ["pipe", "ignore", "ignore"] });
  await once(child, "spawn");
  const end = async () => {
    const exit = once(child, "exit");
    child.stdin.end();
    await exit;
  };
  return { pid: child.pid ?? 0, end };
}

test("a folder keeps everything when it is closed and opened again", { timeout }, async () => {
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
  expect(await second.commit(changeSet)).toEqual({ status: "committed" });
  expect(await second.read("1:test", request)).toEqual(snapshot);
  expect(await second.list("1:test", { list: "orders", limit: 5, order: "ascending" })).toEqual(snapshot.records);
  expect(await second.listDue("order", 5)).toHaveLength(1);
  await second.close();
});

test("a folder that this process has open is refused", { timeout }, async () => {
  const store = await postgresStore({ dataDir: folder });
  const again = postgresStore({ dataDir: folder });
  await expect(again).rejects.toThrow(DataFolderInUse);
  await expect(again).rejects.toMatchObject({ folder, pid: process.pid });
  await store.close();
  await expect(readdir(folder)).resolves.toEqual(["postgres"]);
});

test("a folder of another living process is refused in one line that names both", async () => {
  const other = await otherProcess();
  await writeFile(join(folder, "owner.pid"), `${other.pid}\n`);
  const error: unknown = await postgresStore({ dataDir: folder }).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(DataFolderInUse);
  expect(String(error)).toContain(folder);
  expect(String(error)).toContain(`process ${other.pid}`);
  expect(String(error)).not.toContain("\n");

  await other.end();
  const unlock = await lockFolder(folder);
  expect(await readFile(join(folder, "owner.pid"), "utf8")).toBe(`${process.pid}\n`);
  await unlock();
});

test("a lock of our own pid that we don't hold is left from an earlier container, and stale", async () => {
  await writeFile(join(folder, "owner.pid"), `${process.pid}\n`);
  const unlock = await lockFolder(folder);
  await unlock();
});

test("a lock whose owner died before it could write its pid is stale", async () => {
  await writeFile(join(folder, "owner.pid"), "");
  const unlock = await lockFolder(folder);
  await unlock();
  expect(await readdir(folder)).toEqual([]);
});

test("of several processes that find a stale lock one becomes the owner", { timeout }, async () => {
  const dead = await otherProcess();
  await dead.end();
  await writeFile(join(folder, "owner.pid"), `${dead.pid}\n`);
  const module = new URL("connection/folder-lock.ts", import.meta.url).href;
  const program = `
    import { lockFolder } from ${JSON.stringify(module)};
    process.stdin.resume();
    await lockFolder(${JSON.stringify(folder)}).then(() => console.log("owner"), (error) => console.log(error.name));`;
  const flags = ["--conditions=source", "--input-type=module", "--eval", program];
  const children = Array.from({ length: 6 }, () =>
    spawn(process.execPath, flags, { stdio: ["pipe", "pipe", "inherit"] }),
  );
  const answers = await Promise.all(
    children.map(async (child) => String((await once(child.stdout, "data"))[0]).trim()),
  );
  for (const child of children) child.kill();
  expect(answers.toSorted()).toEqual([...Array.from({ length: 5 }, () => "DataFolderInUse"), "owner"]);
});

test("a folder that can't be made is refused in one line that names it", async () => {
  const file = join(folder, "a file");
  await writeFile(file, "");
  const error: unknown = await postgresStore({ dataDir: join(file, "data") }).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(StoreUnavailable);
  expect(String(error)).toContain(join(file, "data"));
  expect(String(error)).not.toContain("\n");
});

test("a folder with something else in it is refused, and not left locked", { timeout }, async () => {
  await writeFile(join(folder, "postgres"), "not a database");
  const error: unknown = await postgresStore({ dataDir: folder }).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(StoreUnavailable);
  expect(String(error)).not.toContain("\n");
  expect(await readdir(folder)).toEqual(["postgres"]);
});
