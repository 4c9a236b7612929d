import { z } from "zod";

/** The payment gateways whose installment information is read. */
export const gatewaySchema = z.enum(["PG_A", "PG_B"]);

export type Gateway = z.output<typeof gatewaySchema>;

/** The most months that a payment may be paid in (interface: Limits, installmentPlanMonths). */
export const longestPlanMonths = 3;

/** Card networks take installments from this amount, in won. */
export const leastInstallmentAmount = 50_000;

/** What every offer of a card company says. */
interface Offer {
  /** Card company code. */
  readonly issuer: string;
  /** From this amount on, in won. */
  readonly minimumAmount: number;
  /** Up to this amount, in won, itself included; null for any. */
  readonly maximumAmount: number | null;
  /** The last day, `yyyy-MM-dd`; empty where only the period of the whole feed says it. */
  readonly lastDay: string;
}

/** Months without interest: one entry for each run of months without a gap. */
export interface FreeMonths extends Offer {
  readonly installmentMonth: { readonly min: number; readonly max: number };
}

/** Plans of which the customer bears the interest of some months only (부분무이자). */
export interface PartialPlans extends Offer {
  readonly plan: readonly PartialPlan[];
}

/** Of `month` months in all, the installments `start` to `end` bear interest. */
export interface PartialPlan {
  readonly month: number;
  readonly customerInterestMonthRange: { readonly start: number; readonly end: number };
}

/** What a gateway's feed says; null stands for each row that could not be read. */
export interface InstallmentOffers {
  /** Days, `yyyy-MM-dd`; both empty where the feed's period could not be read. */
  readonly period: { readonly startDate: string; readonly endDate: string };
  readonly free: readonly (FreeMonths | null)[];
  readonly partial: readonly (PartialPlans | null)[];
}

/** A feed that was read, and what in it was not as it must be: how often each problem came. */
export interface ReadFeed {
  readonly offers: InstallmentOffers;
  readonly problems: Readonly<Record<string, number>>;
}

/** No plan is longer; a greater number in a feed is a mistake. */
const mostMonths = 36;

/** Two to 36 months, with or without a leading zero; undefined for anything else. */
function monthOf(text: string): number | undefined {
  const month = /^\d{1,2}$/.test(text) ? Number(text) : 0;
  return month >= 2 && month <= mostMonths ? month : undefined;
}

/** Months separated by colons; undefined where any of them is none. */
export function monthsOf(text: string): readonly number[] | undefined {
  const months = text.split(":").map(monthOf);
  return months.every((month) => month !== undefined) ? months : undefined;
}

/** The runs of months without a gap, in order: 2, 3, 7, 8, 14 are 2–3, 7–8 and 14. */
export function runsOf(months: readonly number[]): readonly FreeMonths["installmentMonth"][] {
  const runs: { min: number; max: number }[] = [];
  for (const month of new Set(months.toSorted((a, b) => a - b))) {
    const last = runs.at(-1);
    if (last?.max === month - 1) last.max = month;
    else runs.push({ min: month, max: month });
  }
  return runs;
}

/** `10(1~4):12(1~5)`: the months in all, and those that bear interest. Undefined where any is none. */
export function partialPlansOf(text: string): readonly PartialPlan[] | undefined {
  const plans = text.split(":").map((part) => {
    const [, months = "", first, last] = /^(\d+)\((\d{1,2})~(\d{1,2})\)$/.exec(part) ?? [];
    const month = monthOf(months);
    const [start, end] = [Number(first), Number(last)];
    if (month === undefined || !(start >= 1 && start <= end && end < month)) return undefined;
    return { month, customerInterestMonthRange: { start, end } };
  });
  return plans.every((plan) => plan !== undefined) ? plans : undefined;
}

/** `20261101` or `2026-11-01` as the latter; undefined for what is no day. */
export function feedDay(text: string): string | undefined {
  const match = /^(\d{4})-?(\d{2})-?(\d{2})$/.exec(text);
  if (match === null) return undefined;
  const day = `${match[1]}-${match[2]}-${match[3]}`;
  const date = new Date(`${day}T00:00:00Z`);
  return Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== day ? undefined : day;
}

/** The period of two days; undefined where either is no day or they are the wrong way round. */
export function periodOf(first: string, last: string): InstallmentOffers["period"] | undefined {
  const [startDate, endDate] = [feedDay(first), feedDay(last)];
  return startDate === undefined || endDate === undefined || startDate > endDate ? undefined : { startDate, endDate };
}

/** The period of a feed that has none that can be read. */
export const noPeriod: InstallmentOffers["period"] = { startDate: "", endDate: "" };

/** Counts what is not as it must be. */
export function countProblems() {
  const counts = new Map<string, number>();
  return {
    count: (problem: string) => void counts.set(problem, (counts.get(problem) ?? 0) + 1),
    all: (): ReadFeed["problems"] => Object.fromEntries(counts),
  };
}

/** Whether anything at all was read; a feed without it says nothing. */
export function saysAnything({ free, partial }: InstallmentOffers): boolean {
  return [...free, ...partial].some((offer) => offer !== null);
}
