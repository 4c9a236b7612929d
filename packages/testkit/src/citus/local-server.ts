import { spawn } from "node:child_process";
import { open, readFile, readlink, rm, stat } from "node:fs/promises";
import { join } from "node:path";

import { hangServer, killServer, killSession } from "../processes.ts";

/** A PostgreSQL server of this machine that another program has started. */
export interface LocalServer {
  kill(what: "all" | "a session"): Promise<void>;
  hang(ms: number): Promise<void>;
  /** Starts it as it was started before, as the user who owns its data. It does not end with this process. */
  start(): Promise<void>;
}

/** How a server was started. */
interface Command {
  readonly program: string;
  readonly flags: readonly string[];
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  /** The file that it writes its log to, if it is one. */
  readonly log: string | undefined;
}

/**
 * Finds the server of a data folder that listens on a port, by the file in which it writes its process. Undefined if
 * there is none on this machine, or if this user may not see it. Needs `/proc`.
 */
export async function localServer(place: {
  readonly dataFolder: string;
  readonly port: number;
}): Promise<LocalServer | undefined> {
  const find = async () => {
    const { id, port } = await runningIn(place.dataFolder);
    if (port !== place.port) throw new Error(`${place.dataFolder} is the folder of another server`);
    return { id, command: await commandOf(id) };
  };
  let { command } = (await find().catch(() => undefined)) ?? {};
  if (command === undefined) return undefined;
  const { uid, gid } = await stat(place.dataFolder);
  return {
    async kill(what) {
      const server = await find();
      ({ command } = server);
      if (what === "a session") return killSession(server.id);
      await killServer(server.id);
      // An ended process that was not reaped still has its number, and a server would treat it as a running one.
      await rm(fileOf(place.dataFolder), { force: true });
    },
    async hang(ms) {
      const { id } = await find();
      await hangServer(id, ms);
    },
    async start() {
      if (command === undefined) return;
      const log = command.log === undefined ? undefined : await open(command.log, "a");
      const output = log?.fd ?? "ignore";
      const server = spawn(command.program, command.flags, {
        cwd: command.folder,
        env: command.environment,
        // Only root sees another user's server, and can act as that user.
        ...(process.getuid?.() === 0 && { uid, gid }),
        stdio: ["ignore", output, output],
        detached: true,
      });
      server.unref();
      await log?.close();
    },
  };
}

const fileOf = (dataFolder: string) => join(dataFolder, "postmaster.pid");

/** The process and the port of the server that has a folder of data. */
async function runningIn(dataFolder: string): Promise<{ readonly id: number; readonly port: number }> {
  const lines = (await readFile(fileOf(dataFolder), "utf8")).split("\n");
  return { id: Number(lines[0]), port: Number(lines[3]) };
}

async function commandOf(id: number): Promise<Command> {
  const at = (name: string) => join("/proc", String(id), name);
  const texts = async (name: string) => (await readFile(at(name), "utf8")).split("\0").filter((text) => text !== "");
  const [, ...flags] = await texts("cmdline");
  const environment = Object.fromEntries(
    (await texts("environ")).map((text) => [text.slice(0, text.indexOf("=")), text.slice(text.indexOf("=") + 1)]),
  );
  const log = await readlink(at("fd/2"));
  const isFile = await stat(log).then(
    (found) => found.isFile(),
    () => false,
  );
  return {
    program: await readlink(at("exe")),
    flags,
    folder: await readlink(at("cwd")),
    environment,
    log: isFile ? log : undefined,
  };
}
