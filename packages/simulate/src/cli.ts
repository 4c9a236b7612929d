import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { runManySeeds } from "./many-seeds.ts";
import { shrinkFailure } from "./shrink.ts";
import { simulate } from "./simulate.ts";
import { coverageOf, failureOf, progressBar, speedOf } from "./summary.ts";
import type { Plan } from "./world.ts";

const usage = `pnpm simulate [--seeds N] [--from S] [--workers W]
  Runs seeds S to S + N - 1 (1 to 1,000 where left out). The first that fails is shrunk and told as a trace.

pnpm simulate --from S --seeds 1 [--clients C1,C2] [--faults P1.store.commit#3,…] [--calm] [--trace]
  Runs one seed, or what shrinking has left of it; --trace tells it also where nothing is wrong.
`;

const { values } = parseArgs({
  // pnpm hands on the separator that it was called with.
  args: process.argv.slice(2).filter((argument) => argument !== "--"),
  options: {
    seeds: { type: "string", default: "1000" },
    from: { type: "string", default: "1" },
    workers: { type: "string", default: String(availableParallelism()) },
    clients: { type: "string" },
    faults: { type: "string" },
    calm: { type: "boolean", default: false },
    trace: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Names separated by commas; an empty text names nothing. */
function namesOf(list: string | undefined): readonly string[] | undefined {
  return list?.split(",").filter((name) => name !== "");
}

async function runOne(plan: Plan): Promise<boolean> {
  const whole = plan.clients === undefined && plan.faults === undefined;
  const report = await simulate(plan, { trace: true });
  if (report.violation !== undefined) {
    print(failureOf(whole ? await shrinkFailure(report) : report));
    return false;
  }
  print(values.trace ? failureOf(report) : `Seed ${plan.seed}: nothing is wrong, in ${report.steps} steps.`);
  return true;
}

async function runMany(from: number, seeds: number): Promise<boolean> {
  const began = Date.now();
  const seen = process.stdout.isTTY;
  const tally = await runManySeeds(
    { from, seeds },
    {
      workers: Math.max(1, Number(values.workers)),
      onProgress: (sofar) => {
        if (!seen) return;
        process.stdout.write(`\r${progressBar(sofar.seeds, seeds)}  ${speedOf(sofar, Date.now() - began)} `);
      },
    },
  );
  if (seen) print("");
  print(`${coverageOf(tally)}\n`);
  print(speedOf(tally, Date.now() - began));
  const [first] = tally.failed;
  if (first === undefined) {
    print("Nothing is wrong.");
    return true;
  }
  print(`\nFailed: ${tally.failed.join(", ")}\n`);
  print(failureOf(await shrinkFailure(await simulate({ seed: first }))));
  return false;
}

const from = Number(values.from);
const seeds = Number(values.seeds);
if (values.help || !Number.isSafeInteger(from) || !Number.isSafeInteger(seeds) || seeds < 1) {
  print(usage);
  process.exitCode = values.help ? 0 : 2;
} else {
  const plan: Plan = {
    seed: from,
    clients: namesOf(values.clients),
    faults: namesOf(values.faults),
    calm: values.calm,
  };
  const sound = seeds === 1 ? await runOne(plan) : await runMany(from, seeds);
  process.exitCode = sound ? 0 : 1;
}
