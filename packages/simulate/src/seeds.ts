import { createCoverage, type Cells } from "./engine/coverage.ts";
import { simulate } from "./simulate.ts";

/** A row of seeds, one after the other. */
export interface SeedRange {
  readonly from: number;
  readonly seeds: number;
  /** The name of the planted bug; none where left out. */
  readonly bug?: string | undefined;
}

/** A seed that failed, and what did not hold. */
export interface FailedSeed {
  readonly seed: number;
  readonly invariant: string;
}

/** What came of a row of seeds. */
export interface Tally {
  readonly seeds: number;
  readonly steps: number;
  readonly simulatedMs: number;
  readonly cells: Cells;
  /** The seeds that failed, in order. */
  readonly failed: readonly FailedSeed[];
}

/**
 * Runs a row of seeds. With `stopAtFirst` it ends with the first one that fails.
 *
 * @example
 * const { failed } = await runSeeds({ from: 1, seeds: 100 });
 */
export async function runSeeds(
  { from, seeds, bug }: SeedRange,
  { stopAtFirst = false }: { readonly stopAtFirst?: boolean } = {},
): Promise<Tally> {
  const coverage = createCoverage();
  const failed: FailedSeed[] = [];
  let [done, steps, simulatedMs] = [0, 0, 0];
  for (let seed = from; seed < from + seeds; seed += 1) {
    const report = await simulate({ seed, bug });
    done += 1;
    steps += report.steps;
    simulatedMs += report.simulatedMs;
    coverage.add(report.cells);
    if (report.violation === undefined) continue;
    failed.push({ seed, invariant: report.violation.invariant });
    if (stopAtFirst) break;
  }
  return { seeds: done, steps, simulatedMs, cells: coverage.cells(), failed };
}
