import { z } from "zod";
import type { Clock, Timer } from "@wonflow/core";
import type { Book, Decision } from "./book.ts";

/** A call that was sent and has not arrived. It is on record, so that it arrives though its sender is gone. */
interface LateCall<Call> {
  /** Counts the late calls of a journal, from 1. */
  readonly number: number;
  /** Milliseconds since 1970; null for a call that arrives when `deliverDelayed` says so. */
  readonly arrivesAt: number | null;
  readonly call: Call;
}

/** An entry of a journal: a call is on its way. */
interface Sent<Call> extends LateCall<Call> {
  readonly op: "sent";
}

/**
 * An entry of a journal: a late call has arrived, with the entry of its decision, null if it has none. Both are one
 * line, so that a crash never leaves one without the other.
 */
interface Arrived<Entry> {
  readonly op: "arrived";
  readonly number: number;
  readonly entry: Entry | null;
}

/** The entries of a journal with late calls. */
export type WithLate<Entry, Call> = Entry | Sent<Call> | Arrived<Entry>;

/** The schemas of the entries of late calls. */
export function lateSchemas<Entry extends z.ZodType, Call extends z.ZodType>(entry: Entry, call: Call) {
  const number = z.int().min(1);
  return [
    z.object({ op: z.literal("sent"), number, arrivesAt: z.int().nullable(), call }),
    z.object({ op: z.literal("arrived"), number, entry: entry.nullable() }),
  ] as const;
}

export interface LateCalls<Call> {
  /** The number of the last one that was sent. */
  last: number;
  readonly onTheWay: Map<number, LateCall<Call>>;
}

export interface WithLateCalls<Call> {
  readonly late: LateCalls<Call>;
}

export function noLateCalls<Call>(): LateCalls<Call> {
  return { last: 0, onTheWay: new Map() };
}

export function addSent<Call>(late: LateCalls<Call>, sent: Sent<Call>): void {
  late.last = sent.number;
  late.onTheWay.set(sent.number, sent);
}

/** The call that arrives first, if its time has come. */
function dueCall<Call>({ onTheWay }: LateCalls<Call>, now: number) {
  const due = [...onTheWay.values()].flatMap((late) =>
    late.arrivesAt !== null && late.arrivesAt <= now ? { ...late, arrivesAt: late.arrivesAt } : [],
  );
  return due.toSorted((one, other) => one.arrivesAt - other.arrivesAt || one.number - other.number).at(0);
}

/** Decides a late call, `now` being when it arrives. */
export type DecideLate<Entry extends object, Late, Records> = (
  records: Records,
  call: Late,
  now: number,
) => Decision<unknown, Entry>;

/** The arrival of a late call whose time has come. Every turn of any process begins with these. */
export function dueArrival<Entry extends object, Late, Records extends WithLateCalls<Late>>(
  records: Records,
  decide: DecideLate<Entry, Late, Records>,
  now: number,
): Arrived<Entry> | undefined {
  const due = dueCall(records.late, now);
  return due && { op: "arrived", number: due.number, entry: decide(records, due.call, due.arrivesAt).entry ?? null };
}

/** Sends late calls, and delivers them all at once. */
export function lateSending<Entry extends object, Late, Records extends WithLateCalls<Late>>(
  book: Book<WithLate<Entry, Late>, Records>,
  clock: Clock,
  decide: DecideLate<Entry, Late, Records>,
) {
  const timers = new Set<Timer>();

  /** Records the arrival even if no other call follows. */
  function takeTurnAfter(ms: number): void {
    const timer = clock.after(ms);
    timers.add(timer);
    void timer.elapsed
      .then(() => {
        timers.delete(timer);
        return book.decide(() => ({ answer: undefined }));
      })
      .catch(() => undefined);
  }

  function arriveNow(records: Records, { number, call }: LateCall<Late>): Arrived<Entry> {
    return { op: "arrived", number, entry: decide(records, call, clock.now()).entry ?? null };
  }

  async function deliverFrom(count: number): Promise<number> {
    const isDelivered = await book.decide((records) => {
      const [first] = records.late.onTheWay.values();
      return first === undefined ? { answer: false } : { answer: true, entry: arriveNow(records, first) };
    });
    return isDelivered ? deliverFrom(count + 1) : count;
  }

  return {
    async sendLate(call: Late, ms: number | undefined): Promise<void> {
      const arrivesAt = ms === undefined ? null : clock.now() + ms;
      if (ms !== undefined) takeTurnAfter(ms);
      await book.decide(({ late }) => {
        return { answer: undefined, entry: { op: "sent", number: late.last + 1, arrivesAt, call } };
      });
    },
    /** Delivers every late call now, in the order of sending; resolves to how many there were. */
    deliverDelayed: () => deliverFrom(0),
    stop(): void {
      for (const timer of timers) timer.cancel();
      timers.clear();
    },
  };
}
