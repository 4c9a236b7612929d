import { readFileSync, existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { runCommandLine, newProgram } from "./command-line.ts";

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

const root = join(import.meta.dirname, "../../../..");
const docs = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" }).map((file) => `docs/${file}`);
const pages = ["README.md", "README.ko.md", ...docs].filter((file) => file.endsWith(".md"));

/** A command as a page has it: its words, and the names of its options. */
interface Mention {
  readonly page: string;
  readonly words: readonly string[];
  readonly options: readonly string[];
}

/** The commands in a page's shell, and in its code between words. */
function mentionsIn(page: string, text: string): readonly Mention[] {
  const shell = [...text.matchAll(/^```sh\n([^]*?)^```$/gm)].flatMap(([, code = ""]) => code.split("\n"));
  const inline = [...text.replaceAll(/^```[^]*?^```$/gm, "").matchAll(/`([^`\n]+)`/g)].map(([, code = ""]) => code);
  return [...shell, ...inline].flatMap((line) => {
    const [, command] = /^(?:\w+=\S+ )*wonflow ([^#]+)/.exec(line) ?? [];
    if (command === undefined) return [];
    const words = /^[a-z]+(?: [a-z][a-z-]*)*/.exec(command)?.[0].split(" ") ?? [];
    return [{ page, words: words.slice(0, 2), options: command.match(/(?<= )--[a-z-]+/g) ?? [] }];
  });
}

/** The part of a page's command line that the command does not know; undefined if it knows all of it. */
async function problemOf({ page, words, options }: Mention): Promise<string | undefined> {
  const help = await helpOf(words);
  const usage = /^Usage: wonflow (.+)/.exec(help)?.[1] ?? "";
  const name = words.join(" ");
  // A file that a command takes is no part of its name.
  if (!usage.startsWith(name) && !usage.startsWith(words[0] ?? "-")) return `${page}: wonflow ${name}`;
  if (words.length === 2 && help.includes("Commands:")) return `${page}: wonflow ${name}`;
  const unknown = options.filter((option) => option !== "--help" && !help.includes(option));
  return unknown.length === 0 ? undefined : `${page}: wonflow ${name} ${unknown.join(" ")}`;
}

test("the commands that pages name exist, with the options that they name", async () => {
  const mentions = pages.flatMap((page) => mentionsIn(page, readFileSync(join(root, page), "utf8")));
  expect(mentions.length).toBeGreaterThan(60);
  const problems: string[] = [];
  for (const mention of mentions) {
    const problem = await problemOf(mention);
    if (problem !== undefined) problems.push(problem);
  }
  expect(problems).toEqual([]);
});

const packages = join(root, "packages");
const sources = readdirSync(packages)
  .flatMap((name) => [`${name}/src`, `${name}/template`])
  .filter((folder) => existsSync(join(packages, folder)))
  .flatMap((folder) => {
    const files = readdirSync(join(packages, folder), { recursive: true, encoding: "utf8" });
    return files.map((file) => `${folder}/${file}`);
  })
  .filter((file) => /\.tsx?$/.test(file) && !file.includes(".test."));

/** English words that may follow the name. */
const english = new Set(["and", "error", "in", "sandbox", "warn"]);

const groups = new Map(newProgram().commands.map((each) => [each.name(), each.commands.map((one) => one.name())]));

/** The commands that a text names and that do not exist, in messages, comments and examples alike. */
function unknownIn(text: string): readonly string[] {
  return [...text.matchAll(/(?<![@\w./-]|create )wonflow ([a-z][a-z-]*)(?: ([a-z][a-z-]*))?/g)].flatMap(
    ([whole, name = "", below]) => {
      const names = groups.get(name);
      if (names === undefined) return english.has(name) ? [] : [whole];
      return names.length === 0 || below === undefined || names.includes(below) ? [] : [whole];
    },
  );
}

test("the commands that messages name exist", () => {
  expect(sources.length).toBeGreaterThan(500);
  const unknown = sources.flatMap((file) =>
    unknownIn(readFileSync(join(packages, file), "utf8")).map((command) => `${file}: ${command}`),
  );
  expect(unknown).toEqual([]);
  expect(unknownIn("run wonflow key list, or wonflow keys destroy")).toEqual([
    "wonflow key list",
    "wonflow keys destroy",
  ]);
});

test.each(["wonflow key list", "wonflow keys destroy --mid 7", "wonflow keys list --merchant 7"])(
  "%s is reported",
  async (command) => {
    const [mention] = mentionsIn("docs/page.md", `\`${command}\``);
    expect(mention && (await problemOf(mention))).toContain("docs/page.md: wonflow key");
  },
);

/** What `--help` prints of a command. */
async function helpOf(words: readonly string[]): Promise<string> {
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
