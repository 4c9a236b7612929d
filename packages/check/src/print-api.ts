import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { apiReports } from "./api-report.ts";
import { readTree } from "./tree.ts";
import { packagesOf, publishable } from "./workspace.ts";

/*
 * Writes what each published package makes public into its api.md, from the declarations that `tsc -b` has made; with
 * `--check` it only reports a difference from the file, so that a change has to be committed and is reviewed.
 */
const root = path.resolve(import.meta.dirname, "../../..");
const onlyChecks = process.argv.includes("--check");

function firstDifference(before: string, now: string): string {
  const [old, lines] = [before.split("\n"), now.split("\n")];
  const index = lines.findIndex((line, at) => line !== old[at]);
  return `line ${index + 1}: ${lines[index] ?? old[lines.length] ?? ""}`.slice(0, 200);
}

const packages = publishable(packagesOf(readTree(root)));
const reports = apiReports(root, packages);
for (const one of packages) {
  const file = path.join(root, one.folder, "api.md");
  const now = reports.of(one);
  if (!onlyChecks) {
    writeFileSync(file, now);
    continue;
  }
  const before = readFileSync(file, "utf8");
  if (before === now) continue;
  console.error(`${one.folder}/api.md: what is public has changed, at ${firstDifference(before, now)}`);
  console.error("Where that is meant, run `pnpm print:api` and commit what it writes.");
  process.exitCode = 1;
}
