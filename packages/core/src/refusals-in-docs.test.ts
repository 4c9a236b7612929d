import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";

import { approvalRefusals, authenticationRefusals, cancellationRefusals } from "./gateway/refusals.ts";
import { errorCodes, isErrorCode } from "./errors.ts";

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

async function methodsOf(path: string) {
  const file = join(import.meta.dirname, path);
  const text = readFileSync(file, "utf8");
  const [folder = ""] = path.split(/[/\\]/);
  const interfaces = [...text.matchAll(/^export interface \w+ \{\n[\s\S]*?^\}/gm)].join("\n");
  const found = [...interfaces.matchAll(method)].map(async ([, docstring = "", name = "", type = ""]) => {
    return { name: `${folder} ${name}`, docstring, list: await listIn(type, file, text) };
  });
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

test.each(methods)("the docstring of $name has an example", ({ docstring }) => {
  expect(docstring).toContain("@example");
});
