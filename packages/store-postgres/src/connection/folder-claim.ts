import { randomUUID } from "node:crypto";
import { readdir, readFile, readlink, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { once } from "node:events";
import { Worker } from "node:worker_threads";

/** A file by which one process claims its folder. Names are never used again, and sort by time. */
export interface Claim {
  readonly path: string;
  /** Milliseconds since 1970, by the clock of the machine that made it. */
  readonly since: number;
  readonly pid: number;
  readonly host: string;
  /**
   * The boot and pid namespace in which the pid counts, and the process's start there; empty if the system doesn't
   * report them.
   */
  readonly place: string;
  readonly started: string;
}

const claimName = /^owner-(\d+)-[0-9a-f-]+$/;

export async function makeClaim(folder: string): Promise<Claim> {
  const since = Date.now();
  const path = join(folder, `owner-${String(since).padStart(15, "0")}-${randomUUID()}`);
  const claim = { path, since, pid: process.pid, host: hostname(), ...(await ownIdentity()) };
  const lines = [claim.pid, claim.host, claim.place, claim.started, ""];
  await writeFile(path, lines.join("\n"), { flag: "wx", mode: 0o600 });
  return claim;
}

export async function listClaims(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => claimName.test(name)).map((name) => join(folder, name));
}

/** Reads a claim; undefined when it is gone. A process that died while it made its claim has left it empty. */
export async function readClaim(path: string): Promise<Claim | undefined> {
  const text = await textOf(path);
  if (text === undefined) return undefined;
  const [pid, host = "", place = "", started = ""] = text.split("\n");
  const since = Number(claimName.exec(path.slice(path.lastIndexOf("owner-")))?.[1]);
  return { path, since, pid: Number(pid), host, place, started };
}

/**
 * The system knows only processes of the same boot and pid namespace. A stopped process is alive, because it may
 * continue.
 */
export async function stateOf(claim: Claim): Promise<"living" | "dead" | "unknown"> {
  const { place } = await ownIdentity();
  if (place === "" || claim.place !== place) return "unknown";
  if (!isRunning(claim.pid)) return "dead";
  const process = processOf(await textOf(`/proc/${claim.pid}/stat`));
  if (process === undefined) return "unknown";
  if (process.started !== claim.started) return "dead";
  // The threads of a process that is being killed may still run for a moment.
  return process.state === "Z" || process.state === "X" ? "unknown" : "living";
}

/** Whether a process of this id runs, of any user. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !isCode(error, "ESRCH");
  }
}

export function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}

async function ownIdentity(): Promise<Pick<Claim, "place" | "started">> {
  const own = processOf(await textOf("/proc/self/stat"));
  const boot = await textOf("/proc/sys/kernel/random/boot_id");
  const namespace = await readlink("/proc/self/ns/pid").catch(() => undefined);
  // In a new pid namespace /proc may still be that of the one around it.
  if (own?.pid !== process.pid || boot === undefined || namespace === undefined) return { place: "", started: "" };
  const clock = await readlink("/proc/self/ns/time").catch(() => "");
  return { place: [boot.trim(), namespace, clock].join(" "), started: own.started };
}

/** The fields of a `/proc/<pid>/stat` that we need; the name, in parentheses, may contain anything. */
function processOf(stat: string | undefined) {
  const fields = stat?.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [state, started] = [fields?.[0], fields?.[19]];
  if (stat === undefined || state === undefined || started === undefined) return undefined;
  return { pid: Number.parseInt(stat, 10), state, started };
}

async function textOf(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    // A process that ends while its file is read.
    if (isCode(error, "ENOENT") || isCode(error, "ESRCH")) return undefined;
    throw error;
  }
}

/** Plain JavaScript in a string, so that bundlers and loaders of TypeScript need no entry point for the thread. */
const program = `
const { utimesSync } = require("node:fs");
const { workerData: { path, everyMs } } = require("node:worker_threads");
setInterval(() => {
  const now = new Date();
  try {
    utimesSync(path, now, now);
  } catch (error) {
    if (error.code === "ENOENT") process.exit();
  }
}, everyMs);`;

interface Heartbeat {
  readonly path: string;
  readonly everyMs: number;
  readonly onGone: () => void;
}

/** Touches a file until it is stopped; in its own thread, because a statement may hold the main one too long. */
export async function startHeartbeat({ path, everyMs, onGone }: Heartbeat): Promise<() => Promise<void>> {
  const worker = new Worker(program, { eval: true, execArgv: [], workerData: { path, everyMs } });
  await once(worker, "online");
  worker.once("exit", onGone);
  worker.unref();
  return async () => {
    worker.off("exit", onGone);
    await worker.terminate();
  };
}
