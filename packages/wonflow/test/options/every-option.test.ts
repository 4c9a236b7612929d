import type { Command } from "commander";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { newProgram } from "../../src/cli/command-line.ts";
import { run } from "../command.ts";
import { argumentsOf, nameOf, told, valueAt, type Given, type RuledCommand } from "./rule.ts";
import { seededDatabase, type Seeded } from "./seeded-database.ts";
import { table } from "./table.ts";

/** The commands that do something, by their names. */
function commandsOf(command: Command, words: readonly string[] = []): readonly (readonly [string, Command])[] {
  if (command.commands.length === 0) return [[words.join(" "), command]];
  return command.commands.flatMap((each) => commandsOf(each, [...words, each.name()]));
}

const commands = commandsOf(newProgram());

test("every option of every command has its rule, and no other", () => {
  const flagsOf = ({ options }: Command) => options.map(({ flags }) => flags).toSorted((a, b) => a.localeCompare(b));
  const sorted = (flags: readonly string[]) => [...flags, "--json"].toSorted((a, b) => a.localeCompare(b));
  const ruled = Object.entries(table).map(([name, { rules }]) => [name, sorted(Object.keys(rules))] as const);
  expect(Object.fromEntries(ruled)).toEqual(
    Object.fromEntries(commands.map(([name, command]) => [name, flagsOf(command)])),
  );
  expect(commands.length).toBeGreaterThan(35);
});

let world: Seeded;

beforeAll(async () => {
  world = await seededDatabase();
});

afterAll(() => world.letGo());

function runOf(name: string, { run: ofItself }: RuledCommand, given: Given): Promise<unknown> {
  return ofItself === undefined ? world.answered.json(name, given) : ofItself(given, world);
}

function baseOf({ base }: RuledCommand, but?: string): Given {
  const options = Object.entries(base).filter(([name]) => name !== but);
  return Object.fromEntries(options.map(([name, argument]) => [name, told(argument, world)]));
}

describe.each(Object.entries(table).filter(([, { rules }]) => Object.keys(rules).length > 0))(
  "wonflow %s",
  (name, ruled) => {
    const rules = Object.entries(ruled.rules).map(([flags, rule]) => ({ flags, option: nameOf(flags), ...rule }));

    test.each(rules)("$flags", async ({ option, at, without, given, seen }) => {
      expect(valueAt(await runOf(name, ruled, baseOf(ruled, option)), at)).toEqual(without);
      const named = { ...baseOf(ruled, option), [option]: told(given, world) };
      expect(valueAt(await runOf(name, ruled, named), at)).toEqual(seen);
    });

    if (ruled.keeps !== true) return;

    const kept = rules.filter(({ option }) => !(option in ruled.base));
    // Consent is part of the terms.
    const alone = kept.filter(({ option }) => option !== "terms");
    const expected = Object.fromEntries(alone.map(({ flags, seen }) => [flags, seen]));
    const valuesIn = (answer: unknown) =>
      Object.fromEntries(alone.map(({ flags, at }) => [flags, valueAt(answer, at)]));

    test("keeps all that is not named", async () => {
      expect(valuesIn(await runOf(name, ruled, baseOf(ruled)))).toEqual(expected);
    });

    test.each(kept)("$flags keeps all that it does not name", async ({ option, given }) => {
      const answer = await runOf(name, ruled, { ...baseOf(ruled, option), [option]: told(given, world) });
      expect(valuesIn(answer)).toEqual(expected);
    });
  },
);

test("without --mid and --mode an audit is of all merchants", async () => {
  expect(await world.answered.json("audit", {})).toMatchObject({ merchants: [{ mId: 7 }, { mId: 8 }, { mId: 9 }] });
});

test("answers are readable text without --json", async () => {
  const [exitCode, output] = await run(
    ["sellers", "list", ...argumentsOf({ mid: "8", mode: "test" })],
    world.environment,
  );
  expect([exitCode, output]).toEqual([0, "There are no sellers.\n"]);
});

test.each([
  ["2026-10-21", 0, /^2026-10-21: 1 payments and 0 payouts compared\. All records agree\.\n$/],
  ["2026-11-25", 1, /^2026-11-25: 0 payments and 1 payouts compared\.\nNo answer about payout\.payout_\S+\.\n$/],
])("reconcile ends with 1 where a provider does not answer: %s", async (day, exitCode, text) => {
  const reconcile = ["reconcile", ...argumentsOf({ mid: "7", mode: "test", day })];
  expect(await run(reconcile, world.environment)).toEqual([exitCode, expect.stringMatching(text)]);
});
