import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";

/** The words before a command that run it in a pid namespace of its own, as in a container; its pid there is 1. */
const inContainer = ["unshare", "--pid", "--fork", "--kill-child", "--mount-proc"] as const;

/** Undefined if a container is available; otherwise the reason. */
export const noContainer: string | undefined =
  spawnSync(inContainer[0], [...inContainer.slice(1), "true"]).status === 0
    ? undefined
    : "unshare is not there, or not permitted to this user";

/** Opens the folder and prints `open` or the error; then commits an order for each line of input. */
const program = (folder: string) => `
import { createInterface } from "node:readline";
import { postgresStore } from ${JSON.stringify(new URL("../src/postgres-store.ts", import.meta.url).href)};
const lines = createInterface({ input: process.stdin });
const words = (error) => error.name + ": " + error.message;
const store = await postgresStore({ dataDir: ${JSON.stringify(folder)} }).catch((error) => console.log(words(error)));
if (store !== undefined) {
  console.log("open");
  for await (const id of lines) {
    const key = { kind: "order", id };
    const place = { list: "orders", position: id };
    const writes = [{ key, body: {}, dueAt: null, place }];
    const expect = [{ key, version: "absent" }];
    await store.commit({ id, tenant: "1:test", at: 1, expect, writes, reference: "r", postings: [], floors: [], tallies: [] })
      .then((result) => console.log(result.status), (error) => console.log(words(error)));
  }
  await store.close();
}`;

/** A process that opens a folder as an embedded database. */
export interface FolderOwner {
  /** Its first line of output: `open`, or the error. */
  readonly answer: string;
  /** Commits an order of this id; the result's status, or the error. */
  commit(id: string): Promise<string>;
  /** Sends a signal to the process itself, which in a container is not the one we started. */
  signal(name: "SIGSTOP" | "SIGCONT" | "SIGKILL"): Promise<void>;
  /** Lets it close the folder, and returns its standard error. */
  end(): Promise<string>;
}

export async function folderOwner(folder: string, where: "here" | "in a container"): Promise<FolderOwner> {
  const node = [
    process.execPath,
    "--conditions=source",
    "--liftoff-only",
    "--input-type=module",
    "--eval",
    program(folder),
  ];
  const [command = "", ...flags] = where === "here" ? node : [...inContainer, ...node];
  const child = spawn(command, flags, { stdio: ["pipe", "pipe", "pipe"] });
  const exit = once(child, "exit");
  let warnings = "";
  child.stderr.on("data", (chunk: Buffer) => (warnings += chunk.toString()));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const line = async () => {
    const { done, value } = await lines.next();
    return done === true ? `ended: ${warnings}` : value;
  };
  return {
    answer: await line(),
    commit(id) {
      child.stdin.write(`${id}\n`);
      return line();
    },
    async signal(name) {
      const children = `/proc/${child.pid}/task/${child.pid}/children`;
      process.kill(where === "here" ? (child.pid ?? 0) : Number.parseInt(await readFile(children, "utf8"), 10), name);
      if (name === "SIGKILL") await exit;
    },
    async end() {
      child.stdin.end();
      await exit;
      return warnings;
    },
  };
}
