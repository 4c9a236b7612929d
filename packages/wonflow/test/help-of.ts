import { vi } from "vitest";

import { runCommandLine } from "../src/cli/command-line.ts";

/** What `--help` prints of a command. */
export async function helpOf(words: readonly string[]): Promise<string> {
  let printed = "";
  const write = vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    printed += String(text);
    return true;
  });
  try {
    await runCommandLine([...words, "--help"]);
  } finally {
    write.mockRestore();
  }
  return printed;
}
