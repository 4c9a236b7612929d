import type { Gateways } from "./gateway/gateways.ts";
import type { Ground } from "./world/ground.ts";
import type { Operator } from "./world/operator.ts";
import type { Profile } from "./world/profile.ts";

/** A run that takes more goes round in a circle. */
const mostSteps = 60_000;

type Rested = Pick<Ground, "profile" | "scheduler" | "wire" | "observer" | "gateways" | "banks" | "letTimePass"> & {
  readonly operator: Pick<Operator, "lookAtFlagged" | "endTransfers">;
};

/** Steps until something is so, and until everything is at rest. */
export function stepping(world: Rested) {
  const { profile, scheduler, wire, observer, operator, gateways, banks } = world;

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
      Math.max(scheduler.now(), gateways.outage.until(), banks.outage.until()) + restBoundMs(profile, gateways);
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

export const dayMs = 24 * 60 * 60_000;

/** Over a weekend. */
const transfersForMs = 3 * dayMs;

const peopleLookEveryMs = 60_000;

/**
 * Within this time everything comes to rest: the longest link, its confirmation, what people must look at,
 * and a few look-ups with the longest pause.
 */
function restBoundMs({ settings, restMs, latestMs }: Profile, { promises }: Gateways): number {
  const { sessionLifetimeMs, confirmWindowMs, requestDeadlineMs, flagAfterMs } = settings;
  const people = flagAfterMs + 2 * peopleLookEveryMs;
  // An approval, its net-cancel and the cancellation in its place wait for one another.
  const settling = 6 * Math.max(promises.test.settlesWithinMs, promises.live.settlesWithinMs);
  return (
    people + settling + sessionLifetimeMs + confirmWindowMs + 8 * requestDeadlineMs + 4 * restMs + latestMs + 4 * 60_000
  );
}
