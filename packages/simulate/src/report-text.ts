import { branchTable, leastBranches } from "./attempt/branches.ts";
import { formatCoverage, tableOf, timesOf } from "./engine/coverage.ts";
import { faultKinds } from "./engine/faults.ts";
import { formatTrace } from "./engine/trace.ts";
import { leastPerThousand, stateMachines } from "./parts.ts";
import type { Plan } from "./world/world.ts";
import type { Tally, Report } from "./simulate.ts";

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

interface FailureKind {
  readonly invariant: string;
  readonly seeds: readonly [number, ...number[]];
}

/** The failures by the invariant that each breaks, the most frequent kind first. */
export function failureKinds({ failed }: Pick<Tally, "failed">): readonly FailureKind[] {
  const kinds = new Map<string, [number, ...number[]]>();
  for (const { seed, invariant } of failed) {
    const seeds = kinds.get(invariant);
    if (seeds === undefined) kinds.set(invariant, [seed]);
    else seeds.push(seed);
  }
  return [...kinds]
    .map(([invariant, seeds]) => ({ invariant, seeds }))
    .toSorted((a, b) => b.seeds.length - a.seeds.length);
}

const namedSeeds = 10;

/** `3 of 1000 seeds failed:` and a line for each kind, with its first seeds. */
export function failuresText({ seeds, failed }: Pick<Tally, "seeds" | "failed">): string {
  const lines = failureKinds({ failed }).map(({ invariant, seeds: each }) => {
    const more = each.length > namedSeeds ? ", …" : "";
    return `  ${each.length} × ${invariant}: ${each.slice(0, namedSeeds).join(", ")}${more}`;
  });
  return [`${failed.length} of ${seeds} seeds failed:`, ...lines].join("\n");
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
