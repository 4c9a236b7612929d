import { expect } from "vitest";
import { reportText } from "../src/report-text.ts";
import { runSeeds } from "../src/seeds.ts";
import { shrinkFailure } from "../src/shrink-failure.ts";
import { simulate } from "../src/simulate.ts";

/** Runs a row of seeds; the first that fails is reported as `pnpm simulate` reports it. */
export async function expectNothingWrong(from: number, seeds: number): Promise<void> {
  const { failed } = await runSeeds({ from, seeds }, { stopAtFirst: true });
  const [first] = failed;
  if (first !== undefined) expect.fail(reportText(await shrinkFailure(await simulate({ seed: first.seed }))));
}
