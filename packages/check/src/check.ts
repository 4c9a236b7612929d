import path from "node:path";
import { tmpdir } from "node:os";
import {
  filesOfCrashedEngine,
  closingLine,
  leftOut,
  readReport,
  slowestFiles,
  tallyTests,
  withoutFiles,
  type Tally,
} from "./report.ts";
import { runStep, type Outcome, type Step } from "./step.ts";

/** `npm run test:long` repeats random tests more often, and tries all combinations instead of a part. */
const isLong = process.argv.includes("--long");

const root = path.resolve(import.meta.dirname, "../../..");
const reportFile = path.join(tmpdir(), `wonflow-tests-${process.pid}.json`);

const progressReporter = "packages/check/src/progress-reporter.ts";

/** All tests, or those of some files. */
function testing(title: string, files: readonly string[] = []): Step {
  return {
    title,
    command: [
      "vitest",
      "run",
      "--config=vitest.workspace.ts",
      "--reporter=dot",
      "--reporter=json",
      `--reporter=./${progressReporter}`,
      `--outputFile.json=${reportFile}`,
      ...files,
    ],
    env: isLong ? { TESTS: "long" } : {},
    // Of a silence: more than one test or hook may take, see vitest.workspace.ts.
    limitMs: (isLong ? 60 : 12) * 60_000,
  };
}

const reading: readonly Step[] = [
  { title: "format", command: ["oxfmt", "--check"] },
  { title: "unused", command: ["knip"] },
  { title: "site", command: ["node", "packages/check/src/site.ts"] },
];

const building: readonly Step[] = [
  // Several checkers of one project would each look at most of its types for themselves.
  { title: "types", command: ["tsc", "-b", "--pretty", "false", "--checkers", "1"], env: { GOGC: "400" } },
  { title: "build", command: ["node", "packages/check/src/build.ts"] },
];

/** Templates are read as their users have them, with the declarations that the build writes. */
const linting: readonly Step[] = [
  // It reads all types again: collecting garbage at four times the memory saves it a sixth of the time.
  { title: "lint", command: ["oxlint"], env: { GOGC: "400" } },
];

const publishing: readonly Step[] = [
  { title: "api", command: ["node", "packages/check/src/api-report.ts", "--check"] },
  { title: "licenses", command: ["node", "packages/check/src/licenses.ts"] },
  { title: "packages", command: ["node", "packages/check/src/packed.ts"] },
];

/** A failed step shows everything it printed; a green one its time only. */
function show({ title }: Step, { ok, output, seconds }: Outcome): void {
  console.log(`${title.padEnd(10)}${ok ? "ok" : "FAILED"}  ${seconds.toFixed(1)} s`);
  if (!ok) console.log(`\n${output.trim()}\n`);
}

async function runInOrder(steps: readonly Step[]): Promise<readonly Tally[]> {
  const tallies: Tally[] = [];
  for (const step of steps) {
    const outcome = await runStep(step, root);
    show(step, outcome);
    tallies.push({ passed: Number(outcome.ok), failed: Number(!outcome.ok) });
  }
  return tallies;
}

/** Files whose worker ended with a crash of Node.js are run again, and the output reports that. */
async function runTests(): Promise<readonly Tally[]> {
  const step = testing("tests");
  const outcome = await runStep(step, root);
  const crashed = outcome.ok ? [] : filesOfCrashedEngine(outcome.output);
  show(step, outcome);
  const report = readReport(reportFile);
  for (const line of [...slowestFiles(report, root), ...leftOut(process.env)]) console.log(line);
  if (crashed.length === 0) return [tallyTests(report, outcome.ok)];
  console.log(`Node.js crashed in these files, which are run again: ${crashed.join(", ")}`);
  const again = testing("again", crashed);
  const second = await runStep(again, root);
  show(again, second);
  return [tallyTests(withoutFiles(report, crashed), true), tallyTests(readReport(reportFile), second.ok)];
}

/** In parallel where possible, to use two cores; the build rewrites what tests and packages load. */
async function check(): Promise<Tally> {
  const built = runInOrder(building);
  const onBuilt = (steps: readonly Step[]) => built.then(() => runInOrder(steps));
  const tallies = (
    await Promise.all([runInOrder(reading), built, onBuilt(linting), onBuilt(publishing), built.then(runTests)])
  ).flat();
  const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0);
  return { passed: sum(tallies.map(({ passed }) => passed)), failed: sum(tallies.map(({ failed }) => failed)) };
}

const tally = await check();
console.log(`\n${closingLine(tally)}`);
process.exitCode = tally.failed === 0 ? 0 : 1;
