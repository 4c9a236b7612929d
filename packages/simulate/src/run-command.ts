import type { CommandOptions } from "./command-line.ts";
import { runManySeeds } from "./many-seeds.ts";
import type { Plan } from "./world/world.ts";
import { plantedBugs } from "./planted/bugs.ts";
import { findFirst, findPlanted, soonFound } from "./find-planted.ts";
import { wrongDecisions } from "./planted/wrong-decisions.ts";
import { coverageText, failureKinds, failuresText, progressBar, reportText, speedText } from "./report-text.ts";
import { startThread } from "./thread/thread.ts";
import { type SeedRange, simulate } from "./simulate.ts";
import { shrinkFailure } from "./shrink.ts";

const allBugs = [...plantedBugs, ...wrongDecisions];

const usage = `pnpm simulate [--seeds N] [--from S] [--workers W]
  Runs seeds S to S + N - 1 (1 to 1,000 by default) on W threads, by default one for each core. It continues
  after a failure, prints the number of failures of each kind, and shrinks the first of each kind and prints its trace.

pnpm simulate --from S --seeds 1 [--clients C1,C2] [--faults P1.store.commit#3,…] [--in-order] [--trace]
  Runs one seed, or what shrinking has left of it; --trace also prints the trace of a seed without a failure.

pnpm simulate --find-bugs [--new]
  Finds every planted bug, and prints known-seeds.json with the first seeds; with --new a seed there that still finds its
  bug is kept.

--bug NAME plants a bug, to see that it is found:
${allBugs.map(({ name, within }) => `  ${name} (within ${within} seeds)`).join("\n")}
`;

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function namesOf(list: string | undefined): readonly string[] | undefined {
  return list?.split(",").filter((name) => name !== "");
}

async function runOne(plan: Plan, printsTrace: boolean): Promise<boolean> {
  const isWhole = plan.clients === undefined && plan.faults === undefined;
  const report = await simulate(plan, { trace: true });
  if (report.violation !== undefined) {
    print(reportText(isWhole ? await shrinkFailure(report) : report));
    return false;
  }
  print(printsTrace ? reportText(report) : `Seed ${plan.seed}: nothing is wrong, in ${report.steps} steps.`);
  return true;
}

async function runMany(range: SeedRange, workers: number): Promise<boolean> {
  const { seeds, bug } = range;
  const began = Date.now();
  const isTerminal = process.stdout.isTTY;
  const tally = await runManySeeds(range, {
    workers: Math.max(1, workers),
    onProgress: (sofar) => {
      if (!isTerminal) return;
      process.stdout.write(`\r${progressBar(sofar.seeds, seeds)}  ${speedText(sofar, Date.now() - began)} `);
    },
  });
  if (isTerminal) print("");
  print(`${coverageText(tally)}\n`);
  print(speedText(tally, Date.now() - began));
  if (tally.failed.length === 0) {
    print("Nothing is wrong.");
    return true;
  }
  print(`\n${failuresText(tally)}`);
  for (const {
    seeds: [first],
  } of failureKinds(tally)) {
    print("");
    print(reportText(await shrinkFailure(await simulate({ seed: first, bug }))));
  }
  return false;
}

async function findAll(isNew: boolean): Promise<boolean> {
  const thread = startThread();
  const seeds: Record<string, number> = {};
  let foundAll = true;
  for (const bug of allBugs) {
    const found = await (isNew ? findPlanted : findFirst)(thread, bug);
    foundAll &&= found !== undefined;
    if (found === undefined) process.stderr.write(`“${bug.name}” is not found within ${bug.within} seeds.\n`);
    else if (found.seed > soonFound) seeds[bug.name] = found.seed;
  }
  await thread.end();
  print(JSON.stringify(seeds, null, 2));
  return foundAll;
}

export async function runCommand(values: CommandOptions): Promise<number> {
  const { bug } = values;
  const from = Number(values.from);
  const seeds = Number(values.seeds);
  const unknownBug = bug !== undefined && allBugs.every(({ name }) => name !== bug);
  if (values.help || unknownBug || !Number.isSafeInteger(from) || !Number.isSafeInteger(seeds) || seeds < 1) {
    if (unknownBug) print(`There is no planted bug called “${bug}”.\n`);
    print(usage);
    return values.help ? 0 : 2;
  }
  if (values["find-bugs"]) return (await findAll(values.new)) ? 0 : 1;
  const plan: Plan = {
    seed: from,
    clients: namesOf(values.clients),
    faults: namesOf(values.faults),
    inOrder: values["in-order"],
    bug,
  };
  const isOne = seeds === 1;
  const nothingWrong = await (isOne
    ? runOne(plan, values.trace)
    : runMany({ from, seeds, bug }, Number(values.workers)));
  return nothingWrong ? 0 : 1;
}
