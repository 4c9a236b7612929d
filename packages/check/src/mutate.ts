import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { sqlFiles, sqlMutants } from "./mutation/sql-mutants.ts";

const root = path.resolve(import.meta.dirname, "../../..");
const folders = ["money", "attempt", "payment", "checkout"];

/** Mutates one folder of core; prints what survived, and the score. A run that was stopped goes on where it was. */
function mutateFolder(folder: string): boolean {
  const mutate = `packages/core/src/${folder}/*.ts,!**/*.test.ts`;
  const args = ["run", "--mutate", mutate, "--incrementalFile", `reports/mutation/${folder}.json`];
  return spawnSync("stryker", args, { cwd: root, stdio: "inherit" }).status === 0;
}

/** The store contract on an embedded database: the first test that fails, undefined where all pass. */
function failingContract(mutant: string): string | undefined {
  const env = { ...process.env, NO_COLOR: "1", WONFLOW_SQL_MUTANT: mutant };
  const args = ["run", "--config=packages/check/src/mutation/sql.config.mjs"];
  const { status, stdout, stderr } = spawnSync("vitest", args, { cwd: root, env, encoding: "utf8" });
  if (status === 0) return undefined;
  const [, test] = /FAIL .* > (.+)/.exec(stdout + stderr) ?? [];
  if (test === undefined) throw new Error(`the contract could not be run:\n${stdout}${stderr}`);
  return test;
}

/** How often the text of each mutant of the SQL stands in its file, where that is not once. */
export function misplacedMutants(): readonly string[] {
  return sqlMutants.flatMap(({ name, file, text }) => {
    const times = readFileSync(path.join(root, sqlFiles[file]), "utf8").split(text).length - 1;
    return times === 1 ? [] : [`${name}: stands ${times} times in ${sqlFiles[file]}`];
  });
}

/** Mutates the SQL, change by change; prints which test has seen each, and how many were seen. */
function mutateSql(): boolean {
  const misplaced = misplacedMutants();
  if (misplaced.length > 0) throw new Error(`texts of the table stand no longer once:\n${misplaced.join("\n")}`);
  const broken = failingContract("");
  if (broken !== undefined) throw new Error(`the contract fails without a wrong change: ${broken}`);
  let killed = 0;
  for (const { name } of sqlMutants) {
    const seenBy = failingContract(name);
    if (seenBy !== undefined) killed += 1;
    console.log(seenBy === undefined ? `SURVIVED  ${name}` : `killed    ${name}\n          by “${seenBy}”`);
  }
  console.log(`${killed} of ${sqlMutants.length} killed`);
  return killed === sqlMutants.length;
}

if (import.meta.main) {
  const asked = process.argv.slice(2);
  const known = [...folders, "sql"];
  const unknown = asked.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new Error(`there is nothing to mutate by the name ${unknown[0]}; try ${known.join(", ")}`);
  const done = (asked.length === 0 ? known : asked).map((name) => (name === "sql" ? mutateSql() : mutateFolder(name)));
  process.exitCode = done.every(Boolean) ? 0 : 1;
}
