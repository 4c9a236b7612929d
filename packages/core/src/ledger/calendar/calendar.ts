import { z } from "zod";

import { loadOnce } from "../../engine/commit/commit.ts";
import type { Context } from "../../context.ts";
import { recordKind } from "../../engine/commit/record.ts";
import { platform } from "../../engine/tenant/tenant.ts";
import type { BankHolidays } from "./business-days.ts";

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
