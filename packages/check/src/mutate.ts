import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import {
  misplacedMutants,
  mutatedFiles,
  storeMutants,
  storeTests,
  type StoreMutants,
} from "./mutation/store-mutants.ts";
import { compareSurvivors, reportSchema, survivorsFile, type Report } from "./mutation/survivors.ts";

const root = path.resolve(import.meta.dirname, "../../..");
/** Rooms of core, and folders of rooms. */
const folders = ["engine/attempt", "ledger", "payment", "payout/settlement"];

/** Has what survived tried again: of a change in what a module does once, Stryker can't know that a new test sees it. */
function removeSurvivors(file: string): void {
  if (!existsSync(file)) return;
  const report = readReport(file);
  for (const each of Object.values(report.files)) {
    each.mutants = each.mutants.filter(({ status }) => status !== "Survived" && status !== "NoCoverage");
  }
  writeFileSync(file, JSON.stringify(report));
}

/**
 * Mutates one folder of core; prints what survived, and the score. Mutants that were killed before are taken from the last
 * run. It has to reach the score that is set, and each survivor its reason.
 */
function mutateFolder(folder: string): boolean {
  const mutate = `packages/core/src/${folder}/**/*.ts,!**/*.test.ts`;
  const kept = path.join(root, `reports/mutation/${folder.replace("/", "-")}.json`);
  removeSurvivors(kept);
  const args = ["run", "--mutate", mutate, "--incrementalFile", kept];
  const env = { ...process.env, WONFLOW_MUTATED_FOLDER: folder };
  const { status } = spawnSync("stryker", args, { cwd: root, env, stdio: "inherit" });
  const table = readFileSync(path.join(root, survivorsFile), "utf8");
  const { unexplained, stale } = compareSurvivors(readReport(kept), { folder, table });
  if (unexplained.length > 0) console.log(`survived, and ${survivorsFile} gives no reason:\n${unexplained.join("\n")}`);
  if (stale.length > 0) console.log(`seen by a test, or gone, and still in ${survivorsFile}:\n${stale.join("\n")}`);
  return status === 0 && unexplained.length === 0 && stale.length === 0;
}

function readReport(file: string): Report {
  return reportSchema.parse(JSON.parse(readFileSync(file, "utf8")));
}

/** The tests of the store take a minute: a run that takes this long hangs, and says nothing about the mutant. */
const timeout = 20 * 60_000;

interface Tried {
  readonly list: StoreMutants;
  /** Its name; empty for the tests without a wrong change. */
  readonly mutant: string;
  /** Their place in the list's tests. */
  readonly tests: number;
}

/** The first test that fails, undefined if all pass. */
function failingTest({ list, mutant, tests }: Tried, tries = 2): string | undefined {
  const tried = { WONFLOW_MUTANTS: list, WONFLOW_MUTANT: mutant, WONFLOW_MUTANT_TESTS: String(tests) };
  const env = { ...process.env, NO_COLOR: "1", ...tried };
  const args = ["run", "--config", "packages/check/src/mutation/store.config.mjs", "--reporter=dot"];
  const { status, stdout, stderr, error } = spawnSync("vitest", args, { cwd: root, env, encoding: "utf8", timeout });
  if (error !== undefined) throw new Error(`the tests did not end for “${mutant}”: ${error.message}\n${stdout}`);
  if (status === 0) return undefined;
  const output = stdout + stderr;
  const [, test] = /FAIL .* > (.+)/.exec(output) ?? [];
  if (test === undefined) throw new Error(`the tests could not be run:\n${output}`);
  // On a machine that is busy with other things a test may run out of time; one that does so again never ends.
  const late = output.includes("timed out");
  if (late && tries > 1) return failingTest({ list, mutant, tests }, tries - 1);
  return late ? `${test}, which does not end` : test;
}

/** The mutants of a file that have lost their place, with the reason. */
export function misplacedInStore(): readonly string[] {
  const mutants = Object.values(storeMutants).flat();
  return [...new Set(Object.values(mutatedFiles))].flatMap((file) =>
    misplacedMutants(
      readFileSync(path.join(root, file), "utf8"),
      mutants.filter((mutant) => mutatedFiles[mutant.file] === file),
    ),
  );
}

/** The first test that sees a change, the quick ones first; undefined if none does. */
function testThatSees(list: StoreMutants, mutant: string): string | undefined {
  for (const tests of storeTests[list].keys()) {
    const failed = failingTest({ list, mutant, tests });
    if (failed !== undefined) return failed;
  }
  return undefined;
}

/** Prints which test sees each change of a list. */
function mutateStore(list: StoreMutants): boolean {
  const misplaced = misplacedInStore();
  if (misplaced.length > 0) throw new Error(`mutants have lost their places:\n${misplaced.join("\n")}`);
  const broken = testThatSees(list, "");
  if (broken !== undefined) throw new Error(`fails without a wrong change: ${broken}`);
  let killed = 0;
  for (const { name } of storeMutants[list]) {
    const seenBy = testThatSees(list, name);
    if (seenBy !== undefined) killed += 1;
    console.log(seenBy === undefined ? `SURVIVED  ${name}` : `killed    ${name}\n          by “${seenBy}”`);
  }
  console.log(`${killed} of ${storeMutants[list].length} killed`);
  return killed === storeMutants[list].length;
}

if (import.meta.main) {
  const asked = process.argv.slice(2);
  const known = [...folders, ...Object.keys(storeMutants)];
  const unknown = asked.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new Error(`there is nothing to mutate by the name ${unknown[0]}; try ${known.join(", ")}`);
  const done = (asked.length === 0 ? known : asked).map((name) =>
    name === "sql" || name === "batches" ? mutateStore(name) : mutateFolder(name),
  );
  process.exitCode = done.every(Boolean) ? 0 : 1;
}
