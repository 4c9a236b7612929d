import type { CardNetworks } from "./card-network/networks.ts";
import type { Cells } from "./engine/coverage.ts";
import type { TraceLine } from "./engine/trace.ts";
import type { Violation } from "./observation/invariant.ts";
import { hearUnhandled } from "./observation/unhandled.ts";
import type { Plan } from "./plan.ts";
import { disturb } from "./world/disturbances.ts";
import type { Profile } from "./world/profile.ts";
import { createWorld, type WorldOptions } from "./world/world.ts";

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

/** A run that takes more goes round in a circle. */
const mostSteps = 60_000;

/**
 * Runs until the clients have finished, then without faults until everything is at rest. It stops at the first
 * violation.
 */
export async function simulate(plan: Plan, options: WorldOptions = {}): Promise<Report> {
  const unhandled = hearUnhandled();
  try {
    const report = await run(plan, options);
    // Also after another violation: a rejection that is told after the run would end the process.
    const leftUnhandled = await unhandled.violation();
    return { ...report, violation: report.violation ?? leftUnhandled };
  } finally {
    unhandled.stop();
  }
}

async function run(plan: Plan, options: WorldOptions): Promise<Report> {
  const world = await createWorld(plan, options);
  const { scheduler, trace, faults, observer, processes, clients, operator, coverage } = world;
  const { until, comeToRest, isAtRest } = stepping(world);
  const allFinished = () => clients.allFinished() && operator.hasFinished();
  const finished = await until(allFinished, () => disturb(world));
  if (finished) {
    faults.end();
    processes.restartAtOnce();
    trace.note("world", () => "from here on nothing fails any more");
    await comeToRest();
    if (isAtRest() && (await operator.workByHand())) {
      world.letTimePass(dayMs);
      // Of a payment of several cards each turn enters one.
      for (let [turn, isWrong] = [0, true]; isWrong && turn < mostTurns; turn += 1) {
        isWrong = await operator.reconcileDays();
        await comeToRest();
      }
    }
  }
  await observer.atRest();
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

function stepping(world: Awaited<ReturnType<typeof createWorld>>) {
  const { profile, scheduler, wire, observer, operator, networks, banks } = world;

  /** False when something is wrong, or nothing goes on. */
  async function until(isSo: () => boolean, afterStep?: () => void): Promise<boolean> {
    while (!isSo()) {
      if (scheduler.steps >= mostSteps || !(await scheduler.step())) return false;
      observer.afterStep();
      if (observer.violation() !== undefined) return false;
      afterStep?.();
    }
    return true;
  }

  /** 0 for at once; Infinity where all is at rest. */
  function nextDue(): number {
    const waiting = observer.unfinished();
    const due = waiting === undefined ? Infinity : (waiting.until ?? 0);
    const arrival = wire.lastArrivalAt();
    // What is still on its way arrives before everything is at rest.
    return scheduler.now() <= arrival + 1000 ? Math.min(due, arrival) : due;
  }

  /** Without faults, and over all days on which something is due. */
  async function comeToRest(): Promise<void> {
    const boundFromNow = () =>
      Math.max(scheduler.now(), networks.outage.until(), banks.outage.until()) + restBoundMs(profile, networks);
    let bound = boundFromNow();
    const restFrom = scheduler.now();
    for (let goesOn = true; goesOn && scheduler.now() <= bound;) {
      const lookAt = scheduler.now() + peopleLookEveryMs;
      goesOn = await until(() => nextDue() > lookAt || scheduler.now() > lookAt);
      await operator.lookAtFlagged();
      if (scheduler.now() > restFrom + transfersForMs) await operator.endTransfers();
      const due = nextDue();
      if (due === Infinity) break;
      if (due <= lookAt) continue;
      // All that is left is due on another day.
      world.letTimePass(due - scheduler.now());
      bound = boundFromNow();
    }
  }

  /** False also when something is wrong. */
  const isAtRest = () => observer.violation() === undefined && nextDue() === Infinity;

  return { until, comeToRest, isAtRest };
}

const dayMs = 24 * 60 * 60_000;

/** More than a payment has cards. */
const mostTurns = 5;

/** Over a weekend. */
const transfersForMs = 3 * dayMs;

const peopleLookEveryMs = 60_000;

/**
 * Within this time everything comes to rest: the longest link, its confirmation, what people must look at,
 * and a few look-ups with the longest pause.
 */
function restBoundMs({ settings, restMs, latestMs }: Profile, { promises }: CardNetworks): number {
  const { sessionLifetimeMs, confirmWindowMs, requestDeadlineMs, flagAfterMs } = settings;
  const people = flagAfterMs + 2 * peopleLookEveryMs;
  // An approval, its net-cancel and the cancellation in its place wait for one another.
  const settling = 6 * Math.max(promises.test.settlesWithinMs, promises.live.settlesWithinMs);
  return (
    people + settling + sessionLifetimeMs + confirmWindowMs + 8 * requestDeadlineMs + 4 * restMs + latestMs + 4 * 60_000
  );
}
