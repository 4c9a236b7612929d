import { z } from "zod";

import { dayAfter } from "./business-days.ts";

/** A day in Seoul. */
export const daySchema = z.iso.date({ error: "must be a day of the calendar, YYYY-MM-DD", abort: true });

/** The first and the last day in Seoul, both inclusive. */
export const daysSchema = z.object({ from: daySchema, to: daySchema });

/** The most days that one question is about. */
export const mostDays = 366;

/** The days from one to another, both inclusive, but at most one more than may be asked for. */
export function daysFrom(from: string, to: string): readonly string[] {
  const days: string[] = [];
  for (let next = from; next <= to && days.length <= mostDays; next = dayAfter(next)) days.push(next);
  return days;
}
