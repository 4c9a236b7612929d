import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";

import { approvalRefusals, authenticationRefusals, cancellationRefusals } from "./gateway/refusals.ts";
import { errorCodes, isErrorCode } from "./error-messages.ts";
import { operationErrors } from "./operation-errors.ts";

/** Lists that a docstring may name instead of their codes. */
const groups: Readonly<Record<string, readonly string[]>> = {
  approvalRefusals,
  cancellationRefusals,
  authenticationRefusals,
};

/** A method of an interface: its docstring, name, parameters and answer. */
const method = /(?:\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s+)?^ {2}(\w+)(\([\s\S]*?);\n(?=\n|\})/gm;

const listSchema = z.array(z.enum(errorCodes));

/** The list of codes that a method's type names; none where it refuses nothing. */
async function listIn(type: string, file: string, text: string): Promise<readonly string[]> {
  const name = /\btypeof (\w+)/.exec(type)?.[1];
  if (name === undefined && !/\b(?:Answer|Result)</.test(type)) return [];
  const specifier = new RegExp(`import (?:type )?\\{[^}]*\\b${name}\\b[^}]*\\} from "(.+?)"`).exec(text)?.[1];
  if (name === undefined || specifier === undefined)
    throw new Error(`${file}: no list of codes is imported for ${type}`);
  const module: unknown = await import(join(file, "..", specifier));
  return listSchema.parse(Object(module)[name]);
}

/** The name of each interface in `Payments`. It extends `ReconciliationOperations`, which therefore has none. */
const groupOf = new Map(
  [
    ...readFileSync(join(import.meta.dirname, "payments.ts"), "utf8").matchAll(
      /^ {2}readonly (\w+): (\w+Operations)\b/gm,
    ),
  ].map(([, group, type]) => [type, group] as const),
);

/** The codes of a method in `operationErrors`. */
function publicList(type: string, name: string): unknown {
  const group = groupOf.get(type);
  return Object(group === undefined ? operationErrors : Object(operationErrors)[group])[name];
}

async function methodsOf(path: string) {
  const file = join(import.meta.dirname, path);
  const text = readFileSync(file, "utf8");
  const [folder = ""] = path.split(/[/\\]/);
  const interfaces = [...text.matchAll(/^export interface (\w+) \{\n[\s\S]*?^\}/gm)];
  const found = interfaces.flatMap(([body, of = ""]) =>
    [...body.matchAll(method)].map(async ([, docstring = "", name = "", type = ""]) => {
      const list = await listIn(type, file, text);
      return { name: `${folder} ${name}`, docstring, list, published: publicList(of, name) };
    }),
  );
  return Promise.all(found);
}

const files = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" });
const methods = (
  await Promise.all(files.filter((path) => path.endsWith("operations.ts")).map((path) => methodsOf(path)))
).flat();

/** The codes between "Refusals" and the example. */
function codesOf(docstring: string): ReadonlySet<string> {
  const [, refusals = ""] =
    /Refusals[^:]*:([\s\S]*?)(?=@example|$)/.exec(docstring.replaceAll(/\n\s*\* ?/g, " ")) ?? [];
  const words = [...refusals.matchAll(/`(\w+)`/g)].map(([, word = ""]) => word);
  return new Set(words.flatMap((word) => groups[word] ?? (isErrorCode(word) ? [word] : [])));
}

test("the methods are found", () => {
  expect(methods.length).toBeGreaterThan(60);
});

test.each(methods)("the docstring of $name names exactly the codes that it may refuse with", ({ docstring, list }) => {
  expect([...codesOf(docstring)].toSorted()).toEqual([...new Set(list)].toSorted());
});

test.each(methods)("operationErrors has the codes of $name", ({ list, published = [] }) => {
  expect(published).toEqual(list);
});

test.each(methods)("the docstring of $name has an example", ({ docstring }) => {
  expect(docstring).toContain("@example");
});
