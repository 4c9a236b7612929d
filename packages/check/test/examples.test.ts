import path from "node:path";
import { parseSync } from "oxc-parser";
import { describe, expect, test } from "vitest";
import { readTree } from "../src/tree.ts";
import { blocksInPages, examplesOf, type Block } from "./examples/blocks.ts";
import { prelude } from "./examples/prelude.ts";
import { compile } from "./examples/program.ts";

const root = path.resolve(import.meta.dirname, "../../..");
const tree = readTree(root);

/** Blocks that quote an example's files: tests of `docs/mounts.md` and below hold these. */
function isHeldElsewhere({ path: page, code }: Block): boolean {
  return page === "docs/mounts.md" || code.includes("./journal-store.ts");
}

/** The program of `docs/embedding.md`, with its last part as `docs/mounts.md` has it. */
function mountedPrograms(blocks: readonly Block[]): readonly Block[] {
  const program = blocks.find(({ path: page }) => page === "docs/embedding.md")?.code ?? "";
  const [service = ""] = program.replace(/^import express.*$/m, "").split("// The web");
  const before = service.split("\n").length - 1;
  return blocks
    .filter(({ path: page, code }) => page === "docs/mounts.md" && code.includes("Buy tea at"))
    .map((block) => ({ ...block, line: block.line - before, code: service + block.code }));
}

describe("examples in docstrings and pages", () => {
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

  // The compiler reads the types of all packages: ten seconds on a machine that does nothing else.
  test("compile, and one that does not is reported by its file and line", { timeout: 120_000 }, async () => {
    const examples = examplesOf(tree);
    expect(examples.length).toBeGreaterThan(50);
    const all = blocksInPages(tree, "ts");
    const blocks = [...all.filter((block) => !isHeldElsewhere(block)), ...mountedPrograms(all)];
    expect(blocks.length).toBeGreaterThan(18);
    const planted = [
      { path: "packages/core/src/index.ts", line: 7, code: `await clock.after(1);\nokay(1);\nok(1, 2);` },
      { path: "docs/testing.md", line: 3, code: `const service = await openTestService();\nservice.close();` },
    ];
    expect(await compile([...examples, ...blocks, ...planted], { root, tree, prelude })).toEqual([
      "packages/core/src/index.ts:8 Cannot find name 'okay'.",
      "packages/core/src/index.ts:9 Expected 1 arguments, but got 2.",
      expect.stringContaining("docs/testing.md:4 Property 'close' does not exist"),
    ]);
  });
});

describe("pages", () => {
  test("have JavaScript that can be parsed", () => {
    const blocks = blocksInPages(tree, "js");
    expect(blocks.length).toBeGreaterThan(3);
    const broken = blocks.filter(({ code }) => parseSync("block.mjs", code).errors.length > 0);
    expect(broken).toEqual([]);
    expect(parseSync("block.mjs", "const = 1;").errors).toHaveLength(1);
  });

  test("have JSON that can be parsed", () => {
    const blocks = blocksInPages(tree, "json");
    expect(blocks.length).toBeGreaterThan(0);
    for (const { code } of blocks) expect(() => JSON.parse(code)).not.toThrow();
  });

  test("quote the example of a store as it is", () => {
    const quote = blocksInPages(tree, "ts").find(({ code }) => code.includes("./journal-store.ts"));
    const example = tree.get("examples/own-store/src/journal-store.test.ts") ?? "";
    expect(quote?.code.split("\n").filter((line) => !example.includes(line))).toEqual([]);
  });
});
