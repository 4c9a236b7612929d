import { platform, type Clock, type Store } from "@wonflow/core";
import { z } from "zod";
import { systemClock, randomIds } from "../machine.ts";

/** A reading of the clock: it is stopped at `shown` until `standsUntil`, and runs on from there. */
const readingSchema = z.looseObject({
  /** Milliseconds since 1970. */
  shown: z.number(),
  /** Milliseconds since 1970, by the machine. */
  standsUntil: z.number(),
});

type Reading = z.output<typeof readingSchema>;

/** The record of the store that keeps the reading. */
const key = { kind: "developmentClock", id: "clock" };

/** The holder of a clock renews its lease. When the holder dies, the clock runs on after this time. */
const leaseMs = 10_000;

/** A clock that can be moved ahead, for development. All processes that share the store have the same one. */
export interface DevelopmentClock extends Clock {
  readonly now: () => number;
  /** Whether it was ever moved: then it stays ahead of the machine. */
  readonly isAhead: () => boolean;
  /**
   * Whether it runs, after reading it from the store, where another process may have moved it. As `mayStart` of a loop
   * of due work it keeps this process's clock right, and leaves work to the process that moves the clock.
   */
  readonly runs: () => Promise<boolean>;
  /** Stops the clock for the caller to move; undefined if it is held already. */
  readonly hold: () => Promise<HeldClock | undefined>;
}

export interface HeldClock {
  /** Moves it ahead to a time and stops it there; never back. Rejects if another process has taken it. */
  readonly show: (moment: number) => Promise<void>;
  /** Lets the clock run on. */
  readonly letGo: () => Promise<void>;
}

/**
 * The clock of a service in development: the machine's time, plus as much as it was moved ahead, which the store keeps.
 * Timers follow the machine's time.
 *
 * @example
 * const clock = await developmentClock({ store });
 * const payments = createPayments({ store, clock, gateways, secret });
 * const work = startWork(payments, { mayStart: clock.runs });
 */
export async function developmentClock(options: {
  readonly store: Store;
  /** The clock that it runs by; the machine's by default. */
  readonly machine?: Clock;
}): Promise<DevelopmentClock> {
  const { store, machine = systemClock } = options;
  const kept = await keptReading(store);

  function now(): number {
    const { shown, standsUntil } = kept.reading();
    return shown + Math.max(0, machine.now() - standsUntil);
  }

  const stands = () => machine.now() < kept.reading().standsUntil;
  let refreshing: Promise<void> | undefined;

  /** Concurrent calls share one read. */
  async function runs(): Promise<boolean> {
    refreshing ??= kept.refresh().finally(() => (refreshing = undefined));
    await refreshing;
    return !stands();
  }

  /** Shows a moment for `ms` milliseconds; false if another process has changed the clock. */
  function show(moment: number, ms: number): Promise<boolean> {
    return kept.replace({ shown: Math.max(moment, now()), standsUntil: machine.now() + ms });
  }

  return {
    now,
    after: (ms) => machine.after(ms),
    isAhead() {
      const { shown, standsUntil } = kept.reading();
      return shown > standsUntil;
    },
    runs,
    async hold() {
      await kept.refresh();
      return !stands() && (await show(0, leaseMs)) ? holding(machine, show) : undefined;
    },
  };
}

async function keptReading(store: Store) {
  let version: number | "absent" = "absent";
  let reading: Reading = { shown: 0, standsUntil: 0 };

  async function refresh(): Promise<void> {
    const { records } = await store.read(platform, { keys: [key] });
    const [record] = records;
    if (record === undefined || (version !== "absent" && record.version <= version)) return;
    ({ version } = record);
    reading = readingSchema.parse(record.body);
  }

  /** False if another process has replaced the reading since it was seen. */
  async function replace(next: Reading): Promise<boolean> {
    const { status } = await store.commit({
      id: randomIds.random(21),
      tenant: platform,
      at: next.shown,
      expect: [{ key, version }],
      writes: [{ key, body: { ...next }, dueAt: null, place: null }],
      reference: "",
      postings: [],
      floors: [],
      tallies: [],
    });
    await refresh();
    return status === "committed";
  }

  await refresh();
  return { reading: () => reading, refresh, replace };
}

function holding(machine: Clock, showFor: (moment: number, ms: number) => Promise<boolean>): HeldClock {
  let timer = machine.after(leaseMs / 3);
  let isOver = false;
  let writing: Promise<unknown> = Promise.resolve();

  /** In turns, because each write replaces the one before. */
  function show(moment: number, ms: number): Promise<void> {
    const written = writing.then(async () => {
      if (!(await showFor(moment, ms))) throw new Error("another process has taken the development clock");
    });
    writing = written.catch(() => undefined);
    return written;
  }

  async function keep(): Promise<void> {
    for (;;) {
      await timer.elapsed;
      if (isOver) return;
      timer = machine.after(leaseMs / 3);
      // If the store is unavailable, the holder's next move fails.
      await show(0, leaseMs).catch(() => undefined);
    }
  }
  void keep();

  return {
    show: (moment) => show(moment, leaseMs),
    letGo() {
      isOver = true;
      timer.cancel();
      return show(0, 0);
    },
  };
}
