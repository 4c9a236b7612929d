import { sendMany } from "./many-seeds.ts";
import { allWrong, wrongNamed } from "./planted/wrong.ts";
import { failureText, progressBar, speedText, summaryText } from "./report/report-text.ts";
import { runRow, shrinkSeed } from "./run-seed.ts";
import type { Tally } from "./tally.ts";
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";

const { values } = parseArgs({
  // pnpm hands on the separator that it was called with.
  args: process.argv.slice(2).filter((argument) => argument !== "--"),
  options: {
    requests: { type: "string", default: "20000" },
    seed: { type: "string", default: "1" },
    sequences: { type: "string" },
    workers: { type: "string", default: String(availableParallelism()) },
    bug: { type: "string" },
    help: { type: "boolean", default: false },
  },
});

const usage = `pnpm fuzz [--requests N] [--seed S] [--workers W]
  Sends N requests (20,000 by default) in sequences, one for each seed from S (1 by default), on W threads (one for each
  core by default). It continues after a failure, and shrinks the first of each kind at the end.

pnpm fuzz --seed S --sequences M
  Runs the sequences of M seeds in this process.

--bug NAME plants a mistake, to see that it is found:
${allWrong.map(({ name }) => `  ${name}`).join("\n")}
`;

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** A progress bar in a terminal, else a line a minute. */
function progressOf(requests: number, began: number): (tally: Tally) => void {
  const isTerminal = process.stdout.isTTY;
  let printedAt = began;
  let failed = 0;
  return (sofar) => {
    for (const { seed, kind } of sofar.failed.slice(failed)) print(`seed ${seed}: ${kind}`);
    failed = sofar.failed.length;
    const line = `${progressBar(sofar.requests, requests)}  ${speedText(sofar, Date.now() - began)}, ${sofar.failed.length} failed`;
    if (isTerminal) process.stdout.write(`\r${line} `);
    else if (Date.now() - printedAt >= 60_000) {
      printedAt = Date.now();
      print(line);
    }
  };
}

async function printFailures({ failed }: Tally, bug: string | undefined): Promise<void> {
  const kinds = Map.groupBy(
    failed.toSorted((one, other) => one.seed - other.seed),
    ({ kind }) => kind,
  );
  print(`\n${failed.length} sequences failed, in ${kinds.size} ways:`);
  for (const [kind, each] of kinds) {
    const [first] = each;
    if (first === undefined) continue;
    print(`\n${each.length} × ${kind}\n`);
    print(failureText(first.seed, await shrinkSeed(first.seed, kind, { wrong: wrongNamed(bug) })));
  }
}

async function run(): Promise<number> {
  const { bug } = values;
  const [from, requests, workers] = [Number(values.seed), Number(values.requests), Number(values.workers)];
  const sequences = values.sequences === undefined ? undefined : Number(values.sequences);
  const counts = [from, requests, workers, sequences ?? 1];
  const isUnknown = bug !== undefined && allWrong.every(({ name }) => name !== bug);
  if (values.help || isUnknown || counts.some((count) => !Number.isSafeInteger(count) || count < 1)) {
    print(usage);
    return values.help ? 0 : 2;
  }
  const began = Date.now();
  const tally = await (sequences === undefined
    ? sendMany({ from, requests, workers, bug, onProgress: progressOf(requests, began) })
    : runRow({ from, seeds: sequences, bug }));
  print(`\n${summaryText(tally)}\n`);
  print(speedText(tally, Date.now() - began));
  if (tally.failed.length === 0) {
    print("Nothing is wrong.");
    return 0;
  }
  await printFailures(tally, bug);
  return 1;
}

process.exitCode = await run();
