import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const packages = path.resolve(import.meta.dirname, "../..");
const report = readFileSync(path.join(packages, "core/api.md"), "utf8");

const isExported = new Set(
  [...report.matchAll(/^export (?:interface|type|class|const|function) (\w+)/gm)].map(([, name]) => name),
);

/** The types that the methods of a report's operations take and answer. */
function typesOfMethods(text: string): readonly string[] {
  const operations = [...text.matchAll(/^(?:export )?interface \w+Operations \{[\s\S]*?^\}/gm)].map(([block]) => block);
  const names = operations.flatMap((block) => block.match(/(?<!typeof )\b[A-Z]\w*/g) ?? []);
  const given = new Set(["Promise", "Readonly", "Record", "Partial", "Pick"]);
  return [...new Set(names)].filter((name) => !given.has(name) && !name.endsWith("Operations")).toSorted();
}

const index = readFileSync(path.join(packages, "wonflow/src/index.ts"), "utf8");
const [, named = ""] = /export type \{([^}]*)\} from "@wonflow\/core";/.exec(index) ?? [];
const wonflow = new Set(named.split(",").map((name) => name.trim()));

test.each([
  ["@wonflow/core", isExported],
  ["wonflow", wonflow],
])("a type that a method takes or answers is exported by %s, so that a program can name it", (_name, exported) => {
  const types = typesOfMethods(report);
  expect(types).toContain("PaymentIntent");
  expect(types.length).toBeGreaterThan(40);
  expect(types.filter((name) => !exported.has(name))).toEqual([]);
});

test("a type that no entry exports would be found", () => {
  expect(typesOfMethods("interface TeaOperations {\n    sell(cup: Cup): Promise<Tea>;\n}")).toEqual(["Cup", "Tea"]);
});
