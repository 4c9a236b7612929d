import { createCoverage, type Cells } from "./engine/coverage.ts";
import { simulate } from "./simulate.ts";

export interface SeedRange {
  readonly from: number;
  readonly seeds: number;
  readonly bug?: string | undefined;
}

export interface FailedSeed {
  readonly seed: number;
  readonly invariant: string;
}

export interface Tally {
  readonly seeds: number;
  readonly steps: number;
  readonly simulatedMs: number;
  readonly cells: Cells;
  readonly failed: readonly FailedSeed[];
}

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
