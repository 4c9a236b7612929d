import { z } from "zod";

import { refuseField, ok, type Result } from "../../result.ts";
import { seoulTime } from "./seoul-time.ts";

/** A typed time with its offset: to the minute, the second or a part of one. */
export const typedTimeSchema = z.union(
  [z.iso.datetime({ offset: true }), z.iso.datetime({ offset: true, precision: -1 })],
  "must be an ISO 8601 time with its offset",
);

/** How far the clock of the person who typed a time may differ from ours. */
const clockToleranceMs = 5 * 60 * 1000;

/** When something can have happened at all. Milliseconds since 1970. */
export interface PossibleTime {
  readonly earliest: number;
  /** What happened at `earliest`, as a clause: `when it was approved`. */
  readonly since: string;
  readonly now: number;
}

/**
 * The moment of a time that a person typed. It is compared at the precision typed: `14:03` stands for that whole minute.
 * Where the minute contains the earliest moment, that one is taken. Refuses a time outside of what is possible, and
 * names the range.
 */
export function possibleTime(
  field: string,
  text: string,
  { earliest, since, now }: PossibleTime,
): Result<number, "INVALID_REQUEST"> {
  const from = Date.parse(text);
  const until = from + precisionOf(text);
  if (until <= earliest - clockToleranceMs || from > now + clockToleranceMs) {
    const range = `${seoulTime(earliest)}, ${since}, and now, ${seoulTime(now)}`;
    return refuseField("INVALID_REQUEST", field, `must be between ${range}`);
  }
  return ok(from < earliest && earliest < until ? earliest : from);
}

/** The length of time that a text stands for: a minute, a second or a part of one. */
function precisionOf(text: string): number {
  const [, seconds, fraction] = /T\d\d:\d\d(:\d\d(?:\.(\d+))?)?/.exec(text) ?? [];
  if (seconds === undefined) return 60_000;
  return fraction === undefined ? 1000 : Math.max(1, 1000 / 10 ** fraction.length);
}
