import type { Clock } from "@wonflow/core";
import type { Random } from "./random.ts";

/** Who waits for what is pending: a process or a client, which may stop or stand still. */
export interface Owner {
  readonly name: string;
  /** What a stopped owner waits for never continues. */
  readonly stopped: boolean;
  /** It stands still until then, milliseconds since 1970. */
  readonly pausedUntil: number;
}

export interface SchedulerOptions {
  /** Milliseconds since 1970. */
  readonly startMs: number;
  readonly random: Random;
  /** The most milliseconds that pass from one step to the next while something can go on. */
  readonly paceMs: number;
  /** What could go on first does so, without chance: for a trace that is easier to read. */
  readonly calm?: boolean | undefined;
}

/** Owns the time, and decides which of all that is pending goes on next. */
export interface Scheduler {
  readonly now: () => number;
  /** Adds what can go on from `delayMs` from now; owned by nobody where it is on its way between two owners. */
  add(owner: Owner | undefined, delayMs: number, run: () => void): void;
  /** A clock whose timers elapse when the scheduler picks them, at their time or after it. */
  clockOf(owner: Owner | undefined): Clock;
  /** The clock jumps forward. */
  jump(ms: number): void;
  /** Lets one thing go on, and waits until all that follows from it waits again. False when nothing is pending. */
  step(): Promise<boolean>;
  /** How many steps were made. */
  readonly steps: number;
}

interface Pending {
  readonly owner: Owner | undefined;
  readonly notBefore: number;
  readonly run: () => void;
}

export function createScheduler({ startMs, random, paceMs, calm = false }: SchedulerOptions): Scheduler {
  let now = startMs;
  let steps = 0;
  let pending: Pending[] = [];

  const readyAt = ({ owner, notBefore }: Pending) => Math.max(notBefore, owner?.pausedUntil ?? 0);

  function take(): Pending | undefined {
    pending = pending.filter(({ owner }) => owner?.stopped !== true);
    if (pending.length === 0) return undefined;
    let ready = pending.filter((each) => readyAt(each) <= now);
    if (ready.length === 0) {
      now = Math.min(...pending.map(readyAt));
      ready = pending.filter((each) => readyAt(each) <= now);
    }
    const [first] = ready;
    const taken = calm && first !== undefined ? first : random.pick(ready);
    pending.splice(pending.indexOf(taken), 1);
    return taken;
  }

  const add: Scheduler["add"] = (owner, delayMs, run) => {
    pending.push({ owner, notBefore: now + Math.max(0, delayMs), run });
  };

  return {
    now: () => now,
    add,
    clockOf: (owner) => ({
      now: () => now,
      after(ms) {
        let cancel: () => void = () => undefined;
        const elapsed = new Promise<void>((resolve) => {
          const timer = { owner, notBefore: now + Math.max(0, ms), run: resolve };
          pending.push(timer);
          cancel = () => (pending = pending.filter((each) => each !== timer));
        });
        return { elapsed, cancel };
      },
    }),
    jump(ms) {
      now += ms;
    },
    async step() {
      const taken = take();
      if (taken === undefined) return false;
      steps += 1;
      now += random.below(paceMs + 1);
      taken.run();
      await everythingWaits();
      return true;
    },
    get steps() {
      return steps;
    },
  };
}

/** An immediate runs only after every promise that could settle has settled, however long the chain. */
function everythingWaits(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
