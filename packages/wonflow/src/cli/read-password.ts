import { text } from "node:stream/consumers";

import { read } from "read";

import { UsageError } from "./usage-error.ts";

/** A password that a person types, twice and unseen, or that comes in through a pipe. */
export async function readPassword(): Promise<string> {
  const password = process.stdin.isTTY ? await typedTwice() : (await text(process.stdin)).replace(/\r?\n$/, "");
  if (password !== "") return password;
  throw new UsageError("no password came in: type it when asked, or pipe it in, as in: … < password.txt");
}

async function typedTwice(): Promise<string> {
  const password = await typed("Password (12 characters or more):");
  if ((await typed("The same again:")) === password) return password;
  throw new UsageError("the two passwords are not the same");
}

async function typed(prompt: string): Promise<string> {
  // Ctrl-D ends the line without an answer: then nothing is left that the process waits for.
  const { promise: givenUp, reject } = Promise.withResolvers<never>();
  process.once("beforeExit", reject);
  try {
    // Not on the standard output, which a program may read; as a terminal, since else the terminal itself shows what is typed.
    return await Promise.race([read({ prompt, silent: true, output: process.stderr, terminal: true }), givenUp]);
  } catch {
    throw new UsageError("no password was typed");
  } finally {
    process.off("beforeExit", reject);
  }
}
