import { wrongNamed } from "./planted/all.ts";
import { runSeed } from "./run-seed.ts";
import { emptyTally, sumOf, tallyOf, type Tally } from "./tally.ts";

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
