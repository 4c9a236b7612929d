import { knownSeeds } from "./known-seeds.ts";
import { runManySeeds } from "./many-seeds.ts";
import { runSeeds, type FailedSeed, type SeedRange } from "./seeds.ts";
import { wrongDecisions } from "./wrong-decisions.ts";

/** What is looked for: a planted bug by its name, in so many seeds from the first. */
interface Planted {
  readonly name: string;
  readonly within: number;
}

/** Runs seeds until one finds the bug. A wrong decision needs a thread, which loads the service with it. */
async function runUntilFound(name: string, range: Omit<SeedRange, "bug">): Promise<FailedSeed | undefined> {
  const isDecision = wrongDecisions.some((wrong) => wrong.name === name);
  const seeds = { ...range, bug: name };
  const { failed } = await (isDecision
    ? runManySeeds(seeds, { workers: 1, stopAtFirst: true })
    : runSeeds(seeds, { stopAtFirst: true }));
  return failed[0];
}

/** The first of its seeds that finds a planted bug; undefined where none does. */
export function findFirst({ name, within }: Planted): Promise<FailedSeed | undefined> {
  return runUntilFound(name, { from: 1, seeds: within });
}

/** A seed that finds a planted bug: the known one if it still does, or else the first; undefined where none does. */
export async function findPlanted({ name, within }: Planted): Promise<FailedSeed | undefined> {
  const known = knownSeeds[name] ?? Infinity;
  const found = known <= within ? await runUntilFound(name, { from: known, seeds: 1 }) : undefined;
  return found ?? findFirst({ name, within });
}
