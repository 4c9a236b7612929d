import { spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import path from "node:path";
import { readReport, tallyTests, type Tally } from "./report.ts";

const root = path.resolve(import.meta.dirname, "../../..");

/** Runs test files, whose output is shown as it comes. */
export async function runTests(
  project: string,
  files: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Tally> {
  const reportFile = path.join(tmpdir(), `wonflow-tests-${process.pid}-${project}.json`);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${reportFile}`];
  const args = ["run", "--config=vitest.workspace.ts", `--project=${project}`, ...reporters, ...files];
  const child = spawn("vitest", args, { cwd: root, env: { ...process.env, ...env }, stdio: "inherit" });
  const [code] = (await once(child, "exit")) as [number | null];
  return tallyTests(readReport(reportFile), code === 0);
}
