import path from "node:path";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { z } from "zod";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";

/** The results of a check: tests one by one, and each other step as one. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
}

const testReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      startTime: z.number(),
      endTime: z.number(),
      assertionResults: z.array(z.object({ status: z.string() })),
    }),
  ),
});

type TestReport = z.infer<typeof testReport>;

/** Counts a file that could not be loaded, and a run that failed without a failed test, as one failure. */
export function tallyTests(report: TestReport | undefined, runOk: boolean): Tally {
  if (report === undefined) return { passed: 0, failed: 1 };
  const broken = report.testResults.filter(({ status, assertionResults }) => {
    return status === "failed" && assertionResults.length === 0;
  });
  const failed = report.numFailedTests + broken.length;
  return { passed: report.numPassedTests, failed: failed === 0 && !runOk ? 1 : failed };
}

/** A report without some files, which a later run reports of. */
export function withoutFiles(report: TestReport | undefined, files: readonly string[]): TestReport | undefined {
  if (report === undefined) return undefined;
  const passed = report.testResults
    .filter(({ name }) => files.includes(name))
    .flatMap(({ assertionResults }) => assertionResults.filter(({ status }) => status === "passed"));
  return {
    ...report,
    numPassedTests: report.numPassedTests - passed.length,
    testResults: report.testResults.filter(({ name }) => !files.includes(name)),
  };
}

export function slowestFiles(report: TestReport | undefined, root: string): readonly string[] {
  const files = (report?.testResults ?? []).map(({ name, startTime, endTime }) => ({ name, ms: endTime - startTime }));
  return files
    .toSorted((one, other) => other.ms - one.ms)
    .slice(0, 5)
    .map(({ name, ms }) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${path.relative(root, name)}`);
}

/** Reads a report that vitest wrote, or nothing when the run ended before it could. */
export function readReport(file: string): TestReport | undefined {
  try {
    return testReport.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return undefined;
  } finally {
    rmSync(file, { force: true });
  }
}

/** Whether a program is in a folder of PATH. */
function isInstalled(program: string, { PATH = "" }: Readonly<Record<string, string | undefined>>): boolean {
  return PATH.split(path.delimiter).some((folder) => folder !== "" && existsSync(path.join(folder, program)));
}

/** Lists the tests that a run leaves out for want of what they need. */
export function leftOut(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  const needed = [
    {
      isThere: env["WONFLOW_TEST_CITUS_URL"] !== undefined,
      tests: "on Citus were not run: WONFLOW_TEST_CITUS_URL is not set (pnpm citus --url URL)",
    },
    {
      isThere: isInstalled("promtool", env),
      tests: "of the alert rules were not run: promtool is not installed (Debian's package prometheus has it)",
    },
    {
      isThere: env["WONFLOW_TEST_IMAGE"] !== undefined,
      tests: "of the image were not run: they build and run containers (pnpm image)",
    },
  ];
  return needed.filter(({ isThere }) => !isThere).map(({ tests }) => `  The tests ${tests}`);
}

export function closingLine({ passed, failed }: Tally): string {
  return `${passed} passed, ${failed} failed`;
}

/**
 * Node.js itself crashes now and then where it compiles PGlite's WebAssembly (nodejs/node#64500): about once in some
 * thousand openings, with one of these signals. No code of this repository can raise them.
 */
const ofTheEngine = ["SIGTRAP", "SIGSEGV", "SIGILL", "SIGBUS"].join("|");

const crash = new RegExp(
  `Worker exited unexpectedly with signal (?:${ofTheEngine}) during \\w+ state while running test file (\\S+)`,
  "g",
);

/**
 * The test files whose worker the engine has taken with it, out of what vitest printed. None where anything else went
 * wrong outside of a test: then the run has failed.
 */
export function filesOfCrashedEngine(printed: string): readonly string[] {
  const files = [...printed.matchAll(crash)].flatMap(([, file = ""]) => file);
  const errors = /^ +Errors +(\d+) error/m.exec(printed)?.[1];
  return Number(errors) === files.length ? [...new Set(files)] : [];
}

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
