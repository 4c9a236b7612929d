import path from "node:path";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { afterAll, describe } from "vitest";
import { blocksOf } from "./guide.ts";

/** A folder in which this package's modules resolve by name, as built. */
const folder = path.resolve(import.meta.dirname, "../../reports/guides");

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The page's own test, with what it is written on. */
describe.each(["testing.md", "ko/testing.md"])("docs/%s", async (page) => {
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, `${page.replace("/", "-")}-${process.pid}.ts`);
  writeFileSync(file, blocksOf(page, "ts").join("\n"));
  await import(/* @vite-ignore */ file);
});
