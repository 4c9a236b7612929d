import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

import { digestOf } from "./docs/twins.ts";

const docs = path.resolve(import.meta.dirname, "../../../docs");
const file = path.join(docs, "ko/pages.json");

/** Writes down that the Korean twins of pages say what the pages say now: `twin payouts.md billing.md`. */
const pages = process.argv.slice(2).map((page) => path.basename(page));
const unknown = pages.filter((page) => ![page, `ko/${page}`].every((one) => existsSync(path.join(docs, one))));

if (pages.length === 0 || unknown.length > 0) {
  console.error([...unknown.map((page) => `docs/ko/${page} is no twin.`), "Usage: twin PAGE.md …"].join("\n"));
  process.exitCode = 2;
} else {
  const digests = JSON.parse(readFileSync(file, "utf8")) as Record<string, string>;
  for (const page of pages) digests[page] = digestOf(readFileSync(path.join(docs, page), "utf8"));
  const sorted = Object.entries(digests).toSorted(([one], [other]) => (one < other ? -1 : 1));
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
}
