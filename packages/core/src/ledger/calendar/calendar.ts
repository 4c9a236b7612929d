import { z } from "zod";

import { loadOnce, decideAndCommit } from "../../engine/commit/commit.ts";
import type { Context } from "../../context.ts";
import { recordKind } from "../../engine/commit/record.ts";
import { platform } from "../../engine/tenant/tenant.ts";
import type { BankHolidays } from "./business-days.ts";
import { ok, type Answer } from "../../result.ts";
import { validate } from "../../engine/request/validate.ts";

/** The days that operators have closed, because they were announced after the calendar was made. */
export const closedDaysRecord = recordKind("closedDays", z.looseObject({ days: z.array(z.string()) }));

export const closedDaysRef = closedDaysRecord.ref("all");

/** How long a process uses the closed days that it has read. */
const refreshMs = 10_000;

/** The announced holidays and the days that operators have closed. */
export interface Calendar {
  /** From memory, at most a few seconds old, for decisions that cannot wait. */
  current(context: Context): Promise<BankHolidays>;
  /** From the store. */
  refresh(context: Context): Promise<BankHolidays>;
}

export interface CalendarContext extends Context {
  readonly calendar: Calendar;
}

/** Keeps the closed days in memory; a caller who finds them old starts a read in the background. */
export function createCalendar(announced: BankHolidays): Calendar {
  let known: BankHolidays | undefined;
  let readAt = 0;
  let begun = 0;
  let answered = 0;

  /** Reads may overtake each other: the answer of an earlier read never replaces that of a later one. */
  async function refresh(context: Context): Promise<BankHolidays> {
    readAt = context.clock.now();
    begun += 1;
    const number = begun;
    const [record] = await loadOnce(context, platform, (read) => read(closedDaysRef));
    if (known !== undefined && number < answered) return known;
    const closed = new Set(record?.days);
    answered = number;
    known = { ...announced, has: (day) => announced.has(day) || closed.has(day) };
    return known;
  }

  return {
    refresh,
    async current(context) {
      if (known === undefined) return refresh(context);
      if (context.clock.now() - readAt >= refreshMs) {
        // The caller is answered from memory, also while the store does not answer.
        refresh(context).catch(() => undefined);
      }
      return known;
    },
  };
}

const daySchema = z.object({ day: z.iso.date("must be a day of the calendar, YYYY-MM-DD") });

export const closeDayErrors = ["INVALID_REQUEST", "CONCURRENT_REQUEST"] as const;

/** The days that operators have closed, the earliest first. */
export interface ClosedDays {
  readonly days: readonly string[];
}

/** Adds a closed day, or takes it away again. Idempotent. */
export async function setClosed(
  context: CalendarContext,
  { day, closed }: { readonly day: string; readonly closed: boolean },
): Answer<ClosedDays, typeof closeDayErrors> {
  const valid = validate(daySchema, { day });
  if (!valid.ok) return valid;
  const changed = await decideAndCommit(context, {
    tenant: platform,
    lane: closedDaysRecord.name,
    load: (read) => read(closedDaysRef),
    decide: ([record]) => {
      const others = (record?.days ?? []).filter((each) => each !== day);
      const days = closed ? [...others, day].toSorted() : others;
      const answer = ok<ClosedDays>({ days });
      return { answer, changes: { writes: [closedDaysRecord.write(closedDaysRef.id, { ...record, days })] } };
    },
  });
  if (changed.ok) await context.calendar.refresh(context);
  return changed;
}
