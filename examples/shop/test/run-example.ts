import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { freePort } from "@wonflow/testkit/free-port";

const { PATH, NODE_COMPILE_CACHE } = process.env;

/** From source, and with an embedded database that is quick to start rather than quick to run. */
export const nodeFlags = ["--conditions=source", "--liftoff-only"];

const folders: string[] = [];

/** To be called after all tests of a file: files of one process share this module. */
export async function removeFolders(): Promise<void> {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true, maxRetries: 10 });
}

export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "wonflow-example-"));
  folders.push(folder);
  return folder;
}

interface Run {
  readonly folder: string;
  /** Printed once it can be used. */
  readonly until: string;
  readonly args?: readonly string[];
}

/** Runs an example until it can be used, and ends it as Ctrl-C does. */
export async function run(
  program: string,
  { folder, until, args = [] }: Run,
  use: (output: string) => Promise<void>,
): Promise<number | null> {
  const [PORT, SHOP_PORT] = [String(await freePort()), String(await freePort())];
  const child = spawn(process.execPath, [...nodeFlags, join(import.meta.dirname, "../..", program), ...args], {
    env: { PATH, NODE_COMPILE_CACHE, PORT, SHOP_PORT, WONFLOW_DATA: folder },
    stdio: ["ignore", "pipe", "inherit"],
  });
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
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  }
  return child.exitCode;
}
