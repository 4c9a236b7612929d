import { refuseField } from "../../result.ts";
import { modes, platform } from "../tenant/tenant.ts";

/** One argument of an operation: its name, and what it must be. */
export interface Argument {
  readonly name: string;
  readonly problem: string;
  readonly fits: (given: unknown) => boolean;
}

function isObject(given: unknown): given is object {
  return typeof given === "object" && given !== null && !Array.isArray(given);
}

function isTenant(given: unknown): boolean {
  if (!isObject(given) || !("mId" in given) || !("mode" in given)) return false;
  const { mId, mode } = given;
  const isId = typeof mId === "number" && Number.isInteger(mId) && mId >= 1 && mId <= 999_999_999_999_999;
  return isId && modes.some((known) => known === mode);
}

export const tenant: Argument = {
  name: "tenant",
  problem: 'must be a merchant in a mode: { mId: a whole number from 1, mode: "test" or "live" }',
  fits: isTenant,
};

export const owner: Argument = {
  name: "tenant",
  problem: `must be "${platform}", or a merchant in a mode: { mId: a whole number from 1, mode: "test" or "live" }`,
  fits: (given) => given === platform || isTenant(given),
};

export function text(name: string): Argument {
  return { name, problem: "must be a string", fits: (given) => typeof given === "string" };
}

export function oneOf(name: string, ...words: readonly string[]): Argument {
  const fits = (given: unknown) => words.some((word) => word === given);
  return { name, problem: `must be ${words.join(" or ")}`, fits };
}

/** An object, whose fields the operation itself reads through a schema. */
export function object(name: string): Argument {
  return { name, problem: "must be an object", fits: isObject };
}

export function list(name: string): Argument {
  return { name, problem: "must be a list", fits: Array.isArray };
}

export function count(name: string): Argument {
  return {
    name,
    problem: "must be a whole number from 1",
    fits: (given) => Number.isInteger(given) && Number(given) > 0,
  };
}

/** An object all of whose named members that are given are texts. */
export function texts(name: string, ...members: readonly string[]): Argument {
  return {
    name,
    problem: `must be an object; ${members.join(" and ")} must be a string`,
    fits: (given) => {
      if (!isObject(given)) return false;
      const values = new Map(Object.entries(given));
      return members.every((member) => values.get(member) == null || typeof values.get(member) === "string");
    },
  };
}

export function optional(argument: Argument): Argument {
  return { ...argument, fits: (given) => given === undefined || argument.fits(given) };
}

/** The arguments of an operation that answers no `Result`: it rejects with a TypeError instead. */
export interface Rejecting {
  readonly rejects: readonly Argument[];
}

export function rejecting(...rejects: readonly Argument[]): Rejecting {
  return { rejects };
}

/** The arguments of each operation. */
export type ArgumentsOf<Operations> = {
  readonly [Name in keyof Operations as Operations[Name] extends (...given: never) => Promise<unknown> ? Name : never]:
    | readonly Argument[]
    | Rejecting;
};

/**
 * The same operations, which refuse an argument of a wrong type with `INVALID_REQUEST` and its name, as a program
 * without types may give any. For a program with types there is no such argument, so the codes of an operation need not
 * list this one.
 */
export function withArguments<Operations extends object>(
  operations: Operations,
  table: ArgumentsOf<Operations>,
): Operations {
  const known = new Map<string, readonly Argument[] | Rejecting>(Object.entries(table));
  const checked = Object.entries(operations).map(([name, operation]: [string, unknown]): [string, unknown] => {
    const expected = known.get(name);
    if (expected === undefined || typeof operation !== "function") return [name, operation];
    const asked = (...given: readonly unknown[]): unknown =>
      refusalOf(expected, given) ?? Reflect.apply(operation, undefined, given);
    return [name, asked];
  });
  return { ...operations, ...Object.fromEntries<unknown>(checked) };
}

function refusalOf(expected: readonly Argument[] | Rejecting, given: readonly unknown[]): Promise<unknown> | undefined {
  const all = "rejects" in expected ? expected.rejects : expected;
  const wrong = all.find(({ fits }, index) => !fits(given[index]));
  if (wrong === undefined) return undefined;
  if ("rejects" in expected) return Promise.reject(new TypeError(`${wrong.name} ${wrong.problem}`));
  return Promise.resolve(refuseField("INVALID_REQUEST", wrong.name, wrong.problem));
}
