import path from "node:path";
import { Package } from "@arethetypeswrong/core";
import { expect, test } from "vitest";
import { problemsInProject } from "./empty-project.ts";

const root = path.resolve(import.meta.dirname, "../../..");

/** A package that imports zod, whose manifest says what it depends on. */
function greeting(dependencies: object, more = "") {
  const manifest = {
    name: "greeting",
    version: "1.0.0",
    type: "module",
    exports: { types: "./index.d.ts", default: "./index.js" },
    dependencies,
  };
  const files = {
    "package.json": JSON.stringify(manifest),
    "index.js": `import { z } from "zod"; export const hello = z.string(); ${more}`,
    "index.d.ts": `import type { z } from "zod"; export declare const hello: z.ZodString;`,
  };
  const entries = Object.entries(files).map(([file, text]) => [`/node_modules/greeting/${file}`, text]);
  return { folder: "packages/core", tarball: new Package(Object.fromEntries(entries), "greeting", "1.0.0") };
}

const code = {
  "run.mjs": `import { hello } from "greeting"; hello.parse("tea");`,
  "run.cjs": `require("greeting").hello.parse("tea");`,
};

test("what a package says it depends on is there, for import and for require", async () => {
  expect(await problemsInProject([greeting({ zod: "4.6.7" })], { code, root })).toEqual([]);
});

/** The checks that found something. */
const failed = (problems: readonly string[]) => problems.map((problem) => problem.replace(/:[^]*/, ""));

test("what it does not say is not there", async () => {
  expect(failed(await problemsInProject([greeting({})], { code, root }))).toEqual(["node run.mjs", "node run.cjs"]);
});

test("a module that waits while it loads cannot be required", async () => {
  const waiting = greeting({ zod: "4.6.7" }, "await 0;");
  expect(failed(await problemsInProject([waiting], { code, root }))).toEqual(["node run.cjs"]);
});
