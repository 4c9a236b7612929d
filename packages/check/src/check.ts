import { tmpdir } from "node:os";
import path from "node:path";
import { closingLine, readReport, slowestFiles, tallyTests, type Tally } from "./report.ts";
import { runStep, type Outcome, type Step } from "./step.ts";

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
};

const steps: readonly Step[] = [
  { title: "types", command: ["tsc", "-b", "--pretty", "false"] },
  { title: "lint", command: ["oxlint"] },
  { title: "format", command: ["oxfmt", "--check"] },
  { title: "build", command: ["node", "packages/check/src/build.ts"] },
  { title: "packages", command: ["node", "packages/check/src/packed.ts"] },
  { title: "unused", command: ["knip"] },
  tests,
];

/** A failed step shows everything it printed; a green one its time only. */
function show({ ok, output, seconds }: Outcome): void {
  console.log(`${ok ? "ok" : "FAILED"}  ${seconds.toFixed(1)} s`);
  if (!ok) console.log(`\n${output.trim()}\n`);
}

async function check(): Promise<Tally> {
  let passed = 0;
  let failed = 0;
  for (const step of steps) {
    process.stdout.write(step.title.padEnd(10));
    const outcome = await runStep(step, root);
    show(outcome);
    const tally = step === tests ? tallyReport(outcome) : tallyStep(outcome);
    passed += tally.passed;
    failed += tally.failed;
  }
  return { passed, failed };
}

function tallyReport({ ok }: Outcome): Tally {
  const report = readReport(reportFile);
  for (const line of slowestFiles(report, root)) console.log(line);
  return tallyTests(report, ok);
}

function tallyStep({ ok }: Outcome): Tally {
  return ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

const tally = await check();
console.log(`\n${closingLine(tally)}`);
process.exitCode = tally.failed === 0 ? 0 : 1;
