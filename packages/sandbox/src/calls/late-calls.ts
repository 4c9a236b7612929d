import { z } from "zod";

/** A call that was sent and has not arrived. It is on record, so that it arrives though its sender is gone. */
export interface LateCall<Call> {
  /** Counts the late calls of a journal, from 1. */
  readonly number: number;
  /** Milliseconds since 1970; null for a call that arrives when `deliverDelayed` says so. */
  readonly arrivesAt: number | null;
  readonly call: Call;
}

/** An entry of a journal: a call is on its way. */
export interface Sent<Call> extends LateCall<Call> {
  readonly op: "sent";
}

/**
 * An entry of a journal: a late call has arrived, with the entry of its decision, null if it has none. Both are one
 * line, so that a crash never leaves one without the other.
 */
export interface Arrived<Entry> {
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
export function dueCall<Call>({ onTheWay }: LateCalls<Call>, now: number) {
  const due = [...onTheWay.values()].flatMap((late) =>
    late.arrivesAt !== null && late.arrivesAt <= now ? { ...late, arrivesAt: late.arrivesAt } : [],
  );
  return due.toSorted((one, other) => one.arrivesAt - other.arrivesAt || one.number - other.number).at(0);
}
