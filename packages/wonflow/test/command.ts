import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach } from "vitest";

import { copyDatabase } from "./prepared-database.ts";
import { nodeFlags, program } from "./program.ts";

const { PATH, NODE_COMPILE_CACHE } = process.env;
const running = new Set<ChildProcess>();
const folders: string[] = [];

afterEach(async () => {
  for (const child of running) child.kill("SIGKILL");
  running.clear();
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

/** A folder that is gone after the test. */
export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "wonflow-cli-"));
  folders.push(folder);
  return folder;
}

/** A folder with a new embedded database, gone after the test. */
export async function preparedFolder(): Promise<string> {
  const folder = await newFolder();
  await copyDatabase(folder);
  return folder;
}

/** The command as a person runs it, with what is piped into it, and its output as it comes. */
export class Command {
  readonly child: ChildProcess;
  output = "";

  constructor(args: readonly string[], environment: Readonly<Record<string, string>>, input?: string) {
    this.child = spawn(process.execPath, [...nodeFlags, program("cli"), ...args], {
      env: { PATH, NODE_COMPILE_CACHE, PORT: "0", ...environment },
      stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
    });
    this.child.stdin?.end(input);
    running.add(this.child);
    this.child.stdout?.on("data", (data) => (this.output += String(data)));
    this.child.stderr?.on("data", (data) => (this.output += String(data)));
  }

  /** The address that it prints once it is running. */
  async url(): Promise<string> {
    while (!this.output.includes("Ctrl-C") && !this.output.includes("Data ")) {
      await Promise.race([once(this.child.stdout ?? this.child, "data"), once(this.child, "exit")]);
      if (this.child.exitCode !== null) throw new Error(`it ended: ${this.output}`);
    }
    return /API\s+(\S+)/.exec(this.output)?.[1] ?? "";
  }

  /** Whether it comes to run; false where it ends before. */
  isRunning(): Promise<boolean> {
    return this.url().then(
      () => true,
      () => false,
    );
  }

  async exitCode(): Promise<number | null> {
    if (this.child.exitCode === null && this.child.signalCode === null) await once(this.child, "exit");
    return this.child.exitCode;
  }
}

export const authorization = `Basic ${btoa("test_sk_docs:")}`;

export function createSession(url: string, orderId: string): Promise<Response> {
  return fetch(`${url}/px/payfront/sessions`, {
    method: "POST",
    headers: { authorization, "content-type": "application/json" },
    body: JSON.stringify({
      customerId: "cli-test-buyer",
      orderId,
      orderName: "Tea",
      amount: { value: 10_000 },
      successUrl: "https://shop.example/ok",
      failUrl: "https://shop.example/fail",
    }),
  });
}

/** A port that nobody listens on. */
export async function freePort(): Promise<string> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return String(port);
}
