import { describe, expect, test, vi } from "vitest";

import { runCommandLine } from "./command-line.ts";

/** Output of a command line in a terminal, and its exit code. */
async function shown(args: readonly string[]) {
  let [output, errors] = ["", ""];
  const spies = [
    vi.spyOn(process.stdout, "write").mockImplementation((text) => (output += String(text)) !== ""),
    vi.spyOn(process.stderr, "write").mockImplementation((text) => (errors += String(text)) !== ""),
    vi.spyOn(console, "error").mockImplementation((text) => void (errors += `${String(text)}\n`)),
  ];
  const exitCode = await runCommandLine(args);
  for (const spy of spies) spy.mockRestore();
  const lines = errors.trimEnd().split("\n");
  return { exitCode, output, help: lines.slice(0, -1), last: lines.at(-1) ?? "" };
}

const root = "Usage: wonflow <command> [options]";
const keysList = "Usage: wonflow keys list --mid <number> --mode <test|live> [options]";

describe.each([
  ["keyz", root, "unknown command 'keyz' (Did you mean keys?)"],
  ["fly away", root, "unknown command 'fly'"],
  ["--prot 1", root, "unknown option '--prot'"],
  ["keys", "Usage: wonflow keys <command> [options]", "'keys' needs a command: issue, list, revoke"],
  ["keys lisst", "Usage: wonflow keys <command> [options]", "unknown command 'lisst' (Did you mean list?)"],
  ["keys --mid 7", "Usage: wonflow keys <command> [options]", "unknown option '--mid'"],
  ["dev --porrt 3", "Usage: wonflow dev [options]", "unknown option '--porrt'"],
  ["dev now", "Usage: wonflow dev [options]", "too many arguments for 'dev'. Expected 0 arguments but got 1: now."],
  ["doctor --card-network x", "Usage: wonflow doctor [options]", "--card-network is called --gateway now"],
  ["keys list", keysList, "required option '--mid <number>' not specified"],
  ["keys list --mid", keysList, "option '--mid <number>' argument missing"],
  ["keys list --mid 7 --mode test --nam 7", keysList, "unknown option '--nam'"],
  ["calendar close", "Usage: wonflow calendar close [options] <day>", "missing required argument 'day'"],
  ["trigger payment", "Usage: wonflow trigger [options] <event>", "'payment' is invalid for argument 'event'"],
])("wonflow %s", (commandLine, usage, mistake) => {
  test("says what is wrong in the last line, after at most ten lines of help, and ends with 2", async () => {
    const { exitCode, output, help, last } = await shown(commandLine.split(" "));
    expect([exitCode, output]).toEqual([2, ""]);
    expect(last).toMatch(/^wonflow: /);
    expect(last).toContain(mistake);
    expect(help[0]).toBe(usage);
    expect(help.length).toBeLessThanOrEqual(10);
    expect(help.filter((line) => line.length > 80)).toEqual([]);
    expect(help.join("\n")).toMatch(/ --help$/m);
    expect(help.join("\n")).not.toContain(mistake);
  });
});

test.each([
  ["keys list --mid x --mode test", "wonflow: --mid must be a whole number from 1"],
  ["payouts list --mid 7 --mode test --limit 0x10", "wonflow: --limit must be a whole number"],
  ["trigger payment.done --amount 1e4", "wonflow: --amount must be a whole number of won"],
  ["trigger payment.done --amount=", "wonflow: --amount must be a whole number of won"],
  [
    "attempts resolve --mid 7 --mode test --key k --outcome charged-back --note n --amount 0x64",
    "wonflow: --amount must be a whole number of won",
  ],
  ["merchants set --mid 7 --mode test --max-amount 1e4", "wonflow: --max-amount must be a whole number of won"],
  [
    "merchants set --mid 7 --mode test --settlement-days 3.0",
    "wonflow: --settlement-days must be a whole number of days",
  ],
  ["audit --mid 7", "wonflow: --mid and --mode go together"],
])("wonflow %s has its mistake alone: the help says no more about a value", async (commandLine, mistake) => {
  expect(await shown(commandLine.split(" "))).toEqual({ exitCode: 2, output: "", help: [], last: mistake });
});

test("the commands of a group are listed once, in the error if the command is missing", async () => {
  const [missing, unknown] = [await shown(["keys"]), await shown(["keys", "lisst"])];
  expect([missing.help.join("\n"), unknown.help[1]]).toEqual([
    expect.not.stringContaining("Commands:"),
    "Commands: issue, list, revoke",
  ]);
});

test("a group without a command reports to a program what it needs", async () => {
  const { exitCode, help, last } = await shown(["keys", "--json"]);
  expect([exitCode, help, JSON.parse(last)]).toEqual([2, [], { error: "'keys' needs a command: issue, list, revoke" }]);
});
