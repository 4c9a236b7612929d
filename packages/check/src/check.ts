import { tmpdir } from "node:os";
import path from "node:path";
import { closingLine, leftOut, readReport, slowestFiles, tallyTests, type Tally } from "./report.ts";
import { runStep, type Outcome, type Step } from "./step.ts";

/** `npm run test:long` repeats more often what comes out by chance, and tries combinations that are tried in part. */
const isLong = process.argv.includes("--long");

const root = path.resolve(import.meta.dirname, "../../..");
const reportFile = path.join(tmpdir(), `wonflow-tests-${process.pid}.json`);

const tests: Step = {
  title: "tests",
  command: [
    "vitest",
    "run",
    "--config=vitest.workspace.ts",
    "--reporter=dot",
    "--reporter=json",
    `--outputFile.json=${reportFile}`,
  ],
  env: isLong ? { TESTS: "long" } : {},
  limitMs: (isLong ? 180 : 40) * 60_000,
};

const reading: readonly Step[] = [
  // It reads all types once more: with four times the memory before it tidies up it needs a sixth less time for that.
  { title: "lint", command: ["oxlint"], env: { GOGC: "400" } },
  { title: "format", command: ["oxfmt", "--check"] },
  { title: "unused", command: ["knip"] },
  { title: "site", command: ["node", "packages/check/src/site.ts"] },
];

const building: readonly Step[] = [
  // Several checkers of one project would each look at most of its types for themselves.
  { title: "types", command: ["tsc", "-b", "--pretty", "false", "--checkers", "1"] },
  { title: "build", command: ["node", "packages/check/src/build.ts"] },
];

const publishing: readonly Step[] = [
  { title: "api", command: ["node", "packages/check/src/print-api.ts", "--check"] },
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
    tallies.push(step === tests ? tallyReport(outcome) : { passed: Number(outcome.ok), failed: Number(!outcome.ok) });
  }
  return tallies;
}

/** Side by side what can be, so that two cores have something to do; the build writes anew what tests and packages load. */
async function check(): Promise<Tally> {
  const built = runInOrder(building);
  const onBuilt = (steps: readonly Step[]) => built.then(() => runInOrder(steps));
  const tallies = (await Promise.all([runInOrder(reading), built, onBuilt(publishing), onBuilt([tests])])).flat();
  const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0);
  return { passed: sum(tallies.map(({ passed }) => passed)), failed: sum(tallies.map(({ failed }) => failed)) };
}

function tallyReport({ ok }: Outcome): Tally {
  const report = readReport(reportFile);
  for (const line of [...slowestFiles(report, root), ...leftOut(process.env)]) console.log(line);
  return tallyTests(report, ok);
}

const tally = await check();
console.log(`\n${closingLine(tally)}`);
process.exitCode = tally.failed === 0 ? 0 : 1;
