import type { Command, CommanderError } from "commander";

import { exampleOf } from "./command.ts";

/** The error of a command line that commander can't parse, and the help that belongs to it. */
export interface Mistake {
  readonly error: string;
  /** At most nine lines: how the command is used. */
  readonly help: string;
}

const presentOptions = new Map([
  ["--card-network", "--gateway"],
  ["--network", "--gateway"],
  ["--gateways", "--installment-feeds"],
]);

/** Words for a mistake in a command line, and the few lines of help that belong to it. */
export function mistakeIn(program: Command, args: readonly string[], { code, message }: CommanderError): Mistake {
  const { command, rest } = commandIn(program, args);
  const names = namesBelow(command);
  // Commander shows a group's whole help, and no error.
  const needsCommand = names.length > 0 && (code === "commander.help" || rest.every((arg) => arg === "--json"));
  const error = needsCommand
    ? `'${command.name()}' needs a command: ${names.join(", ")}`
    : message.replace(/^error: /, "").replace(/\n(?=\(Did you mean)/, " ");
  const [, unknown = ""] = /^unknown option '(--[a-z-]+)/.exec(error) ?? [];
  const present = presentOptions.get(unknown);
  if (present !== undefined) return { error: `${unknown} is called ${present} now`, help: helpOf(command, []) };
  return { error, help: helpOf(command, needsCommand ? [] : names) };
}

/** The command that the first words name, and what follows them. */
function commandIn(program: Command, args: readonly string[]) {
  let [command, rest] = [program, args];
  for (;;) {
    const next = command.commands.find((each) => each.name() === rest[0]);
    if (next === undefined) return { command, rest };
    [command, rest] = [next, rest.slice(1)];
  }
}

function namesBelow(command: Command): readonly string[] {
  return command.commands.map((each) => each.name());
}

function helpOf(command: Command, names: readonly string[]): string {
  const words = wordsOf(command);
  const example = exampleOf(command);
  return [
    wrapped(`Usage: ${words} ${usageOf(command)}`),
    ...(names.length === 0 ? [] : [wrapped(`Commands: ${names.join(", ")}`)]),
    ...(example === undefined ? [] : ["", `Example:\n  ${example}`]),
    "",
    `Full help: ${words} --help`,
  ].join("\n");
}

/** The words that a command begins with, the program's own first. */
function wordsOf(command: Command): string {
  const above = command.parent === null ? "" : `${wordsOf(command.parent)} `;
  return `${above}${command.name()}`;
}

/** Required options, then `[options]`. */
function usageOf(command: Command): string {
  if (command.commands.length > 0) return "<command> [options]";
  const needed = command.options.filter(({ mandatory }) => mandatory).map(({ flags }) => flags);
  const given = command.registeredArguments.map((each) => (each.required ? `<${each.name()}>` : `[${each.name()}]`));
  return [...needed, "[options]", ...given].join(" ");
}

const columns = 80;

/** A line, wrapped before a word or an option if it is wider than a terminal. */
function wrapped(line: string): string {
  const lines = [""];
  for (const word of line.split(/ (?!<)/)) {
    const longer = `${lines.at(-1)}${lines.at(-1)?.trim() === "" ? "" : " "}${word}`;
    if (longer.length <= columns) lines[lines.length - 1] = longer;
    else lines.push(`    ${word}`);
  }
  return lines.join("\n");
}
