import { Worker } from "node:worker_threads";
import { createCoverage } from "./engine/coverage.ts";
import type { SeedRange, Tally } from "./seeds.ts";

/** How many seeds a worker is given at a time. */
const rowLength = 50;

/** After so many failures there is enough to look at. */
const enoughFailures = 20;

/**
 * Runs many seeds on several threads. Which thread runs a seed makes no difference to it.
 *
 * @param onProgress called after each row with what came of all so far
 */
export async function runManySeeds(
  { from, seeds, bug }: SeedRange,
  { workers, onProgress }: { readonly workers: number; readonly onProgress: (tally: Tally) => void },
): Promise<Tally> {
  const coverage = createCoverage();
  let all: Tally = { seeds: 0, steps: 0, simulatedMs: 0, cells: {}, failed: [] };
  let next = from;

  function take(): SeedRange | undefined {
    const left = from + seeds - next;
    if (left <= 0 || all.failed.length >= enoughFailures) return undefined;
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
      failed: [...all.failed, ...tally.failed].toSorted((a, b) => a - b),
    };
    onProgress(all);
  }

  await Promise.all(Array.from({ length: workers }, () => workThrough(take, add)));
  return all;
}

/** One thread, from its first row to its last. */
function workThrough(take: () => SeedRange | undefined, add: (tally: Tally) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("./seeds-worker.ts", import.meta.url));
    const goOn = () => {
      const range = take();
      if (range === undefined) void worker.terminate().then(() => resolve(), reject);
      else worker.postMessage(range);
    };
    worker.on("message", (tally: Tally) => {
      add(tally);
      goOn();
    });
    worker.on("error", reject);
    goOn();
  });
}
