import { z } from "zod";

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

/**
 * The days on which banks are closed besides weekends. A calendar never guesses: days before its first and after its
 * last one are unknown. Every day is a day in Seoul, `yyyy-MM-dd`.
 */
export interface BankHolidays {
  readonly firstDay: string;
  readonly lastDay: string;
  /** Whether a day from `firstDay` to `lastDay` is a holiday, also if it is on a weekend. */
  has(day: string): boolean;
}

export const noHolidaysKnown: BankHolidays = { firstDay: "9999-12-31", lastDay: "0000-01-01", has: () => false };

/**
 * Whether banks work on a day; undefined if the calendar does not know.
 *
 * @param day `yyyy-MM-dd` in Seoul
 *
 * @example
 * isBusinessDay(holidays, "2026-02-16"); // false: the day before Seollal
 */
export function isBusinessDay(holidays: BankHolidays, day: string): boolean | undefined {
  if (day < holidays.firstDay || day > holidays.lastDay) return undefined;
  return !isWeekend(day) && !holidays.has(day);
}

/**
 * Why banks are closed on a day: a holiday at a weekend is a weekend. Null on a business day; undefined if the calendar
 * does not know.
 *
 * @param day `yyyy-MM-dd` in Seoul
 *
 * @example
 * closedBecause(holidays, "2026-02-16"); // "HOLIDAY": the day before Seollal
 */
export function closedBecause(holidays: BankHolidays, day: string): "WEEKEND" | "HOLIDAY" | null | undefined {
  const isOpen = isBusinessDay(holidays, day);
  if (isOpen === undefined) return undefined;
  if (isOpen) return null;
  return isWeekend(day) ? "WEEKEND" : "HOLIDAY";
}

/**
 * The first business day from a day on, the day itself included; undefined if the calendar ends before.
 *
 * @param day `yyyy-MM-dd` in Seoul
 *
 * @example
 * businessDayFrom(holidays, "2026-02-14"); // "2026-02-19": a weekend and Seollal lie between
 */
export function businessDayFrom(holidays: BankHolidays, day: string): string | undefined {
  for (let next = day; ; next = dayAfter(next)) {
    const works = isBusinessDay(holidays, next);
    if (works !== false) return works && next;
  }
}

/**
 * The business day that is `count` business days after a day, which itself does not count; undefined if the calendar
 * ends before.
 *
 * @param day `yyyy-MM-dd` in Seoul
 * @param count a whole number from 1
 *
 * @example
 * addBusinessDays(holidays, "2026-02-13", 3); // "2026-02-23": Seollal and two weekends lie between
 */
export function addBusinessDays(holidays: BankHolidays, day: string, count: number): string | undefined {
  if (!Number.isSafeInteger(count) || count < 1) throw new RangeError(`${count} is no number of business days from 1`);
  let last: string | undefined = day;
  for (let counted = 0; counted < count && last !== undefined; counted += 1) {
    last = businessDayFrom(holidays, dayAfter(last));
  }
  return last;
}

export function dayAfter(day: string): string {
  // Every month has 28 days, so most days need no slow Date.
  const inMonth = Number(day.slice(8));
  if (inMonth < 28) return day.slice(0, 8) + String(inMonth + 1).padStart(2, "0");
  const next = new Date(`${day}T00:00:00Z`);
  next.setUTCDate(next.getUTCDate() + 1);
  return next.toISOString().slice(0, 10);
}

const dayMs = 24 * 60 * 60 * 1000;

function isWeekend(day: string): boolean {
  // 1970 began on a Thursday, so Saturday and Sunday are the third and fourth day of a week.
  const inWeek = (((Date.parse(day) / dayMs) % 7) + 7) % 7;
  return inWeek === 2 || inWeek === 3;
}
