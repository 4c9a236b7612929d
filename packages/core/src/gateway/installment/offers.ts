import { z } from "zod";
import { longestPlan } from "../plan-limits.ts";

const offer = {
  /** Card company code. */
  issuer: z.string(),
  /** Won. */
  minimumAmount: z.number(),
  /** Won, inclusive; null without an upper bound. */
  maximumAmount: z.number().nullable(),
  /** `yyyy-MM-dd`; empty if the offer ends with the feed's period. */
  lastDay: z.string(),
};

const freeMonthsSchema = z.looseObject({
  ...offer,
  installmentMonth: z.object({ min: z.number(), max: z.number() }),
});

const partialPlanSchema = z.object({
  month: z.number(),
  customerInterestMonthRange: z.object({ start: z.number(), end: z.number() }),
});

const partialPlansSchema = z.looseObject({ ...offer, plan: z.array(partialPlanSchema) });

export const installmentOffersSchema = z.looseObject({
  /** Days, `yyyy-MM-dd`; both empty if the feed's period could not be read. */
  period: z.object({ startDate: z.string(), endDate: z.string() }),
  free: z.array(freeMonthsSchema.nullable()),
  partial: z.array(partialPlansSchema.nullable()),
});

/** Months without interest: one entry for each run of months without a gap. */
export type FreeMonths = z.output<typeof freeMonthsSchema>;

/** Plans of which the customer bears the interest of some months only (부분무이자). */
export type PartialPlans = z.output<typeof partialPlansSchema>;

/** Of `month` months in all, the installments `start` to `end` bear interest. */
type PartialPlan = z.output<typeof partialPlanSchema>;

/** The offers of a gateway's feed; null is a row that could not be read. */
export type InstallmentOffers = z.output<typeof installmentOffersSchema>;

/** A feed that was read, and how often each problem occurred. */
export interface ReadFeed {
  readonly offers: InstallmentOffers;
  readonly problems: Readonly<Record<string, number>>;
}

/** Two to 36 months, with or without a leading zero; undefined for anything else. */
function monthOf(text: string): number | undefined {
  const month = /^\d{1,2}$/.test(text) ? Number(text) : 0;
  return month >= 2 && month <= longestPlan ? month : undefined;
}

/** Months separated by colons; undefined if any is invalid. */
export function monthsOf(text: string): number[] | undefined {
  const months = text.split(":").map(monthOf);
  return months.every((month) => month !== undefined) ? months : undefined;
}

/** The runs of months without a gap, in order: 2, 3, 7, 8, 14 are 2–3, 7–8 and 14. */
export function runsOf(months: readonly number[]): FreeMonths["installmentMonth"][] {
  const runs: { min: number; max: number }[] = [];
  for (const month of new Set(months.toSorted((a, b) => a - b))) {
    const last = runs.at(-1);
    if (last?.max === month - 1) last.max = month;
    else runs.push({ min: month, max: month });
  }
  return runs;
}

/** `10(1~4):12(1~5)`: the months in all, and those that bear interest. Undefined if any is invalid. */
export function partialPlansOf(text: string): PartialPlan[] | undefined {
  const plans = text.split(":").map((part) => {
    const [, months = "", first, last] = /^(\d+)\((\d{1,2})~(\d{1,2})\)$/.exec(part) ?? [];
    const month = monthOf(months);
    const [start, end] = [Number(first), Number(last)];
    if (month === undefined || !(start >= 1 && start <= end && end < month)) return undefined;
    return { month, customerInterestMonthRange: { start, end } };
  });
  return plans.every((plan) => plan !== undefined) ? plans : undefined;
}

/** `20261101` or `2026-11-01` as the latter; undefined for a day that does not exist. */
export function feedDay(text: string): string | undefined {
  const match = /^(\d{4})-?(\d{2})-?(\d{2})$/.exec(text);
  if (match === null) return undefined;
  const day = `${match[1]}-${match[2]}-${match[3]}`;
  const date = new Date(`${day}T00:00:00Z`);
  return Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== day ? undefined : day;
}

/** Undefined if either day does not exist, or the last day is before the first. */
export function periodOf(first: string, last: string): InstallmentOffers["period"] | undefined {
  const [startDate, endDate] = [feedDay(first), feedDay(last)];
  return startDate === undefined || endDate === undefined || startDate > endDate ? undefined : { startDate, endDate };
}

/** A row of a feed: its offers, or null and the problem if it could not be read. */
export interface FeedRow {
  readonly free?: InstallmentOffers["free"];
  readonly partial?: InstallmentOffers["partial"];
  readonly problem?: string;
}

/** Undefined if no row could be read. */
export function feedOf(
  period: InstallmentOffers["period"] | undefined,
  rows: readonly FeedRow[],
): ReadFeed | undefined {
  const free = rows.flatMap((row) => row.free ?? []);
  const partial = rows.flatMap((row) => row.partial ?? []);
  if (![...free, ...partial].some((offer) => offer !== null)) return undefined;
  const counts = new Map<string, number>();
  for (const { problem } of [...rows, { problem: period === undefined ? "the period can't be read" : undefined }]) {
    if (problem !== undefined) counts.set(problem, (counts.get(problem) ?? 0) + 1);
  }
  const offers = { period: period ?? { startDate: "", endDate: "" }, free, partial };
  return { offers, problems: Object.fromEntries(counts) };
}
