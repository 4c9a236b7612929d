import { knownSeeds } from "./planted/known-seeds.ts";
import type { SeedsThread } from "./seeds-thread.ts";
import type { FailedSeed } from "./seeds.ts";

/** A planted bug by its name, and how many seeds are searched for it, from the first. */
interface Planted {
  readonly name: string;
  readonly within: number;
}

/** The first of its seeds that finds a planted bug; undefined where none does. */
export async function findFirst(thread: SeedsThread, { name, within }: Planted): Promise<FailedSeed | undefined> {
  const { failed } = await thread.run({ from: 1, seeds: within, bug: name }, { stopAtFirst: true });
  return failed[0];
}

/** A seed that finds a planted bug: the known one if it still does, or else the first; undefined where none does. */
export async function findPlanted(thread: SeedsThread, bug: Planted): Promise<FailedSeed | undefined> {
  const known = knownSeeds[bug.name] ?? Infinity;
  if (known > bug.within) return findFirst(thread, bug);
  const { failed } = await thread.run({ from: known, seeds: 1, bug: bug.name });
  return failed[0] ?? findFirst(thread, bug);
}
