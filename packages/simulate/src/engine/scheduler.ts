import type { Clock } from "@wonflow/core";
import { seededRank } from "./random.ts";

export interface Owner {
  readonly name: string;
  /** The steps of a stopped owner never run. */
  readonly stopped: boolean;
  /** Milliseconds since 1970. */
  readonly pausedUntil: number;
}

interface SchedulerOptions {
  /** Milliseconds since 1970. */
  readonly startMs: number;
  readonly seed: number;
  /** The most that passes between two steps while something is ready. */
  readonly paceMs: number;
  /** Steps run in the order in which they became ready, which makes a trace easier to read. */
  readonly inOrder?: boolean | undefined;
  /** Called when an owner reads the clock. */
  readonly onLook?: (owner: Owner, now: number) => void;
}

interface Next {
  readonly name: string;
  /** None while the message is between two owners. */
  readonly owner?: Owner | undefined;
  readonly delayMs?: number | undefined;
  readonly run: () => void;
}

interface Pending extends Pick<Next, "name" | "owner" | "run"> {
  readonly notBefore: number;
  readonly rank: number;
}

export type Scheduler = ReturnType<typeof createScheduler>;

/**
 * Of all ready steps, the one with the lowest rank by seed and name runs next. So a step that is left out of a run does
 * not change the order of the others.
 */
export function createScheduler({ startMs, seed, paceMs, inOrder = false, onLook }: SchedulerOptions) {
  let steps = 0;
  const queue = createQueue({ startMs, seed });
  const { now, ready } = queue;

  function lowest(): Pending | undefined {
    const all = ready();
    if (all.length === 0) return undefined;
    return all.reduce((first, each) =>
      (inOrder ? readyAt(each) - readyAt(first) : each.rank - first.rank) < 0 ? each : first,
    );
  }

  async function run(taken: Pending): Promise<void> {
    queue.remove(taken);
    steps += 1;
    taken.run();
    await everythingWaits();
  }

  return {
    now,
    add: (next: Next) => void queue.add(next),
    clockOf: (owner: Owner | undefined): Clock => {
      return clockOver(queue, owner, () => owner !== undefined && onLook?.(owner, now()));
    },
    jump: queue.jump,
    /** False when nothing is pending. */
    async step(): Promise<boolean> {
      const taken = lowest();
      if (taken === undefined) return false;
      queue.jump(Math.floor(taken.rank * 1000 * (paceMs + 1)) % (paceMs + 1));
      await run(taken);
      return true;
    },
    /** For a caller that chooses the next step itself. */
    ready: (): readonly Pick<Next, "name" | "owner">[] => ready(),
    /** Runs the ready step of this name, or `otherwise` in its place. */
    async take(name: string, otherwise?: () => void): Promise<void> {
      const taken = ready().find((each) => each.name === name);
      if (taken === undefined) throw new RangeError(`${name} is not ready`);
      queue.remove(taken);
      await run(otherwise === undefined ? taken : { ...taken, run: otherwise });
    },
    /** All pending steps, each with the time at which it becomes ready, in milliseconds since 1970. */
    waiting: (): readonly string[] => queue.all().map((each) => `${each.name} ${readyAt(each)}`),
    get steps(): number {
      return steps;
    },
  };
}

type Queue = ReturnType<typeof createQueue>;

function readyAt({ owner, notBefore }: Pending): number {
  return Math.max(notBefore, owner?.pausedUntil ?? 0);
}

/** The pending steps and the time. */
function createQueue({ startMs, seed }: Pick<SchedulerOptions, "startMs" | "seed">) {
  let now = startMs;
  let pending: Pending[] = [];
  /** All steps that are ready now; if there are none, time advances to the next ones. */
  function ready(): readonly Pending[] {
    pending = pending.filter(({ owner }) => owner?.stopped !== true);
    if (pending.length === 0) return [];
    const soonest = Math.min(...pending.map(readyAt));
    now = Math.max(now, soonest);
    return pending.filter((each) => readyAt(each) <= now);
  }

  return {
    now: () => now,
    jump: (ms: number): void => void (now += ms),
    all: (): readonly Pending[] => pending,
    ready: () => ready(),
    add({ name, owner, delayMs = 0, run }: Next): Pending {
      const next = { name, owner, notBefore: now + Math.max(0, delayMs), rank: seededRank(seed, name), run };
      pending.push(next);
      return next;
    },
    remove: (removed: Pending): void => void (pending = pending.filter((each) => each !== removed)),
  };
}

function clockOver(queue: Queue, owner: Owner | undefined, onLook: () => unknown): Clock {
  let timers = 0;
  return {
    now() {
      onLook();
      return queue.now();
    },
    after(ms) {
      timers += 1;
      const name = `${owner?.name ?? "world"} timer#${timers}`;
      let cancel: () => void = () => undefined;
      const elapsed = new Promise<void>((resolve) => {
        const timer = queue.add({ name, owner, delayMs: ms, run: resolve });
        cancel = () => queue.remove(timer);
      });
      return { elapsed, cancel };
    },
  };
}

/** An immediate runs only after every promise that could settle has settled, however long the chain. */
export function everythingWaits(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
