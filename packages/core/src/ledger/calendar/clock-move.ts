import { z } from "zod";

import { ok, refuseField, type Answer } from "../../result.ts";
import { validate } from "../../engine/request/validate.ts";
import { addBusinessDays, type BankHolidays } from "./business-days.ts";
import type { CalendarContext } from "./calendar.ts";
import { dayInSeoul, seoulTime, startOfDayInSeoul } from "../../engine/time/seoul-time.ts";

const steps = z.int("must be a whole number").min(1, "must be at least 1").max(1_000_000, "must be at most 1,000,000");

export const moveClockSchema = z
  .object({
    to: z.iso.datetime({ offset: true, error: "must be a time such as 2026-11-25T00:00:00+09:00" }).optional().meta({
      description: "A moment that is not before the service's time",
    }),
    forward: z.object({ minutes: steps.optional(), businessDays: steps.optional() }).optional().meta({
      description: "How far from the service's time: either minutes or business days, which keep the time of day",
    }),
  })
  .refine(
    ({ to, forward }) => [to, forward?.minutes, forward?.businessDays].filter((one) => one !== undefined).length === 1,
    "must have exactly one of to, forward.minutes and forward.businessDays",
  )
  .meta({ id: "ClockMove" });

export type ClockMove = z.input<typeof moveClockSchema>;

export const moveClockErrors = ["INVALID_REQUEST"] as const;

/** The clock never moves back, and never past the end of the calendar. */
export async function movedTo(context: CalendarContext, move: ClockMove): Answer<number, typeof moveClockErrors> {
  const valid = validate(moveClockSchema, move);
  if (!valid.ok) return valid;
  const now = context.clock.now();
  const holidays = await context.calendar.refresh(context);
  const { field, moment } = momentOf(valid.value, now, holidays);
  if (moment !== undefined && moment < now) {
    return refuseField("INVALID_REQUEST", field, `must not be before ${seoulTime(now)}, the service's time`);
  }
  if (moment === undefined || dayInSeoul(moment) > holidays.lastDay) {
    return refuseField("INVALID_REQUEST", field, `must not lead past ${holidays.lastDay}, where the calendar ends`);
  }
  return ok(moment);
}

/** The field that was given, and its moment; undefined past the end of the calendar. */
function momentOf({ to, forward }: z.output<typeof moveClockSchema>, now: number, holidays: BankHolidays) {
  if (to !== undefined) return { field: "to", moment: Date.parse(to) };
  if (forward?.minutes !== undefined) return { field: "forward.minutes", moment: now + forward.minutes * 60_000 };
  const today = dayInSeoul(now);
  const day = addBusinessDays(holidays, today, forward?.businessDays ?? 1);
  const moment = day === undefined ? undefined : now + startOfDayInSeoul(day) - startOfDayInSeoul(today);
  return { field: "forward.businessDays", moment };
}
