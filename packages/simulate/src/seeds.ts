import { createCoverage, type Cells } from "@wonflow/testkit/simulator";
import { simulate, type Report } from "./simulate.ts";
import type { SimulateOptions } from "./world.ts";

/** A row of seeds, one after the other. */
export interface SeedRange {
  readonly from: number;
  readonly seeds: number;
}

/** What came of a row of seeds. */
export interface Tally {
  readonly seeds: number;
  readonly steps: number;
  readonly simulatedMs: number;
  readonly cells: Cells;
  /** The seeds that failed, in order. */
  readonly failed: readonly number[];
}

/**
 * Runs a row of seeds. With `stopAtFirst` it ends with the first one that fails.
 *
 * @example
 * const { failed } = await runSeeds({ from: 1, seeds: 100 });
 */
export async function runSeeds(
  { from, seeds }: SeedRange,
  options: SimulateOptions & {
    readonly stopAtFirst?: boolean;
    readonly onReport?: (report: Report) => void;
  } = {},
): Promise<Tally> {
  const coverage = createCoverage();
  const failed: number[] = [];
  let [done, steps, simulatedMs] = [0, 0, 0];
  for (let seed = from; seed < from + seeds; seed += 1) {
    const report = await simulate({ seed }, options);
    done += 1;
    steps += report.steps;
    simulatedMs += report.simulatedMs;
    coverage.add(report.cells);
    options.onReport?.(report);
    if (report.violation === undefined) continue;
    failed.push(seed);
    if (options.stopAtFirst === true) break;
  }
  return { seeds: done, steps, simulatedMs, cells: coverage.cells(), failed };
}
