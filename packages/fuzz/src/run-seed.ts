import fc from "fast-check";
import { sequences, type Step } from "./generate/sequence.ts";
import { runSequence, type RunOptions, type SequenceReport } from "./run-sequence.ts";
import { wrongNamed } from "./planted/wrong.ts";
import { emptyTally, sumOf, tallyOf, type Tally } from "./tally.ts";

/** Makes consecutive seeds unrelated. */
const mixed = (seed: number) => Math.imul(seed, 0x9e3779b1) | 0;

type Runs = (steps: readonly Step[]) => Promise<SequenceReport>;

/** By default fast-check starts near the edges of a range; here every run draws from the whole range. */
const settings = (seed: number) => ({ seed: mixed(seed), numRuns: 1, unbiased: true });

/** One in this many seeds sends its requests over a real socket. */
const socketEvery = 20;

type Planted = Pick<RunOptions, "wrong">;

const runOf =
  (seed: number, planted: Planted): Runs =>
  (steps) =>
    runSequence(steps, { ...planted, overSocket: seed % socketEvery === 0 });

/** Runs the one sequence of a seed. */
export async function runSeed(seed: number, planted: Planted = {}): Promise<SequenceReport> {
  let report: SequenceReport | undefined;
  const run = runOf(seed, planted);
  const once = fc.asyncProperty(sequences, async (steps) => {
    report ??= await run(steps);
  });
  await fc.check(once, settings(seed));
  if (report === undefined) throw new Error(`no sequence was made of seed ${seed}`);
  return report;
}

export interface Shrunk {
  readonly report: SequenceReport;
  /** Lets fast-check find the shrunk sequence again. */
  readonly path: string | undefined;
}

const patienceMs = 60_000;

/** Shrinks the sequence of a failed seed to a smaller one with the same failure. */
export async function shrinkSeed(seed: number, kind: string, planted: Planted = {}): Promise<Shrunk> {
  const run = runOf(seed, planted);
  let least: readonly Step[] = [];
  const neverSo = fc.asyncProperty(sequences, async (steps) => {
    const { problem } = await run(steps);
    if (problem?.kind !== kind) return;
    least = steps;
    throw new Error(kind);
  });
  const details = await fc.check(neverSo, { ...settings(seed), interruptAfterTimeLimit: patienceMs });
  return { report: await run(await withoutMore(least, kind, run)), path: details.counterexamplePath ?? undefined };
}

/** Leaves out every step that the failure does not need, several at a time first. */
async function withoutMore(steps: readonly Step[], kind: string, run: Runs): Promise<readonly Step[]> {
  let least = steps;
  for (let size = Math.ceil(least.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = least.length - size; at > -size; at -= size) {
      const fewer = [...least.slice(0, Math.max(0, at)), ...least.slice(at + size)];
      const { problem } = await run(fewer);
      if (problem?.kind === kind) least = fewer;
    }
  }
  return least;
}

/** Seeds that one thread runs one after another. */
export interface RowOfSeeds {
  readonly from: number;
  readonly seeds: number;
  /** The name of a planted mistake. */
  readonly bug?: string | undefined;
}

export async function runRow({ from, seeds, bug }: RowOfSeeds): Promise<Tally> {
  const wrong = wrongNamed(bug);
  let tally = emptyTally;
  for (let seed = from; seed < from + seeds; seed += 1) {
    tally = sumOf(tally, tallyOf(seed, await runSeed(seed, { wrong })));
  }
  return tally;
}
