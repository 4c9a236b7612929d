import { expect } from "vitest";

import type { Seeded } from "./seeded-database.ts";

/** Options by their names without hyphens, with their arguments; an empty argument for an option that takes none. */
export type Given = Readonly<Record<string, string>>;

type Told = string | ((world: Seeded) => string);

/** The effect of one option, by value. A refusal is seen in the place of the value. */
export interface Rule {
  /** The value's place in the answer, such as `payouts.-1.payoutDate` for the last one's. */
  readonly at: string;
  readonly without: unknown;
  /** An argument in the option's own unit. */
  readonly given: Told;
  readonly seen: unknown;
}

export interface RuledCommand {
  /** Every option, by its flags as in the help. */
  readonly rules: Readonly<Record<string, Rule>>;
  /** The options of every run, but for the one that a rule is about. */
  readonly base: Readonly<Record<string, Told>>;
  /** Whether a value stays where its option is not named. */
  readonly keeps?: boolean;
  /** Runs the command, for what is not seen in its answer in JSON. */
  readonly run?: (given: Given, world: Seeded) => Promise<unknown>;
}

export function needed(flags: string, rule: Omit<Rule, "without">): Rule {
  return { ...rule, without: `required option '${flags}' not specified` };
}

export const tenant = { mid: "7", mode: "test" } as const;

/** The options of every command about a merchant. */
export const tenantRules: Readonly<Record<string, Rule>> = {
  "--mid <number>": needed("--mid <number>", {
    at: "",
    given: "0",
    seen: expect.stringMatching(/^--mid must be a whole number from 1/),
  }),
  "--mode <test|live>": needed("--mode <test|live>", {
    at: "",
    given: "prod",
    seen: expect.stringMatching(/^--mode must be test or live/),
  }),
};

const whichOwner = "say which merchant with --mid and --mode, or --platform for operators of the platform";

/** The options of every command about a merchant or the platform. */
export const ownerRules: Readonly<Record<string, Rule>> = Object.fromEntries(
  Object.entries(tenantRules).map(([flags, rule]) => [flags, { ...rule, without: whichOwner }]),
);

/** What the option says beside a merchant; without it the command gives this refusal, or none. */
export function platformRule(without?: string): Readonly<Record<string, Rule>> {
  const seen = "--platform replaces --mid and --mode: leave those out";
  return { "--platform": { at: "", without, given: "", seen } };
}

export function told(from: Told, world: Seeded): string {
  return typeof from === "string" ? from : from(world);
}

/** A value by its place in an answer; the refusal where there is one. */
export function valueAt(answer: unknown, at: string): unknown {
  const refusal: unknown = Reflect.get(Object(answer), "error");
  if (typeof refusal === "string") return refusal;
  return at.split(".").reduce((value: unknown, key): unknown => {
    if (Array.isArray(value) && key !== "length") return value.at(Number(key));
    return Reflect.get(Object(value), key);
  }, answer);
}

/** The name of an option by its flags: `mid` for `--mid <number>`. */
export function nameOf(flags: string): string {
  return /^--([a-z-]+)/.exec(flags)?.[1] ?? flags;
}

export function argumentsOf(given: Given): readonly string[] {
  return Object.entries(given).flatMap(([name, argument]) =>
    argument === "" ? [`--${name}`] : [`--${name}`, argument],
  );
}
