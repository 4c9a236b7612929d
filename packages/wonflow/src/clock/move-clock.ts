import { refuse, refuseField, type ClockMove, type Payments, type Store } from "@wonflow/core";
import type { MovableClock } from "@wonflow/http";

import { allPages } from "../all-pages.ts";
import type { DevelopmentClock, HeldClock } from "./development-clock.ts";
import type { WorkLoop } from "../work-loop.ts";

export interface Moved {
  readonly clock: DevelopmentClock;
  readonly store: Store;
  readonly payments: Payments;
  /** The loop of this process, which begins nothing while the clock is held: `mayStart: clock.runs`. */
  readonly work: WorkLoop;
  /** Whether the service is stopping: the clock then stops where it is. Never by default. */
  readonly isStopping?: () => boolean;
}

/**
 * Moves the clock of a service ahead and stops it whenever work is due, so that everything happens in order and on time. For development: it refuses if a merchant is in live mode.
 *
 * @example
 * const clock = await developmentClock({ store });
 * const payments = createPayments({ store, clock, gateways, secret });
 * const work = startWork(payments, { mayStart: clock.runs });
 * const movable = movableClock({ clock, store, payments, work });
 * await movable.move({ forward: { businessDays: 3 } }); // what was approved before is settled now
 */
export function movableClock(moved: Moved): MovableClock {
  const { clock, payments, work } = moved;

  async function move(to: ClockMove): ReturnType<MovableClock["move"]> {
    if (await hasLiveMerchants(payments)) {
      const problem = "must all be of test mode if the clock is moved: use a separate database";
      return refuseField("FORBIDDEN_REQUEST", "merchants", problem);
    }
    const held = await clock.hold();
    if (held === undefined) return refuse("CONCURRENT_REQUEST");
    try {
      // Business days are counted from the time at which the clock is stopped.
      const target = await payments.calendar.movedTo(to);
      if (target.ok) await work.pauseFor(() => moveThrough(moved, held, target.value));
      return target.ok ? { ok: true, value: clock.now() } : target;
    } finally {
      await held.letGo();
    }
  }

  return { now: () => clock.now(), move };
}

/** Moving the clock would move real money too, in a database that production may share. */
async function hasLiveMerchants({ merchants }: Payments): Promise<boolean> {
  return (await allPages((page) => merchants.list(page))).some(({ mode }) => mode === "live");
}

const hourMs = 60 * 60 * 1000;

/** Work that repeats until a provider knows the outcome: while time passes, once an hour. */
const askedAgain: readonly string[] = ["attempt", "bankAttempt"];

async function moveThrough(
  { clock, store, payments, isStopping = () => false }: Moved,
  held: HeldClock,
  target: number,
) {
  const { work } = payments;
  const seen = work.kinds.filter(({ upkeep }) => upkeep !== true);
  /** When each kind of work that repeats until it succeeds runs again: while time passes, once an hour. */
  const notBefore = new Map<string, number>();
  const waits = (kind: string) => (notBefore.get(kind) ?? 0) > clock.now();

  async function doAllDue(these: typeof work.kinds): Promise<void> {
    for (let taken = 1; taken > 0 && !isStopping();) {
      const runs = these.map(async ({ kind, limit }) => {
        const done = await Promise.all(await work.start(kind, limit));
        const again = done.includes(false) || (done.length > 0 && askedAgain.includes(kind));
        if (again) notBefore.set(kind, clock.now() + hourMs);
        return done.length;
      });
      taken = Math.max(...(await Promise.all(runs)));
    }
  }

  async function nextMoment(): Promise<number> {
    const moments = seen.map(async ({ kind }) => {
      const [next] = await store.listDue(kind, 1);
      return Math.max(next?.dueAt ?? Infinity, notBefore.get(kind) ?? 0);
    });
    return Math.min(...(await Promise.all(moments)));
  }

  await doAllDue(work.kinds);
  for (let next = await nextMoment(); next < target && !isStopping(); next = await nextMoment()) {
    await held.show(next);
    await doAllDue(work.kinds.filter(({ kind }) => !waits(kind)));
  }
  if (isStopping()) return;
  await held.show(target);
  await doAllDue(work.kinds);
}
