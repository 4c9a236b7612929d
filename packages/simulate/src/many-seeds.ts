import { createCoverage } from "./engine/coverage.ts";
import { startSeedsThread } from "./seeds-thread.ts";
import type { SeedRange, Tally } from "./seeds.ts";

export interface ManySeedsOptions {
  readonly workers: number;
  /** Ends with the first seed that fails; after twenty where left out. */
  readonly stopAtFirst?: boolean;
  /** Called after each row with what came of all so far. */
  readonly onProgress?: (tally: Tally) => void;
}

/** How many seeds a worker is given at a time. */
const rowLength = 50;

/** The number of failures after which no more seeds are run. */
const enoughFailures = 20;

/** Runs many seeds on several threads. Which thread runs a seed makes no difference to it. */
export async function runManySeeds(
  { from, seeds, bug }: SeedRange,
  { workers, stopAtFirst = false, onProgress = () => undefined }: ManySeedsOptions,
): Promise<Tally> {
  const coverage = createCoverage();
  let all: Tally = { seeds: 0, steps: 0, simulatedMs: 0, cells: {}, failed: [] };
  let next = from;

  function take(): SeedRange | undefined {
    const left = from + seeds - next;
    if (left <= 0 || all.failed.length >= (stopAtFirst ? 1 : enoughFailures)) return undefined;
    const range = { from: next, seeds: Math.min(rowLength, left), bug };
    next += range.seeds;
    return range;
  }

  function add(tally: Tally): void {
    coverage.add(tally.cells);
    all = {
      seeds: all.seeds + tally.seeds,
      steps: all.steps + tally.steps,
      simulatedMs: all.simulatedMs + tally.simulatedMs,
      cells: coverage.cells(),
      failed: [...all.failed, ...tally.failed].toSorted((a, b) => a.seed - b.seed),
    };
    onProgress(all);
  }

  async function work(): Promise<void> {
    const thread = startSeedsThread();
    try {
      for (let range = take(); range !== undefined; range = take()) add(await thread.run(range, { stopAtFirst }));
    } finally {
      await thread.end();
    }
  }

  await Promise.all(Array.from({ length: workers }, work));
  return all;
}
