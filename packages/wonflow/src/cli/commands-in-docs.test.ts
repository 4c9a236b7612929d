import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { helpOf } from "../../test/help-of.ts";
import { newProgram } from "./command-line.ts";

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
