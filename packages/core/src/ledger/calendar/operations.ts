import { loadOnce } from "../../engine/commit/commit.ts";
import type { Answer } from "../../result.ts";
import { platform } from "../../engine/tenant/tenant.ts";
import { movedTo, type ClockMove, type moveClockErrors } from "./clock-move.ts";
import { closedDaysRef, type CalendarContext, setClosed, type ClosedDays, type closeDayErrors } from "./calendar.ts";

/** For operators of the service: the days on which Korean banks work. */
export interface CalendarOperations {
  /**
   * Closes a day, `YYYY-MM-DD`, that was announced as a bank holiday after this version was made. Payments that would
   * have settled on it settle on the next business day; finished settlements stay. Answers all closed days. Other
   * processes know within seconds.
   *
   * Refusals: `INVALID_REQUEST` for a day that does not exist; `CONCURRENT_REQUEST`.
   *
   * @example
   * await payments.calendar.close("2027-01-04");
   */
  close(day: string): Answer<ClosedDays, typeof closeDayErrors>;

  /**
   * Opens a closed day again. Announced holidays stay.
   *
   * Refusals: `INVALID_REQUEST` for a day that does not exist; `CONCURRENT_REQUEST`.
   *
   * @example
   * await payments.calendar.reopen("2027-01-04");
   */
  reopen(day: string): Answer<ClosedDays, typeof closeDayErrors>;

  /**
   * The days that were closed besides the announced holidays, and the last day of the calendar: no settlement or
   * payout can be dated beyond it.
   *
   * @example
   * const { days, lastDay } = await payments.calendar.closedDays();
   */
  closedDays(): Promise<ClosedDays & { readonly lastDay: string }>;

  /**
   * The moment that a move of the service's clock leads to, in milliseconds since 1970: `to` a time, or
   * `forward` by minutes or business days, which keep the time of day in Seoul. For development, where the
   * clock can be moved; this moves nothing.
   *
   * Refusals: `INVALID_REQUEST` for a moment before the present one, and for one beyond the calendar.
   *
   * @example
   * await payments.calendar.movedTo({ forward: { businessDays: 3 } });
   */
  movedTo(move: ClockMove): Answer<number, typeof moveClockErrors>;
}

export function calendarOperations(context: CalendarContext): CalendarOperations {
  return {
    close: (day) => setClosed(context, { day, closed: true }),
    reopen: (day) => setClosed(context, { day, closed: false }),
    async closedDays() {
      const [record] = await loadOnce(context, platform, (read) => read(closedDaysRef));
      const { lastDay } = await context.calendar.current(context);
      return { days: record?.days ?? [], lastDay };
    },
    movedTo: (move) => movedTo(context, move),
  };
}
