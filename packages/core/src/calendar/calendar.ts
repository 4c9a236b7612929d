import { z } from "zod";

import { loadOnce } from "../commit/commit.ts";
import type { Context } from "../context.ts";
import { recordKind } from "../commit/record.ts";
import { platform } from "../tenant/tenant.ts";
import type { BankHolidays } from "./business-days.ts";

/** The days on which banks turned out to be closed after the calendar was made, as operators have said. */
export const closedDaysRecord = recordKind("closedDays", z.looseObject({ days: z.array(z.string()) }));

export const closedDaysRef = closedDaysRecord.ref("all");

/** How long a process goes by what it has read of the closed days. */
const refreshMs = 10_000;

/** The announced holidays with the days that operators have closed besides. */
export interface Calendar {
  /** What is known of bank holidays, at most a few seconds old: decisions need it at once. */
  current(context: Context): Promise<BankHolidays>;
  /** What is known now. */
  refresh(context: Context): Promise<BankHolidays>;
}

/** What a use case that asks for business days reaches. */
export interface CalendarContext extends Context {
  readonly calendar: Calendar;
}

/** Keeps the closed days in memory; they are read again in the background when somebody asks. */
export function createCalendar(announced: BankHolidays): Calendar {
  let known: BankHolidays | undefined;
  let readAt = 0;
  let begun = 0;
  let answered = 0;

  /** Reads may overtake each other: what was asked for earlier replaces nothing that was asked for later. */
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
        // Whoever asks is answered from memory meanwhile, also while the store does not answer.
        refresh(context).catch(() => undefined);
      }
      return known;
    },
  };
}
