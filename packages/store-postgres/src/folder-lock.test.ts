import { mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { copyPrepared } from "@wonflow/testkit/prepared-folder";
import { afterEach, beforeEach, expect, test } from "vitest";
import { folderOwner, noContainer } from "../test/folder-owner.ts";
import { lockFolder } from "./connection/folder-lock.ts";
import { DataFolderInUse, StoreUnavailable } from "./errors.ts";
import { postgresStore } from "./postgres-store.ts";

const skipped = noContainer === undefined ? "" : ` (skipped: ${noContainer})`;
const quick = { beatMs: 100, staleMs: 1_000 };
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "wonflow-lock-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const withDatabase = () =>
  copyPrepared("embedded", { to: folder, make: async (made) => (await postgresStore({ dataDir: made })).close() });

/** The claim of a process of which we can't know whether it lives. */
async function claimFromElsewhere(content = "1\nelsewhere\nanother boot\n1\n", madeAt = 1_000_000_000_000) {
  const path = join(folder, `owner-00${madeAt}-00000000-0000-4000-8000-000000000000`);
  await writeFile(path, content);
  return path;
}

async function orders(): Promise<unknown[]> {
  const store = await postgresStore({ dataDir: folder });
  const records = await store.list("1:test", { list: "orders", limit: 100, order: "ascending" });
  await store.close();
  return records.map(({ key }) => key.id);
}

const failure = (promise: Promise<unknown>) => promise.catch((error: unknown) => error);

test.skipIf(noContainer !== undefined)(
  `of two containers, in which both pids are 1, the second is refused with the owner of the folder${skipped}`,
  async () => {
    await withDatabase();
    const first = await folderOwner(folder, "in a container");
    expect(first.answer).toBe("open");
    expect(await first.commit("1")).toBe("committed");
    const second = await folderOwner(folder, "in a container");
    expect(second.answer).toMatch(/^DataFolderInUse: .* is in use by process 1 on \S+ since 20\S+Z: stop it, or use/);
    expect(second.answer).toContain(`on ${hostname()} `);
    expect(second.answer).toContain(folder);
    expect(await first.commit("2")).toBe("committed");
    await first.signal("SIGKILL");
    // Its claim stands until its heart has not beaten for a while.
    expect(await orders()).toEqual(["1", "2"]);
  },
);

test.skipIf(noContainer !== undefined)(
  `an owner that slept while another took the folder over writes nothing more, and reports it${skipped}`,
  async () => {
    await withDatabase();
    const sleeper = await folderOwner(folder, "in a container");
    expect(await sleeper.commit("1")).toBe("committed");
    await sleeper.signal("SIGSTOP");
    const next = await folderOwner(folder, "here");
    expect(next.answer).toBe("open");
    expect(await next.commit("2")).toBe("committed");
    await sleeper.signal("SIGCONT");
    expect(await sleeper.commit("3")).toMatch(/^StoreUnavailable: .* taken over by another process/);
    expect(await next.commit("4")).toBe("committed");
    expect(await sleeper.end()).toMatch(/DataFolderLost: The data folder .* taken over/);
    expect(await next.commit("5")).toBe("committed");
    await next.end();
    expect(await orders()).toEqual(["1", "2", "4", "5"]);
  },
);

test("a process that is stopped keeps its folder, and one that was killed leaves it at once", async () => {
  await withDatabase();
  const owner = await folderOwner(folder, "here");
  expect(await owner.commit("1")).toBe("committed");
  await owner.signal("SIGSTOP");
  await expect(lockFolder(folder, { times: quick })).rejects.toThrow(DataFolderInUse);
  await owner.signal("SIGKILL");
  const lock = await lockFolder(folder, { times: { beatMs: 100, staleMs: 240_000 } });
  await lock.release();
});

test("a folder that is removed is lost permanently: the hook is called once, and every call is refused", async () => {
  await withDatabase();
  const lost: Error[] = [];
  const store = await postgresStore({ dataDir: folder, onLost: (error) => lost.push(error) });
  await rm(folder, { recursive: true });
  // The store is not called: the heartbeat detects it.
  await expect.poll(() => lost.length, { timeout: 5_000 }).toBe(1);
  expect(lost[0]).toBeInstanceOf(StoreUnavailable);
  expect(lost[0]?.message).toContain(`The data folder ${folder} was removed, or taken over`);
  for (let call = 0; call < 2; call += 1) expect(await failure(store.ping())).toBeInstanceOf(StoreUnavailable);
  await withDatabase();
  expect(await failure(store.ping())).toBeInstanceOf(StoreUnavailable);
  await store.close();
  expect(lost).toHaveLength(1);
});

test("a folder that this process has open is refused", async () => {
  await withDatabase();
  const store = await postgresStore({ dataDir: folder });
  const error = await failure(postgresStore({ dataDir: folder }));
  expect(error).toBeInstanceOf(DataFolderInUse);
  expect(error).toMatchObject({ folder, pid: process.pid, host: hostname() });
  expect(String(error)).not.toContain("\n");
  await store.close();
  expect(await readdir(folder)).toEqual(["postgres"]);
});

test("a folder whose claim was deleted is written no more, not by closing either", async () => {
  await withDatabase();
  const store = await postgresStore({ dataDir: folder });
  await store.ping();
  for (const name of await readdir(folder)) if (name !== "postgres") await rm(join(folder, name));
  await expect(store.ping()).rejects.toThrow(/taken over/);
  await expect(store.read("1:test", { keys: [] })).rejects.toThrow(StoreUnavailable);
  const other = await postgresStore({ dataDir: folder });
  await store.close();
  await other.ping();
  await other.close();
});

test("a claim of elsewhere is valid as long as it beats, whatever its clock says", async () => {
  const path = await claimFromElsewhere();
  let beats = 0;
  const timer = setInterval(() => void utimes(path, 1, (beats += 1)), quick.beatMs);
  const error = await failure(lockFolder(folder, { times: quick }));
  expect(error).toMatchObject({ name: "DataFolderInUse", pid: 1, host: "elsewhere", since: new Date(1e12) });
  clearInterval(timer);
  const lock = await lockFolder(folder, { times: quick });
  await lock.release();
  expect(beats).toBeGreaterThan(0);
  expect(await readdir(folder)).toEqual([]);
});

test("an owner whose clock is ahead is not treated as one that withdraws", async () => {
  const path = await claimFromElsewhere(undefined, 9_000_000_000_000);
  let beats = 0;
  const timer = setInterval(() => void utimes(path, 1, (beats += 1)), quick.beatMs);
  await expect(lockFolder(folder, { times: quick })).rejects.toThrow(DataFolderInUse);
  clearInterval(timer);
});

test("a claim whose process died before it had written it is stale after the same time", async () => {
  await claimFromElsewhere("");
  const lock = await lockFolder(folder, { times: quick });
  await lock.release();
});

test("of several processes that find a stale claim one becomes the owner", async () => {
  await withDatabase();
  await claimFromElsewhere();
  const owners = await Promise.all(
    Array.from({ length: 3 }, (_, index) =>
      folderOwner(folder, index % 2 === 0 && noContainer === undefined ? "in a container" : "here"),
    ),
  );
  const answers = owners.map(({ answer }) => answer.split(":")[0] ?? "");
  expect(answers.toSorted()).toEqual(["DataFolderInUse", "DataFolderInUse", "open"]);
  await Promise.all(owners.map((owner) => owner.end()));
});
