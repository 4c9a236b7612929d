import { closedDaysRecord } from "@wonflow/core/internal";
import type { Projection } from "../observation/invariant.ts";
import { writesOf } from "../observation/observed-records.ts";
import type { Observed } from "../observation/observed.ts";
import type { Part } from "../part.ts";
import type { Client, Command } from "../client/client.ts";

interface ClosedDays {
  readonly days: ReadonlySet<string>;
  /** Milliseconds since 1970. */
  readonly since: number;
}

const closedDays: Projection<ClosedDays[]> = {
  start: () => [{ days: new Set(), since: 0 }],
  onCommit(all, changeSet, { now }) {
    for (const { body } of writesOf(closedDaysRecord, changeSet)) all.push({ days: new Set(body?.days), since: now });
  },
};

type IsClosed = (day: string) => boolean;

/**
 * A process keeps the calendar that it has read for a while, and for longer while it does not run. So it may go by any
 * that was known at `since` or later.
 */
export function everyCalendar(observed: Pick<Observed, "of" | "holidays">, since = 0): readonly IsClosed[] {
  const all = observed.of(closedDays);
  const known = all.filter((_, index) => (all[index + 1]?.since ?? Infinity) >= since);
  return known.map(({ days }) => closedBy(observed, days));
}

export function calendarNow(observed: Pick<Observed, "of" | "holidays">): IsClosed {
  return closedBy(observed, observed.of(closedDays).at(-1)?.days ?? new Set());
}

function closedBy({ holidays }: Pick<Observed, "holidays">, days: ReadonlySet<string>): IsClosed {
  return (day) => [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay()) || holidays.has(day) || days.has(day);
}

/** Computed a second time, apart from core. */
export function workingDayFrom(isClosed: IsClosed, day: string): string {
  let next = day;
  while (isClosed(next)) next = dayLater(next, 1);
  return next;
}

export function workingDaysAfter(isClosed: IsClosed, day: string, count: number): string {
  let last = day;
  for (let counted = 0; counted < count; counted += 1) last = workingDayFrom(isClosed, dayLater(last, 1));
  return last;
}

const dayMs = 24 * 60 * 60 * 1000;
const seoulMs = 9 * 60 * 60 * 1000;

/** Days are `yyyy-MM-dd`. */
export function dayLater(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
}

export function dayAt(ms: number): string {
  return new Date(ms + seoulMs).toISOString().slice(0, 10);
}

/** Milliseconds since 1970. */
export function startOf(day: string): number {
  return Date.parse(day) - seoulMs;
}

const minuteMs = 60_000;

function untilSomeDay({ clock, random }: Client): number {
  const begins = startOf(dayLater(dayAt(clock.now()), random.pick([1, 2, 3, 3, 4, 5, 5, 6, 8])));
  const moment = random.pick([
    -random.below(500),
    -random.below(3_000),
    -random.below(30_000),
    random.below(5 * minuteMs),
    720 * minuteMs,
  ]);
  return Math.max(0, begins + moment - clock.now());
}

export async function letDaysPass(client: Client): Promise<void> {
  client.letTimePass(untilSomeDay(client));
}

export const passDays: Command = { name: "wait-for-days", run: letDaysPass };

export const part: Part = { projections: [closedDays], commands: [[passDays, 1]] };
