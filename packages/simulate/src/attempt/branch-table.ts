import type { Cells, CoverageTable } from "../engine/coverage.ts";

/** Who learned the outcome of an attempt; `late` is who was told in time and decided after the deadline. */
const learners = ["the request", "a repeat", "due work", "late"] as const;

export type Learner = (typeof learners)[number];

/** The name under which a branch is counted: `approval done, reversal open by due work`. */
export function branchName(row: string, who: Learner): string {
  return `${row} by ${who}`;
}

type Least = Readonly<Partial<Record<Learner, number>>>;

/** How often each branch is reached at least in any thousand seeds: a kind, an outcome, and what the attempt was then. */
export const leastPerThousand: Readonly<Record<string, Least>> = {};

/** The branches that were reached less often than they should be in so many seeds. */
export function rareBranches(cells: Cells, seeds: number): readonly string[] {
  return Object.entries(leastPerThousand).flatMap(([row, least]) =>
    learners.flatMap((who) => {
      const times = cells[branchName(row, who)] ?? 0;
      const enough = Math.floor(((least[who] ?? 0) * seeds) / 1000);
      return times >= enough ? [] : [`${branchName(row, who)}: ${times} times, not ${enough}`];
    }),
  );
}

/** Every branch that was reached, and those that should have been. */
export function branchTable(cells: Cells): CoverageTable {
  const reached = Object.keys(cells).flatMap((cell) => {
    const who = learners.find((each) => cell.endsWith(` by ${each}`));
    return who === undefined ? [] : [cell.slice(0, -` by ${who}`.length)];
  });
  const names = [...new Set([...Object.keys(leastPerThousand), ...reached])].toSorted();
  const rows = names.map((move) => ({ move, times: learners.map((who) => cells[branchName(move, who)] ?? 0) }));
  return { columns: learners, rows, never: [] };
}
