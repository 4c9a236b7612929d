import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { buildChanged } from "./browser.ts";

let root = "";

const script = "packages/page/dist/page.js";
const long = new Date("2026-01-01T00:00:00Z");

const options = `
const folder = import.meta.dirname;
export default [{ input: folder + "/src/page.ts", output: { file: folder + "/dist/page.js" } }];
`;

/** Writes a file that was saved long before any build. */
function save(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
  utimesSync(path.join(root, file), long, long);
}

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), "wonflow-browser-"));
  save("pnpm-lock.yaml", "lock: 1\n");
  save("packages/page/package.json", `{ "type": "module" }`);
  save("packages/page/src/page.ts", `import { text } from "./text.ts"; console.log(text);`);
  save("packages/page/src/text.ts", `export const text = "first";`);
  save("packages/page/released/1.0.0.txt", "released");
  save("packages/page/rollup.config.mjs", options);
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Whether a build wrote the script again. */
async function builds(): Promise<boolean> {
  utimesSync(path.join(root, script), long, long);
  await buildChanged(root);
  return statSync(path.join(root, script)).mtimeMs !== long.getTime();
}

test("browser scripts are built once", async () => {
  await buildChanged(root);
  expect(readFileSync(path.join(root, script), "utf8")).toContain("first");
  expect(await builds()).toBe(false);
});

test.each([
  ["a source is another", () => save("packages/page/src/page.ts", `console.log("second");`)],
  ["a module that a source imports is another", () => save("packages/page/src/text.ts", `export const text = "2";`)],
  ["the options are others", () => appendTo("packages/page/rollup.config.mjs")],
  ["a package's manifest is another", () => appendTo("packages/page/package.json")],
  ["other packages are installed", () => save("pnpm-lock.yaml", "lock: 2\n")],
  ["a version was released", () => save("packages/page/released/1.1.0.txt", "released")],
  ["a package got a script", () => addPackage()],
  ["the script is damaged", () => save(script, "damaged")],
  ["the record of the last build is damaged", () => save("node_modules/.cache/browser-scripts", "")],
])("browser scripts are built again when %s", async (_, change) => {
  await buildChanged(root);
  change();
  expect(await builds()).toBe(true);
  expect(await builds()).toBe(false);
});

function addPackage(): void {
  save("packages/other/src/page.ts", "console.log(1);");
  save("packages/other/rollup.config.mjs", options);
}

function appendTo(file: string): void {
  save(file, `${readFileSync(path.join(root, file), "utf8")}\n`);
}

test("a script that is gone is built again", async () => {
  await buildChanged(root);
  rmSync(path.join(root, script));
  await buildChanged(root);
  expect(readFileSync(path.join(root, script), "utf8")).toContain("first");
});

test("a source that was saved during the build is built again", async () => {
  await buildChanged(root);
  save("packages/page/src/text.ts", `export const text = "second";`);
  const later = new Date(Date.now() + 60_000);
  utimesSync(path.join(root, "packages/page/src/text.ts"), later, later);
  expect(await builds()).toBe(true);
  expect(await builds()).toBe(true);
});
