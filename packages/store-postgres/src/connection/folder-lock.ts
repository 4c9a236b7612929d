import { randomUUID } from "node:crypto";
import { link, readFile, realpath, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { DataFolderInUse } from "../errors.ts";

/** How often a lock is tried, and how long its owner is given between tries to write its pid into it. */
const tries = 20;
const pauseMs = 50;

/** The folders that this process owns: a lock with our own pid says nothing, in a container it is often the same. */
const owned = new Set<string>();

/**
 * Makes this process the owner of a folder, by a file `owner.pid`, until the returned function is called.
 * A lock is stale when its process is dead. Throws `DataFolderInUse` when there is a living owner.
 */
export async function lockFolder(path: string): Promise<() => Promise<void>> {
  const folder = await realpath(path);
  const lock = join(folder, "owner.pid");
  if (owned.has(folder)) throw new DataFolderInUse({ folder, pid: process.pid, lock });
  owned.add(folder);
  try {
    await take(folder, lock);
  } catch (error) {
    owned.delete(folder);
    throw error;
  }
  return async () => {
    await rm(lock, { force: true });
    owned.delete(folder);
  };
}

async function take(folder: string, lock: string): Promise<void> {
  let owner: number | undefined;
  for (let attempt = 1; attempt <= tries; attempt += 1) {
    if (await create(lock)) return;
    owner = await readOwner(lock);
    if (owner !== undefined && isAnother(owner)) throw new DataFolderInUse({ folder, pid: owner, lock });
    // Without a pid it was made a moment ago, or by a process that died just then: the last try takes it away.
    if (owner !== undefined || attempt === tries - 1) await removeStale(lock, owner);
    else await pause(pauseMs);
  }
  throw new DataFolderInUse({ folder, pid: owner ?? 0, lock });
}

async function create(lock: string): Promise<boolean> {
  try {
    await writeFile(lock, `${process.pid}\n`, { flag: "wx" });
    return true;
  } catch (error) {
    if (isCode(error, "EEXIST")) return false;
    throw error;
  }
}

/** The pid in a lock file; undefined when there is no file, or nothing in it yet. */
async function readOwner(lock: string): Promise<number | undefined> {
  try {
    const pid = Number.parseInt(await readFile(lock, "utf8"), 10);
    return Number.isSafeInteger(pid) && pid > 0 ? pid : undefined;
  } catch (error) {
    if (isCode(error, "ENOENT")) return undefined;
    throw error;
  }
}

/**
 * Takes a stale lock away. Of several processes that do so at once, one may catch the new lock of
 * another: renaming lets it look at what it has taken, and give it back.
 */
async function removeStale(lock: string, stale: number | undefined): Promise<void> {
  const aside = `${lock}.${randomUUID()}`;
  try {
    await rename(lock, aside);
  } catch (error) {
    if (isCode(error, "ENOENT")) return;
    throw error;
  }
  if ((await readOwner(aside)) !== stale) await link(aside, lock);
  await rm(aside, { force: true });
}

/** True when a process of this id lives and is not ourselves. */
function isAnother(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !isCode(error, "ESRCH");
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
