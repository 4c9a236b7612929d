import type { Use, WaitingCommit } from "./batch.ts";

/** The largest batch, in change sets and in characters of their bodies. */
const mostChangeSets = 500;
const mostCharacters = 2_000_000;

/**
 * Chooses as many as may go together, the longest waiting first. Change sets that meet on a record or an id, also with
 * one that runs, go one after the other in their order, unless all of them only read it.
 */
export function chooseTogether(
  waiting: readonly WaitingCommit[],
  underWay: ReadonlySet<WaitingCommit>,
): ReadonlySet<WaitingCommit> {
  const chosen = new Set<WaitingCommit>();
  /** The uses of all earlier change sets. A skipped one counts too, so that no later one overtakes it. */
  const touched = new Map<string, Use>();
  const conflictsWithEarlier = ({ uses }: WaitingCommit): boolean => {
    let meets = false;
    for (const [what, use] of uses) {
      const before = touched.get(what);
      meets ||= before !== undefined && (before === "written" || before !== use); // @meets
      if (before !== "written") touched.set(what, before === undefined || before === use ? use : "written"); // @touched
    }
    return meets;
  };
  for (const commit of underWay) conflictsWithEarlier(commit); // @under-way
  let characters = 0;
  let place: string | undefined;
  for (const commit of waiting) {
    if (chosen.size === mostChangeSets || characters > mostCharacters) break; // @largest
    if (place !== undefined && commit.place !== place) continue;
    if (conflictsWithEarlier(commit)) continue; // @skipped
    ({ place } = commit);
    chosen.add(commit);
    characters += commit.characters; // @length
  }
  return chosen;
}
