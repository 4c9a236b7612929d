import { loadOnce } from "../commit/commit.ts";
import type { Result } from "../result.ts";
import { platform } from "../tenant/tenant.ts";
import { movedTo, type ClockMove, type moveClockErrors } from "./clock-move.ts";
import { closedDaysRef, type CalendarContext } from "./calendar.ts";
import { setClosed, type ClosedDays, type closeDayErrors } from "./close-day.ts";

/** The days on which Korean banks work, for whoever runs the service. */
export interface CalendarOperations {
  /**
   * Says that banks are closed on a day, `YYYY-MM-DD`, that was announced after this version was made. What
   * would have settled on it settles on the next business day; what was settled stays. Answers all closed
   * days. Other processes know within seconds.
   *
   * Refusals: `INVALID_REQUEST` for what is no day; `CONCURRENT_REQUEST`.
   *
   * @example
   * await payments.calendar.close("2027-01-04");
   */
  close(day: string): Promise<Result<ClosedDays, (typeof closeDayErrors)[number]>>;

  /**
   * Takes back that banks are closed on a day. Announced holidays stay.
   *
   * Refusals: `INVALID_REQUEST` for what is no day; `CONCURRENT_REQUEST`.
   *
   * @example
   * await payments.calendar.reopen("2027-01-04");
   */
  reopen(day: string): Promise<Result<ClosedDays, (typeof closeDayErrors)[number]>>;

  /**
   * The days that were closed besides the announced holidays, and the last day that is known of those:
   * nothing can be dated beyond it.
   *
   * @example
   * const { days, lastDay } = await payments.calendar.closedDays();
   */
  closedDays(): Promise<ClosedDays & { readonly lastDay: string }>;

  /**
   * The moment that a move of the service's clock leads to, in milliseconds since 1970: `to` a time, or
   * `forward` by minutes or business days, which keep the time of day in Seoul. For development, where the
   * clock can be moved; nothing is moved by it.
   *
   * Refusals: `INVALID_REQUEST` for a moment before the present one, and for one beyond the calendar.
   *
   * @example
   * await payments.calendar.movedTo({ forward: { businessDays: 3 } });
   */
  movedTo(move: ClockMove): Promise<Result<number, (typeof moveClockErrors)[number]>>;
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
