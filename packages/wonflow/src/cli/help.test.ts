import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test, vi } from "vitest";

import { runCommandLine } from "./command-line.ts";
import { helpOf } from "../../test/help-of.ts";

/** All commands below one, by their words; those that only hold others are left out. */
async function commandsBelow(words: readonly string[]): Promise<readonly (readonly string[])[]> {
  const [, list] = /\nCommands:\n([^]*?)(?:\n\n|\n?$)/.exec(await helpOf(words)) ?? [];
  if (list === undefined) return [words];
  const names = [...list.matchAll(/^ {2}(\S+)/gm)].map(([, name = ""]) => name).filter((name) => name !== "help");
  const found: (readonly string[])[] = [];
  for (const name of names) found.push(...(await commandsBelow([...words, name])));
  return found;
}

const commands = await commandsBelow([]);

test.each([
  [["keys", "list", "--json"], "required option '--mid <number>' not specified"],
  [["keys", "list", "--json", "--mid", "7", "--mode", "test", "--merchant", "7"], "unknown option '--merchant'"],
  [["keyz", "--json"], "unknown command 'keyz'"],
  [["trigger", "payment", "--json"], "command-argument value 'payment' is invalid for argument 'event'"],
])("%j reports its mistake to a program as JSON only", async (args, error) => {
  const told: string[] = [];
  const spies = [
    vi.spyOn(console, "error").mockImplementation((text) => void told.push(String(text))),
    vi.spyOn(process.stderr, "write").mockImplementation((text) => told.push(String(text)) > 0),
  ];
  expect(await runCommandLine(args)).toBe(2);
  for (const spy of spies) spy.mockRestore();
  expect(told.map((line) => JSON.parse(line))).toEqual([{ error: expect.stringContaining(error) }]);
});

test("--version is the package's", async () => {
  const manifest = readFileSync(join(import.meta.dirname, "../../package.json"), "utf8");
  let printed = "";
  const write = vi.spyOn(process.stdout, "write").mockImplementation((text) => (printed += String(text)) !== "");
  expect(await runCommandLine(["--version"])).toBe(0);
  write.mockRestore();
  expect(printed).toBe(`${(JSON.parse(manifest) as { version: string }).version}\n`);
});

test("the page of the command has all of them", () => {
  const page = readFileSync(join(import.meta.dirname, "../../../../docs/command.md"), "utf8").split("\n");
  const missing = commands.filter(([name = "", verb]) => {
    const lines = page.filter((line) => line.includes(`wonflow ${name}`));
    return !lines.some(
      (line) => verb === undefined || line.includes(`${name} ${verb}`) || line.includes(`\`${verb}\``),
    );
  });
  expect(missing).toEqual([]);
  expect(commands.length).toBeGreaterThan(35);
});

test.each(commands.map((words) => [words.join(" "), words] as const))(
  "wonflow %s has an example, prints JSON where it is asked to, and fits into 80 columns",
  async (name, words) => {
    const help = await helpOf(words);
    const [, examples = ""] = /(?:Examples?|through a pipe):\n([^]+)$/.exec(help) ?? [];
    expect(examples).toContain(`wonflow ${name}`);
    expect(help).toContain("--json");
    expect(help.split("\n").filter((line) => line.length > 80)).toEqual([]);
  },
);

test.each(commands.map((words) => [words.join(" "), words] as const))(
  "a mistake in wonflow %s has at most ten lines of help, which fit into 80 columns",
  async (name, words) => {
    let told = "";
    const spies = [
      vi.spyOn(process.stderr, "write").mockImplementation((text) => (told += String(text)) !== ""),
      vi.spyOn(console, "error").mockImplementation((text) => void (told += `${String(text)}\n`)),
    ];
    expect(await runCommandLine([...words, "--no-such-option"])).toBe(2);
    for (const spy of spies) spy.mockRestore();
    const [last = "", ...help] = told.trimEnd().split("\n").toReversed();
    expect(last).toMatch(/^wonflow: (?:unknown option|required option|missing required argument)/);
    expect(help.at(-1)).toContain(`Usage: wonflow ${name}`);
    expect(help.length).toBeLessThanOrEqual(10);
    expect(help.filter((line) => line.length > 80)).toEqual([]);
    // An option and its value are on one line.
    expect(help.filter((line) => /^\s*</.test(line))).toEqual([]);
  },
);
