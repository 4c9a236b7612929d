import type { StateTable } from "@wonflow/core/internal";

export type Machines = Readonly<Record<string, StateTable<string, string>>>;

/** By name: `attempt OPEN done fail-after`. */
export type Cells = Readonly<Record<string, number>>;

export type Coverage = ReturnType<typeof createCoverage>;

export function createCoverage() {
  const counts = new Map<string, number>();
  const add = (cell: string, times: number) => counts.set(cell, (counts.get(cell) ?? 0) + times);
  return {
    count: (cell: string) => add(cell, 1),
    add: (cells: Cells) => Object.entries(cells).forEach(([cell, times]) => add(cell, times)),
    cells: (): Cells => Object.fromEntries(counts),
  };
}

export function timesOf(cells: Cells, name: string): number {
  return Object.entries(cells)
    .filter(([cell]) => cell === name || cell.startsWith(`${name} `))
    .reduce((sum, [, times]) => sum + times, 0);
}

/** Minima hold for a thousand seeds; fewer seeds may stay two standard deviations below their share. */
export function rareCells(
  cells: Cells,
  leastPerThousand: Readonly<Record<string, number>>,
  seeds: number,
): readonly string[] {
  return Object.entries(leastPerThousand).flatMap(([name, least]) => {
    const times = timesOf(cells, name);
    const share = (least * seeds) / 1000;
    const enough = Math.floor(seeds < 1000 ? share - 2 * Math.sqrt(share) : share);
    return times >= enough ? [] : [`${name}: ${times} times, not ${enough}`];
  });
}

export interface CoverageTable {
  readonly columns: readonly string[];
  readonly rows: readonly { readonly move: string; readonly times: readonly number[] }[];
}

export function tableOf(cells: Cells, machines: Machines, faults: readonly string[]): CoverageTable {
  const moves = Object.entries(machines).flatMap(([machine, table]) =>
    Object.entries(table).flatMap(([status, row]) => Object.keys(row).map((event) => `${machine} ${status} ${event}`)),
  );
  const rows = moves.map((move) => ({ move, times: faults.map((fault) => cells[`${move} ${fault}`] ?? 0) }));
  return { columns: faults, rows };
}

export function formatCoverage({ columns, rows }: CoverageTable, what = "move"): string {
  const line = (parts: readonly string[]) => `| ${parts.join(" | ")} |`;
  const head = line([what, ...columns]);
  const rule = `|${["---", ...columns.map(() => "---:")].join("|")}|`;
  return [head, rule, ...rows.map(({ move, times }) => line([move, ...times.map(String)]))].join("\n");
}
