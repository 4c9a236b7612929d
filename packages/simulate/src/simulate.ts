import type { Cells, TraceLine } from "@wonflow/testkit/simulator";
import type { Violation } from "./invariant.ts";
import { isAtRest } from "./invariants/rest.ts";
import type { Profile } from "./profile.ts";
import { makeTrouble } from "./trouble.ts";
import { openWorld, type Plan, type SimulateOptions } from "./world.ts";

export interface Report {
  readonly plan: Plan;
  /** What did not hold, undefined where all is well. */
  readonly violation: Violation | undefined;
  readonly trace: readonly TraceLine[];
  /** The clients that came, and the places where something went wrong. */
  readonly clients: readonly string[];
  readonly faults: readonly string[];
  readonly steps: number;
  readonly simulatedMs: number;
  readonly cells: Cells;
}

/** More steps than any run needs: one that takes them goes round in a circle. */
const mostSteps = 60_000;

/**
 * Runs a seed: clients and processes over one store and one card network, with faults, until the clients
 * have gone; then without faults, until everything is at rest. Stops at the first thing that is wrong.
 *
 * @example
 * const { violation } = await simulate({ seed: 4711 });
 */
export async function simulate(plan: Plan, options: SimulateOptions = {}): Promise<Report> {
  const world = await openWorld(plan, options);
  const { profile, scheduler, trace, faults, watch, fleet, crowd, coverage } = world;

  /** Makes steps until something is so; false when something is wrong, or nothing goes on. */
  async function until(isSo: () => boolean, trouble?: () => void): Promise<boolean> {
    while (!isSo()) {
      if (scheduler.steps >= mostSteps || !(await scheduler.step())) return false;
      watch.afterStep();
      if (watch.violation() !== undefined) return false;
      trouble?.();
    }
    return true;
  }

  const gone = await until(crowd.allGone, () => makeTrouble(world));
  if (gone) {
    faults.end();
    fleet.settleDown();
    trace.note("world", () => "from here on nothing fails any more");
    const bound = scheduler.now() + restBoundMs(profile);
    await until(() => isAtRest(watch) || scheduler.now() > bound);
  }
  watch.atRest();
  return {
    plan,
    violation: watch.violation(),
    trace: trace.lines(),
    clients: crowd.names,
    faults: faults.happened(),
    steps: scheduler.steps,
    simulatedMs: world.sinceStart(),
    cells: coverage.cells(),
  };
}

/** Within this time everything comes to rest: the longest link, its confirmation, and a few look-ups with the longest pause. */
function restBoundMs({ settings, restMs, latestMs }: Profile): number {
  const { sessionLifetimeMs, confirmWindowMs, requestDeadlineMs } = settings;
  return sessionLifetimeMs + confirmWindowMs + 8 * requestDeadlineMs + 4 * restMs + latestMs + 4 * 60_000;
}
