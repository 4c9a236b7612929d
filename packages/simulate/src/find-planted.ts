import seeds from "./planted/known-seeds.json" with { type: "json" };
import type { Planted } from "./planted/wrong-decision.ts";
import type { FailedSeed } from "./simulate.ts";
import type { Thread } from "./thread/thread.ts";

/** A planted bug that the first seed finds has no line among the known ones. */
export const soonFound = 1;

/**
 * The seed that is tried first for a planted bug: `pnpm simulate --find-bugs` prints the file. A bug that its seed finds
 * no longer is searched from seed 1 on, as one without a line.
 */
export const knownSeeds: Readonly<Record<string, number>> = seeds;

type Sought = Pick<Planted, "name" | "within">;

export async function findFirst(thread: Thread, { name, within }: Sought): Promise<FailedSeed | undefined> {
  const { failed } = await thread.runSeeds({ from: 1, seeds: within, bug: name }, { stopAtFirst: true });
  return failed[0];
}

export async function findPlanted(thread: Thread, bug: Sought): Promise<FailedSeed | undefined> {
  const known = knownSeeds[bug.name] ?? Infinity;
  if (known > bug.within) return findFirst(thread, bug);
  const { failed } = await thread.runSeeds({ from: known, seeds: 1, bug: bug.name });
  return failed[0] ?? findFirst(thread, bug);
}
