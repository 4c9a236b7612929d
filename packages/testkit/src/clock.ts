import type { Clock, Timer } from "@wonflow/core";

/** A clock that only a test moves. */
export interface FakeClock extends Clock {
  /**
   * Moves the time forward by `ms` milliseconds and elapses every timer that falls due on the way, earliest first, each
   * at its own time. Code that waits for a timer runs before the next one elapses, and may start timers that elapse too.
   */
  advance(ms: number): Promise<void>;
}

interface PendingTimer {
  readonly dueAt: number;
  readonly elapse: () => void;
}

/**
 * A {@link Clock} for tests that starts at `startMs` milliseconds since 1970 and moves only by `advance`.
 *
 * Throws a RangeError for a negative or infinite step.
 *
 * @example
 * const clock = fakeClock(Date.UTC(2026, 1, 2));
 * const timer = clock.after(1_000);
 * await clock.advance(1_000);
 * await timer.elapsed;
 */
export function fakeClock(startMs: number): FakeClock {
  let now = startMs;
  const pending = new Set<PendingTimer>();

  return {
    now: () => now,
    after(ms) {
      return startTimer(pending, now + Math.max(0, ms));
    },
    async advance(ms) {
      if (!(ms >= 0 && Number.isFinite(ms))) throw new RangeError(`A clock cannot advance by ${ms} ms.`);
      const end = now + ms;
      await settlePromises();
      for (let timer = earliest(pending, end); timer !== undefined; timer = earliest(pending, end)) {
        now = Math.max(now, timer.dueAt);
        pending.delete(timer);
        timer.elapse();
        await settlePromises();
      }
      now = Math.max(now, end);
    },
  };
}

function startTimer(pending: Set<PendingTimer>, dueAt: number): Timer {
  let elapse = (): void => undefined;
  const elapsed = new Promise<void>((resolve) => {
    elapse = resolve;
  });
  const timer = { dueAt, elapse };
  pending.add(timer);
  return { elapsed, cancel: () => void pending.delete(timer) };
}

function earliest(pending: ReadonlySet<PendingTimer>, end: number): PendingTimer | undefined {
  let first: PendingTimer | undefined;
  for (const timer of pending) {
    if (timer.dueAt <= end && (first === undefined || timer.dueAt < first.dueAt)) first = timer;
  }
  return first;
}

/** An immediate runs only after every promise that could settle has settled, however long the chain. */
function settlePromises(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
