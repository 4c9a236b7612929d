import path from "node:path";
import { describe, expect, test } from "vitest";
import { readTree } from "../src/tree.ts";
import { examplesOf } from "./examples/blocks.ts";
import { prelude } from "./examples/prelude.ts";
import { compile } from "./examples/program.ts";

const root = path.resolve(import.meta.dirname, "../../..");
const tree = readTree(root);

describe("examples in docstrings", () => {
  test("are found up to the next tag, with the line that they begin on", () => {
    const text = [
      "/**",
      " * Doubles.",
      " *",
      " * @example",
      " * const two = double(1);",
      " *",
      " * double(two);",
      " * @param one a number",
      " */",
      "export const double = (one: number) => 2 * one;",
    ].join("\n");
    const file = "packages/core/src/double.ts";
    expect(examplesOf(new Map([[file, text]]))).toEqual([
      { path: file, line: 5, code: "const two = double(1);\n\ndouble(two);" },
    ]);
  });

  test("compile, and one that does not is told by its file and line", async () => {
    const examples = examplesOf(tree);
    expect(examples.length).toBeGreaterThan(50);
    const planted = { path: "packages/core/src/index.ts", line: 7, code: `await clock.after(1);\nokay(1);\nok(1, 2);` };
    expect(await compile([...examples, planted], { root, tree, prelude })).toEqual([
      "packages/core/src/index.ts:8 Cannot find name 'okay'.",
      "packages/core/src/index.ts:9 Expected 1 arguments, but got 2.",
    ]);
  });
});
