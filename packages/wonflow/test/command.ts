import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { inspect } from "node:util";

import { onTestFinished, vi } from "vitest";

import { runCommandLine } from "../src/cli/command-line.ts";
import { newDatabase } from "./new-database.ts";
import { copyDatabase } from "./prepared-database.ts";
import { nodeFlags, program } from "./program.ts";
import { documentedFetch } from "./documented-fetch.ts";

const { PATH, NODE_COMPILE_CACHE } = process.env;

/** A folder that is gone after the test. */
export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "wonflow-cli-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));
  return folder;
}

/** A folder with a new embedded database, gone after the test. */
export async function preparedFolder(): Promise<string> {
  const folder = await newFolder();
  await copyDatabase(folder);
  return folder;
}

/** Where data is of a command for which that makes no difference: a server's database is opened sooner than a folder's. */
export async function quicklyOpened() {
  return { WONFLOW_DATA: await newFolder(), DATABASE_URL: await newDatabase() };
}

/** A port on which something else listens. */
export async function takenPort(): Promise<{ readonly port: string; close(): void }> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  return { port: String((server.address() as AddressInfo).port), close: () => server.close() };
}

/** The command as a person runs it, with what is piped into it, and its output as it comes. */
export class Command {
  readonly child: ChildProcess;
  output = "";

  constructor(
    args: readonly string[],
    environment: Readonly<Record<string, string>>,
    { input, umask }: { readonly input?: string; readonly umask?: string } = {},
  ) {
    const line = [process.execPath, ...nodeFlags, program("cli"), ...args];
    // The shell's arguments: its script, its name, and the command to become.
    const [file = "", ...given] = umask === undefined ? line : ["sh", "-c", `umask ${umask}; exec "$@"`, "sh", ...line];
    this.child = spawn(file, given, {
      env: { PATH, NODE_COMPILE_CACHE, PORT: "0", ...environment },
      stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
    });
    this.child.stdin?.end(input);
    onTestFinished(() => void this.child.kill("SIGKILL"));
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

  /** Whether it starts; false if it ends before. */
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

/**
 * Runs a command line in this process, which takes a fraction of the time of one of its own, and answers its exit code
 * and what it has printed. That the command itself does the same, `Command` shows.
 */
export async function run(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  input = "",
): Promise<readonly [exitCode: number, output: string]> {
  let output = "";
  const print = (text: unknown) => {
    output += String(text);
    return true;
  };
  const printLine = (text: unknown) => void print(`${inspected(text)}\n`);
  const spies = [
    vi.spyOn(console, "log").mockImplementation(printLine),
    vi.spyOn(console, "error").mockImplementation(printLine),
    vi.spyOn(process.stdout, "write").mockImplementation(print),
    vi.spyOn(process.stderr, "write").mockImplementation(print),
    vi.spyOn(process, "stdin", "get").mockReturnValue(Readable.from([input]) as typeof process.stdin),
  ];
  const outside = process.env;
  process.env = { ...environment };
  try {
    const failed = await runCommandLine(args);
    return [failed || Number(process.exitCode ?? 0), output];
  } finally {
    process.exitCode = undefined;
    process.env = outside;
    for (const spy of spies) spy.mockRestore();
  }
}

const inspected = (text: unknown) => (typeof text === "string" ? text : inspect(text));

export const authorization = `Basic ${btoa("test_sk_docs:")}`;

export function createSession(url: string, orderId: string): Promise<Response> {
  return documentedFetch(`${url}/px/payfront/sessions`, {
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
