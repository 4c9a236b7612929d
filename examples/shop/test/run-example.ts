import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { freePort } from "@wonflow/testkit/free-port";
import { copyPrepared } from "@wonflow/testkit/prepared-folder";
import { postgresStore } from "wonflow";

const { PATH, NODE_COMPILE_CACHE } = process.env;

/** From source, and with an embedded database that is quick to start rather than quick to run. */
const nodeFlags = ["--conditions=source", "--liftoff-only"];

const folders: string[] = [];

/** To be called after all tests of a file: files of one process share this module. */
export async function removeFolders(): Promise<void> {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true, maxRetries: 10 });
}

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "wonflow-example-"));
  folders.push(folder);
  return folder;
}

/** A folder with a new embedded database in it, or below it. */
export async function preparedFolder(below = ""): Promise<string> {
  const folder = await newFolder();
  await copyPrepared("embedded", {
    to: join(folder, below),
    make: async (made) => (await postgresStore({ dataDir: made })).close(),
  });
  return folder;
}

interface Run {
  readonly folder: string;
  /** Printed once it can be used. */
  readonly until: string;
  readonly args?: readonly string[];
  /** Whether a shell is put in between, which passes no signal on. */
  readonly inShell?: boolean;
}

/** Runs an example until it can be used, and ends it as Ctrl-C does. */
export async function run(
  program: string,
  { folder, until, args = [], inShell = false }: Run,
  use: (output: string) => Promise<void>,
): Promise<number | null> {
  const [PORT, SHOP_PORT] = [String(await freePort()), String(await freePort())];
  const line = [process.execPath, ...nodeFlags, join(import.meta.dirname, "../..", program), ...args];
  const [command = "", ...given] = inShell ? ["sh", "-c", '"$@"; true', "sh", ...line] : line;
  const child = spawn(command, given, {
    env: { PATH, NODE_COMPILE_CACHE, PORT, SHOP_PORT, WONFLOW_DATA: folder },
    stdio: ["ignore", "pipe", "inherit"],
  });
  // Not before all that it has started has ended: what is left over holds its output open.
  const closed = once(child, "close");
  let output = "";
  child.stdout.on("data", (data) => (output += String(data)));
  try {
    while (!output.includes(until)) {
      await Promise.race([once(child.stdout, "data"), once(child, "exit")]);
      if (child.exitCode !== null) throw new Error(`it ended: ${output}`);
    }
    await use(output);
  } finally {
    // By force, what it has started would be left over.
    child.kill("SIGTERM");
    await closed;
  }
  return child.exitCode;
}
