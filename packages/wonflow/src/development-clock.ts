import { platform, readBody, recordKind, type Clock, type Store } from "@wonflow/core";
import { z } from "zod";

import { systemClock } from "./clock.ts";
import { randomIds } from "./ids.ts";

/** What the clock shows at a moment of the machine: it stands until then, and runs on from there. */
const readingSchema = z.looseObject({
  /** Milliseconds since 1970. */
  shown: z.number(),
  /** Milliseconds since 1970 by the machine. */
  standsUntil: z.number(),
});

type Reading = z.output<typeof readingSchema>;

const developmentClockRecord = recordKind("developmentClock", readingSchema);

const ref = developmentClockRecord.ref("clock");

/** Who holds a clock says so again and again: one that died lets it run on after so long. */
const leaseMs = 10_000;

/** A clock that can be moved ahead, for development. Every process that shares the store has the same. */
export interface DevelopmentClock extends Clock {
  readonly now: () => number;
  /** Whether it was moved: it is ahead of the machine for good. */
  readonly isAhead: () => boolean;
  /**
   * Whether nobody holds it, by the store: another process may have moved it, too. A loop of due work that asks
   * before it begins anything (`mayStart`) keeps the clock of its process right, and leaves work to whoever moves it.
   */
  readonly runs: () => Promise<boolean>;
  /** Makes it stand where it is, for the caller to move; undefined where somebody else holds it. */
  readonly hold: () => Promise<HeldClock | undefined>;
}

/** A clock that stands. */
export interface HeldClock {
  /** Moves it to a moment, where it stands; never back. Rejects when somebody else has taken it meanwhile. */
  readonly show: (moment: number) => Promise<void>;
  /** Lets it run on from where it stands. */
  readonly letGo: () => Promise<void>;
}

/**
 * The clock of a service in development: the machine's, and as far ahead as it was moved. How far is kept in
 * the store. Timers are the machine's own.
 *
 * @example
 * const clock = await developmentClock({ store });
 * const payments = createPayments({ store, clock, cardNetworks, secret });
 * const work = startWork(payments, { mayStart: clock.runs });
 */
export async function developmentClock({
  store,
  machine = systemClock,
}: {
  readonly store: Store;
  /** What moves it on by itself; the machine's clock by default. */
  readonly machine?: Clock;
}): Promise<DevelopmentClock> {
  const kept = await keptReading(store);

  function now(): number {
    const { shown, standsUntil } = kept.reading();
    return shown + Math.max(0, machine.now() - standsUntil);
  }

  const stands = () => machine.now() < kept.reading().standsUntil;
  let refreshing: Promise<void> | undefined;

  /** Loops ask side by side, and are answered by one read. */
  async function runs(): Promise<boolean> {
    refreshing ??= kept.refresh().finally(() => (refreshing = undefined));
    await refreshing;
    return !stands();
  }

  /** Shows a moment for so long; false where another process has done so meanwhile. */
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

/** The reading in the store, as it was seen last. Without one the clock is the machine's. */
async function keptReading(store: Store) {
  let version: number | "absent" = "absent";
  let reading: Reading = { shown: 0, standsUntil: 0 };

  async function refresh(): Promise<void> {
    const { records } = await store.read(platform, { keys: [ref] });
    const [record] = records;
    if (record === undefined || (version !== "absent" && record.version <= version)) return;
    ({ version } = record);
    reading = readBody(ref, record.body);
  }

  /** Whether it could be replaced: not if another process has done so since it was seen. */
  async function replace(next: Reading): Promise<boolean> {
    const { status } = await store.commit({
      id: randomIds.random(21),
      tenant: platform,
      at: next.shown,
      expect: [{ key: { kind: ref.kind, id: ref.id }, version }],
      writes: [developmentClockRecord.write(ref.id, next)],
      reference: "",
      postings: [],
      floors: [],
    });
    await refresh();
    return status === "committed";
  }

  await refresh();
  return { reading: () => reading, refresh, replace };
}

/** Keeps a clock standing until it is let go. */
function holding(machine: Clock, showFor: (moment: number, ms: number) => Promise<boolean>): HeldClock {
  let timer = machine.after(leaseMs / 3);
  let isOver = false;
  let writing: Promise<unknown> = Promise.resolve();

  /** One after the other, as each writes over what the one before has written. */
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
      // A store out of reach is told to whoever moves the clock next.
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
