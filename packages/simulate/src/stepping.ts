import type { Gateways } from "./gateway/gateways.ts";
import type { Ground } from "./world/ground.ts";
import type { Operator } from "./world/operator.ts";
import type { Profile } from "./world/profile.ts";

/** A run that takes more is in a loop. */
const mostSteps = 60_000;

type Stepped = Pick<Ground, "profile" | "scheduler" | "wire" | "observer" | "gateways" | "banks" | "letTimePass"> & {
  readonly operator: Pick<Operator, "lookAtFlagged" | "endTransfers">;
};

/** Runs steps until a condition holds, and until the end of the run. */
export function stepping(world: Stepped) {
  const { profile, scheduler, wire, observer, operator, gateways, banks } = world;

  /** False if an invariant is broken or nothing is left to run. */
  async function until(isSo: () => boolean, afterStep?: () => void): Promise<boolean> {
    while (!isSo()) {
      if (scheduler.steps >= mostSteps || !(await scheduler.step())) return false;
      observer.afterStep();
      if (observer.violation() !== undefined) return false;
      afterStep?.();
    }
    return true;
  }

  /** 0 for at once; Infinity if nothing is left to do. */
  function nextDue(): number {
    const waiting = observer.unfinished();
    const due = waiting === undefined ? Infinity : (waiting.until ?? 0);
    const arrival = wire.lastArrivalAt();
    // Calls in flight arrive before the end.
    return scheduler.now() <= arrival + 1000 ? Math.min(due, arrival) : due;
  }

  /** Continues without faults, over all days on which something is due. */
  async function runToEnd(): Promise<void> {
    const boundFromNow = () =>
      Math.max(scheduler.now(), gateways.outage.until(), banks.outage.until()) + endBoundMs(profile, gateways);
    let bound = boundFromNow();
    const startedAt = scheduler.now();
    for (let isRunning = true; isRunning && scheduler.now() <= bound;) {
      const lookAt = scheduler.now() + operatorLooksEveryMs;
      isRunning = await until(() => nextDue() > lookAt || scheduler.now() > lookAt);
      await operator.lookAtFlagged();
      if (scheduler.now() > startedAt + transfersForMs) await operator.endTransfers();
      const due = nextDue();
      if (due === Infinity) break;
      if (due <= lookAt) continue;
      // Everything left is due on a later day.
      world.letTimePass(due - scheduler.now());
      bound = boundFromNow();
    }
  }

  /** False also if an invariant is broken. */
  const isIdle = () => observer.violation() === undefined && nextDue() === Infinity;

  return { until, runToEnd, isIdle };
}

export const dayMs = 24 * 60 * 60_000;

/** Over a weekend. */
const transfersForMs = 3 * dayMs;

const operatorLooksEveryMs = 60_000;

/**
 * The time within which a run becomes idle: the longest link, its window, its confirmation, the operator's work on flagged
 * attempts, and a few look-ups with the longest pause.
 */
function endBoundMs({ settings, restMs, latestMs, window }: Profile, { promises }: Gateways): number {
  const { sessionLifetimeMs, confirmWindowMs, requestDeadlineMs, flagAfterMs } = settings;
  const flagged = flagAfterMs + 2 * operatorLooksEveryMs;
  // An approval, its net-cancel and the cancellation in its place run one after another.
  const settling = 6 * Math.max(promises.test.settlesWithinMs, promises.live.settlesWithinMs);
  return (
    flagged +
    settling +
    sessionLifetimeMs +
    (window?.lastsMs ?? 0) +
    confirmWindowMs +
    8 * requestDeadlineMs +
    4 * restMs +
    latestMs +
    4 * 60_000
  );
}
