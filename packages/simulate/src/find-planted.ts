import { knownSeeds } from "./planted/known-seeds.ts";
import type { Planted } from "./planted/wrong-decision.ts";
import type { SeedsThread } from "./seeds-thread.ts";
import type { FailedSeed } from "./seeds.ts";

type Sought = Pick<Planted, "name" | "within">;

export async function findFirst(thread: SeedsThread, { name, within }: Sought): Promise<FailedSeed | undefined> {
  const { failed } = await thread.run({ from: 1, seeds: within, bug: name }, { stopAtFirst: true });
  return failed[0];
}

export async function findPlanted(thread: SeedsThread, bug: Sought): Promise<FailedSeed | undefined> {
  const known = knownSeeds[bug.name] ?? Infinity;
  if (known > bug.within) return findFirst(thread, bug);
  const { failed } = await thread.run({ from: known, seeds: 1, bug: bug.name });
  return failed[0] ?? findFirst(thread, bug);
}
