import { expect } from "vitest";
import { rareCells } from "../src/engine/coverage.ts";
import { runManySeeds } from "../src/many-seeds.ts";
import { leastPerThousand } from "../src/parts.ts";
import { reportText } from "../src/report-text.ts";
import { shrinkFailure } from "../src/shrink.ts";
import { simulate } from "../src/simulate.ts";

/** So many seeds, from seed 1, are run without a bug. */
export const firstSeeds = process.env["TESTS"] === "long" ? 1000 : 100;

/**
 * Runs a range of seeds; the first failure is reported as `pnpm simulate` reports it. Then the expected coverage must be
 * reached, as seeds in which nothing happens find nothing.
 */
export async function expectNothingWrong(from: number, seeds: number): Promise<void> {
  const { failed, cells } = await runManySeeds({ from, seeds }, { workers: 1, stopAtFirst: true });
  const [first] = failed;
  if (first !== undefined) expect.fail(reportText(await shrinkFailure(await simulate({ seed: first.seed }))));
  expect(rareCells(cells, leastPerThousand, seeds)).toEqual([]);
}
