import { type Cells, createCoverage } from "./engine/coverage.ts";
import type { TraceLine } from "./engine/trace.ts";
import type { Violation } from "./observation/invariant.ts";
import { watchUnhandled } from "./observation/observer.ts";
import { type Plan, createWorld, type WorldOptions } from "./world/world.ts";
import { dayMs, stepping } from "./stepping.ts";
import { disturb } from "./world/processes.ts";

export interface Report {
  readonly plan: Plan;
  readonly violation: Violation | undefined;
  readonly trace: readonly TraceLine[];
  readonly clients: readonly string[];
  readonly faults: readonly string[];
  readonly steps: number;
  readonly simulatedMs: number;
  readonly cells: Cells;
}

/**
 * Runs until the clients have finished, then without faults until nothing is left to do. It stops at the first
 * violation.
 */
export async function simulate(plan: Plan, options: WorldOptions = {}): Promise<Report> {
  const unhandled = watchUnhandled();
  try {
    const report = await run(plan, options);
    // Also after another violation: a rejection reported after the run would end the process.
    const leftUnhandled = await unhandled.violation();
    return { ...report, violation: report.violation ?? leftUnhandled };
  } finally {
    unhandled.stop();
  }
}

/** The gateways' messages lead to look-ups in that time. */
const messagesLeadMs = 60_000;

async function run(plan: Plan, options: WorldOptions): Promise<Report> {
  const world = await createWorld(plan, options);
  const { scheduler, trace, faults, observer, processes, clients, operator, coverage } = world;
  const { until, runToEnd, isIdle } = stepping(world);
  const allFinished = () => clients.allFinished() && operator.hasFinished();
  const finished = await until(allFinished, () => disturb(world));
  if (finished) {
    faults.end();
    processes.restartAtOnce();
    trace.note("world", () => "from here on nothing fails any more");
    await runToEnd();
    if (isIdle() && (await operator.workByHand())) {
      const lookedAt = scheduler.now() + messagesLeadMs;
      if (world.profile.window !== null) await until(() => scheduler.now() > lookedAt);
      world.letTimePass(dayMs);
      // Of a payment of several cards each turn enters one.
      for (let [turn, isWrong] = [0, true]; isWrong && turn < mostTurns; turn += 1) {
        isWrong = await operator.reconcileDays();
        await runToEnd();
      }
    }
  }
  await observer.atEnd();
  return {
    plan,
    violation: observer.violation(),
    trace: trace.lines(),
    clients: [...operator.names, ...clients.names],
    faults: faults.happened(),
    steps: scheduler.steps,
    simulatedMs: world.sinceStart(),
    cells: coverage.cells(),
  };
}

/** More than a payment has cards. */
const mostTurns = 5;

export interface SeedRange {
  readonly from: number;
  readonly seeds: number;
  readonly bug?: string | undefined;
}

export interface FailedSeed {
  readonly seed: number;
  readonly invariant: string;
}

export interface Tally {
  readonly seeds: number;
  readonly steps: number;
  readonly simulatedMs: number;
  readonly cells: Cells;
  readonly failed: readonly FailedSeed[];
}

export async function runSeeds(
  { from, seeds, bug }: SeedRange,
  { stopAtFirst = false }: { readonly stopAtFirst?: boolean } = {},
): Promise<Tally> {
  const coverage = createCoverage();
  const failed: FailedSeed[] = [];
  let [done, steps, simulatedMs] = [0, 0, 0];
  for (let seed = from; seed < from + seeds; seed += 1) {
    const report = await simulate({ seed, bug });
    done += 1;
    steps += report.steps;
    simulatedMs += report.simulatedMs;
    coverage.add(report.cells);
    if (report.violation === undefined) continue;
    failed.push({ seed, invariant: report.violation.invariant });
    if (stopAtFirst) break;
  }
  return { seeds: done, steps, simulatedMs, cells: coverage.cells(), failed };
}
