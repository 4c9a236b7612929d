import type { Cells, CoverageTable } from "../engine/coverage.ts";

/** `late`: learned in time, and decided after the deadline. */
const learners = ["the request", "a repeat", "due work", "late"] as const;

export type Learner = (typeof learners)[number];

export function branchName(row: string, who: Learner): string {
  return `${row} by ${who}`;
}

type Least = Readonly<Partial<Record<Learner, number>>>;

const leastPerThousand: Readonly<Record<string, Least>> = {
  "approval done, concluded": { late: 5 },
  "approval done, open": { "the request": 119, "a repeat": 14, "due work": 8, late: 5 },
  "approval not-found, concluded": { late: 3 },
  "approval not-found, open": { "a repeat": 14, "due work": 9 },
  "approval other, open": { "the request": 17, "a repeat": 8, "due work": 6 },
  "approval refused, open": { "the request": 20 },
  "approval unknown, open": { "the request": 32, "a repeat": 15, "due work": 21 },
  "cancellation done, concluded": { late: 4 },
  "cancellation done, open": { "the request": 162, "a repeat": 9, "due work": 28, late: 10 },
  "cancellation other, open": { "the request": 14, "a repeat": 5, "due work": 12 },
  "cancellation refused, open": { "the request": 1 },
  "cancellation unknown, open": { "the request": 23, "a repeat": 12, "due work": 28 },
  "release done, open": { "due work": 200, late: 45 },
  "release other, open": { "due work": 24 },
  "release refused, open": { "due work": 110 },
  "release unknown, open": { "due work": 900 },
  "token done, open": { "the request": 260, late: 22 },
  "token other, open": { "the request": 14 },
  "token refused, open": { "the request": 22 },
  "token unknown, open": { "the request": 65 },
  "reversal done, concluded": { late: 3 },
  "reversal done, open": { "a repeat": 10, "due work": 15 },
  "reversal not-found, open": { "a repeat": 4, "due work": 40 },
  "reversal other, open": { "due work": 3 },
  "reversal refused, open": { "a repeat": 5, "due work": 20 },
  "reversal unknown, open": { "due work": 15 },
};

export const leastBranches: Readonly<Record<string, number>> = Object.fromEntries(
  Object.entries(leastPerThousand).flatMap(([row, least]) =>
    learners.map((who) => [branchName(row, who), least[who] ?? 0]),
  ),
);

export function branchTable(cells: Cells): CoverageTable {
  const reached = Object.keys(cells).flatMap((cell) => {
    const who = learners.find((each) => cell.endsWith(` by ${each}`));
    return who === undefined ? [] : [cell.slice(0, -` by ${who}`.length)];
  });
  const names = [...new Set([...Object.keys(leastPerThousand), ...reached])].toSorted();
  const rows = names.map((move) => ({ move, times: learners.map((who) => cells[branchName(move, who)] ?? 0) }));
  return { columns: learners, rows };
}
