import { branchTable, leastBranches } from "./attempt/branch-table.ts";
import { formatCoverage, tableOf, timesOf } from "./engine/coverage.ts";
import { faultKinds } from "./engine/faults.ts";
import { formatTrace } from "./engine/trace.ts";
import { leastPerThousand, stateMachines } from "./parts.ts";
import type { Plan } from "./plan.ts";
import type { Tally } from "./seeds.ts";
import type { Report } from "./simulate.ts";

export function speedText({ seeds, simulatedMs, steps }: Tally, elapsedMs: number): string {
  const perSecond = (amount: number) => ((amount * 1000) / Math.max(1, elapsedMs)).toFixed(1);
  return [
    `${seeds} seeds in ${(elapsedMs / 1000).toFixed(1)} s: ${perSecond(seeds)} seeds`,
    `${perSecond(steps)} steps and ${perSecond(simulatedMs / 3_600_000)} simulated hours a second`,
  ].join(", ");
}

export function coverageText({ cells }: Tally): string {
  const table = tableOf(cells, stateMachines, ["none", ...faultKinds]);
  const counts = table.rows.flatMap(({ times }) => times);
  const reachedCount = counts.filter((times) => times > 0).length;
  const reached = `${reachedCount} of ${counts.length} cells (status × event × fault) were reached.`;
  const missing = table.rows.flatMap(({ move, times }) => {
    const never = table.columns.filter((_, index) => times[index] === 0);
    return never.length === 0 ? [] : [`- ${move}: ${never.join(", ")}`];
  });
  const list = missing.length === 0 ? [] : ["", "Never reached:", ...missing];
  const branches = [
    "",
    "Outcomes of attempts, by who learned them:",
    "",
    formatCoverage(branchTable(cells), "outcome, and what the attempt was then"),
  ];
  const isMove = (name: string) => Object.keys(stateMachines).some((machine) => name.startsWith(`${machine} `));
  const names = Object.keys(leastPerThousand).filter((name) => !(name in leastBranches) && !isMove(name));
  const rows = names.map((move) => ({ move, times: [timesOf(cells, move)] }));
  const others = ["", "Besides:", "", formatCoverage({ columns: ["times"], rows }, "what was reached")];
  return [formatCoverage(table), "", reached, ...list, ...branches, ...others].join("\n");
}

export function reportText({ plan, violation, trace, faults, steps }: Report): string {
  return [
    `Seed ${plan.seed}: ${violation?.invariant ?? "nothing is wrong"}`,
    violation?.problem ?? "",
    "",
    `Run it again: ${replayCommand(plan)}`,
    `${steps} steps, ${faults.length} faults`,
    "",
    formatTrace(trace),
  ].join("\n");
}

/** `####······  40%` */
export function progressBar(done: number, all: number): string {
  const width = 30;
  const full = Math.floor((done / all) * width);
  return `${"#".repeat(full)}${"·".repeat(width - full)} ${String(Math.floor((done / all) * 100)).padStart(3)}%`;
}

export function replayCommand({ seed, clients, faults, inOrder, bug }: Plan): string {
  const parts = [`pnpm simulate --from ${seed} --seeds 1`];
  if (clients !== undefined) parts.push(`--clients '${clients.join(",")}'`);
  if (faults !== undefined) parts.push(`--faults '${faults.join(",")}'`);
  if (inOrder === true) parts.push("--in-order");
  if (bug !== undefined) parts.push(`--bug '${bug}'`);
  return parts.join(" ");
}
