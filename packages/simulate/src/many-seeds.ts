import { createCoverage } from "./engine/coverage.ts";
import type { SeedRange, Tally } from "./simulate.ts";
import { startThread } from "./thread/thread.ts";

interface ManySeedsOptions {
  readonly workers: number;
  readonly stopAtFirst?: boolean;
  readonly onProgress?: (tally: Tally) => void;
}

const rowLength = 50;

export async function runManySeeds(
  { from, seeds, bug }: SeedRange,
  { workers, stopAtFirst = false, onProgress = () => undefined }: ManySeedsOptions,
): Promise<Tally> {
  const coverage = createCoverage();
  let all: Tally = { seeds: 0, steps: 0, simulatedMs: 0, cells: {}, failed: [] };
  let next = from;

  function take(): SeedRange | undefined {
    const left = from + seeds - next;
    if (left <= 0 || (stopAtFirst && all.failed.length > 0)) return undefined;
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
    const thread = startThread();
    try {
      for (let range = take(); range !== undefined; range = take()) add(await thread.runSeeds(range, { stopAtFirst }));
    } finally {
      await thread.end();
    }
  }

  await Promise.all(Array.from({ length: workers }, work));
  return all;
}
