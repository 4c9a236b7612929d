import { describe, expect, test } from "vitest";
import { cycles } from "./cycles.ts";

/** A tree of one package, by the paths in its `src`. */
function treeOf(files: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(Object.entries(files).map(([file, text]) => [`packages/sandbox/src/${file}`, text]));
}

describe("a circle", () => {
  test.each([
    [
      "of values",
      {
        "card/card.ts": `import { token } from "../token/token.ts";`,
        "token/token.ts": `\nimport { card } from "../card/card.ts";`,
      },
      "card/card.ts:1 is part of a circle: card → token → card (card/card.ts imports token/token.ts; token/token.ts imports card/card.ts)",
    ],
    [
      "of types only, each from a file of its own",
      {
        "card/card.ts": `\nexport type { Token } from "../token/token.ts";`,
        "card/brand.ts": "export type Brand = 1;",
        "token/token.ts": "export type Token = 1;",
        "token/mask.ts": `type Brand = import("../card/brand.ts").Brand;`,
      },
      "card/card.ts:2 is part of a circle: card → token → card (card/card.ts imports token/token.ts; token/mask.ts imports card/brand.ts)",
    ],
    [
      "through a file directly in src",
      {
        "card/card.ts": `import type { Routes } from "../routes.ts";`,
        "routes.ts": `const card = import("./card/card.ts");`,
      },
      "card/card.ts:1 is part of a circle: card → routes.ts → card (card/card.ts imports routes.ts; routes.ts imports card/card.ts)",
    ],
    [
      "of three parts",
      {
        "card/card.ts": `import "../token/token.ts";`,
        "routes.ts": `export * from "./card/card.ts";`,
        "token/token.ts": `import "../routes.ts";`,
      },
      "card/card.ts:1 is part of a circle: card → token → routes.ts → card (card/card.ts imports token/token.ts; token/token.ts imports routes.ts; routes.ts imports card/card.ts)",
    ],
  ])("%s is caught, once", (_, files, problem) => {
    expect(cycles(treeOf(files))).toEqual([`packages/sandbox/src/${problem}`]);
  });

  test("beside another one does not hide it", () => {
    const files = {
      "a/a.ts": `import "../b/b.ts"; import "../c/c.ts";`,
      "b/b.ts": `import "../a/a.ts";`,
      "c/c.ts": `import "../a/a.ts";`,
    };
    expect(cycles(treeOf(files))).toEqual([
      expect.stringContaining("circle: a → b → a "),
      expect.stringContaining("circle: c → a → c "),
    ]);
  });

  test.each([
    ["within a folder", { "card/card.ts": `import "./mask.ts";`, "card/mask.ts": `import "./card.ts";` }],
    [
      "that only a test closes",
      { "card/card.ts": `import "../a.ts";`, "a.ts": "", "a.test.ts": `import "./card/card.ts";` },
    ],
    ["through a test", { "card/card.ts": `import "../a.test.ts";`, "a.test.ts": `import "./card/card.ts";` }],
    [
      "of no arrows back",
      { "a/a.ts": `import "../b/b.ts"; import "../c.ts";`, "b/b.ts": `import "../c.ts";`, "c.ts": "" },
    ],
    ["through another package", { "a.ts": `import "@wonflow/core";`, "b/b.ts": `import "../a.ts";` }],
  ])("%s is accepted", (_, files) => {
    expect(cycles(treeOf(files))).toEqual([]);
  });
});
