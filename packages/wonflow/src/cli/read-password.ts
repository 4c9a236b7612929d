import { text } from "node:stream/consumers";
import { read } from "read";
import { UsageError } from "./command.ts";

/** A password that a person types twice, hidden, or that comes in through a pipe. */
export async function readPassword(): Promise<string> {
  const password = process.stdin.isTTY ? await typedTwice() : (await text(process.stdin)).replace(/\r?\n$/, "");
  if (password !== "") return password;
  throw new UsageError("no password came in: type it when asked, or pipe it in, as in: … < password.txt");
}

/** Reads secrets one after the other: a person types each, hidden, or each is a line that comes in through a pipe. */
export function secretReader(): (prompt: string) => Promise<string> {
  const lines: string[] = [];
  let isRead = false;
  const nextLine = async () => {
    if (!isRead) lines.push(...(await text(process.stdin)).split(/\r?\n/));
    isRead = true;
    return lines.shift() ?? "";
  };
  return async (prompt) => {
    const secret = process.stdin.isTTY ? await typed(prompt) : await nextLine();
    if (secret !== "") return secret;
    throw new UsageError(`${prompt} nothing came in; type it when asked, or pipe it in, as in: … < secret-key.txt`);
  };
}

async function typedTwice(): Promise<string> {
  const password = await typed("Password (12 characters or more):");
  if ((await typed("The same again:")) === password) return password;
  throw new UsageError("the two passwords are not the same");
}

async function typed(prompt: string): Promise<string> {
  // Ctrl-D ends the input without an answer, and the process would exit.
  const { promise: givenUp, reject } = Promise.withResolvers<never>();
  process.once("beforeExit", reject);
  try {
    // A program may read the standard output. Without `terminal` the terminal would echo the password.
    return await Promise.race([read({ prompt, silent: true, output: process.stderr, terminal: true }), givenUp]);
  } catch {
    throw new UsageError("nothing was typed");
  } finally {
    process.off("beforeExit", reject);
  }
}
