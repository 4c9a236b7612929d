import { expect } from "vitest";
import { runSeeds } from "../src/seeds.ts";
import { shrinkFailure } from "../src/shrink.ts";
import { simulate } from "../src/simulate.ts";
import { failureOf } from "../src/summary.ts";

/** Runs a row of seeds; the first that fails is told as `pnpm simulate` tells it. */
export async function expectSound(from: number, seeds: number): Promise<void> {
  const { failed } = await runSeeds({ from, seeds }, { stopAtFirst: true });
  const [first] = failed;
  if (first !== undefined) expect.fail(failureOf(await shrinkFailure(await simulate({ seed: first }))));
}
