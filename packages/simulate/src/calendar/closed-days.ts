import { closedDaysRecord } from "@wonflow/core/records";
import type { Projection } from "../observation/invariant.ts";
import type { Observed } from "../observation/observed.ts";
import type { Part } from "../part.ts";

/** The days that the operator has closed, from one commit to the next. */
interface ClosedDays {
  readonly days: ReadonlySet<string>;
  /** When it was committed, milliseconds since 1970. */
  readonly since: number;
}

/** Everything that was ever said of closed days, the newest last; at first there are none. */
const closedDays: Projection<ClosedDays[]> = {
  start: () => [{ days: new Set(), since: 0 }],
  onCommit(all, { writes }, { now }) {
    for (const { key, body } of writes) {
      if (key.kind !== closedDaysRecord.name) continue;
      all.push({ days: new Set(closedDaysRecord.schema.parse(body).days), since: now });
    }
  },
};

/** Whether banks are closed on a day. */
export type IsClosed = (day: string) => boolean;

/**
 * Every calendar that a process may go by: that of now, and those of before, as it keeps what it has read
 * for a while, and for longer while it does not run.
 *
 * @param since of who has read the calendar at this moment or later; ever where left out
 */
export function everyCalendar(observed: Pick<Observed, "of" | "holidays">, since = 0): readonly IsClosed[] {
  const all = observed.of(closedDays);
  const known = all.filter((_, index) => (all[index + 1]?.since ?? Infinity) >= since);
  return known.map(({ days }) => closedBy(observed, days));
}

/** The calendar of now. */
export function calendarNow(observed: Pick<Observed, "of" | "holidays">): IsClosed {
  return closedBy(observed, observed.of(closedDays).at(-1)?.days ?? new Set());
}

function closedBy({ holidays }: Pick<Observed, "holidays">, days: ReadonlySet<string>): IsClosed {
  return (day) => [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay()) || holidays.has(day) || days.has(day);
}

/** The first day from this one on, itself included, on which banks work: said a second time. */
export function workingDayFrom(isClosed: IsClosed, day: string): string {
  let next = day;
  while (isClosed(next)) next = dayLater(next, 1);
  return next;
}

/** The day that is this many working days after a day. */
export function workingDaysAfter(isClosed: IsClosed, day: string, count: number): string {
  let last = day;
  for (let counted = 0; counted < count; counted += 1) last = workingDayFrom(isClosed, dayLater(last, 1));
  return last;
}

const dayMs = 24 * 60 * 60 * 1000;
const seoulMs = 9 * 60 * 60 * 1000;

/** The day that is this many days after a day, both `yyyy-MM-dd`. */
export function dayLater(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
}

/** The day in Seoul at a moment. */
export function dayAt(ms: number): string {
  return new Date(ms + seoulMs).toISOString().slice(0, 10);
}

/** When a day begins in Seoul, milliseconds since 1970. */
export function startOf(day: string): number {
  return Date.parse(day) - seoulMs;
}

export const part: Part = { projections: [closedDays] };
