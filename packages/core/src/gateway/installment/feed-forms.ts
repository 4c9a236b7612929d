import { cardCompanyOf } from "../card-company.ts";
import { feedOf, monthsOf, partialPlansOf, periodOf, runsOf, feedDay, type FeedRow, type ReadFeed } from "./offers.ts";
import { z } from "zod";
import { parseJson } from "../../engine/request/validate.ts";

/** Won. */
const unit = 10_000;

/**
 * Reads the text form of an installment feed, that of PG_A. Each line is one card company's:
 *
 *     period|20261101~20261130
 *     41|5-2:3:7:8^20-2:3:7:8:14|5-10(1~4):12(1~5)
 *
 * The fields are the code, the months without interest from each minimum amount in units of 10,000 won, and, as our
 * extension, partial plans in the same form. Every line ends with a line feed. A feed without the last one was cut off:
 * its last month may have lost a digit. Never throws; undefined for a feed that was cut off or has no readable row.
 *
 * @example
 * readTextFeed("period|20261101~20261130\n41|5-2:3:7\n"); // 41: 2–3 and 7 months from 50,000 won
 */
export function readTextFeed(text: string): ReadFeed | undefined {
  const lines = text.split(/\r?\n/);
  if (lines.pop()?.trim() !== "") return undefined;
  let period: ReadFeed["offers"]["period"] | undefined;
  const rows: FeedRow[] = [];
  for (const line of lines) {
    if (line.trim() === "") continue;
    const [name = "", offers = "", plans = "", ...rest] = line.split("|").map((cell) => cell.trim());
    if (name === "period") {
      const [first = "", last = ""] = offers.split("~");
      period ??= periodOf(first, last);
    } else if (cardCompanyOf(name) === undefined || rest.length > 0 || (offers === "" && plans === "")) {
      rows.push({ free: [null], problem: "a line is not about a card company" });
    } else {
      rows.push(...rowsOf(offers).map((row) => freeMonthsOf(name, row)));
      rows.push(...rowsOf(plans).map((row) => partialOf(name, row)));
    }
  }
  return feedOf(period, rows);
}

function rowsOf(cell: string): readonly string[] {
  return cell === "" ? [] : cell.split("^");
}

/** The part of a row before its months: `5-` is 50,000 won and more. */
function offerOf(issuer: string, row: string) {
  const match = /^(\d{1,6})-(.+)$/.exec(row);
  if (match === null) return undefined;
  const offer = { issuer, minimumAmount: Number(match[1]) * unit, maximumAmount: null, lastDay: "" };
  return { offer, months: match[2] ?? "" };
}

function freeMonthsOf(issuer: string, row: string): FeedRow {
  const read = offerOf(issuer, row);
  const months = read && monthsOf(read.months);
  if (read === undefined || months === undefined) return { free: [null], problem: "a row of months can't be read" };
  return { free: runsOf(months).map((installmentMonth) => ({ ...read.offer, installmentMonth })) };
}

function partialOf(issuer: string, row: string): FeedRow {
  const read = offerOf(issuer, row);
  const plan = read && partialPlansOf(read.months);
  if (read === undefined || plan === undefined) {
    return { partial: [null], problem: "a row of partial plans can't be read" };
  }
  return { partial: [{ ...read.offer, plan }] };
}

const wonSchema = z
  .union([z.number(), z.string().regex(/^\d{1,15}$/)])
  .pipe(z.coerce.number<string | number>().int().min(0));

const rowSchema = z.object({
  minAmt: wonSchema,
  /** 0 or nothing for no upper bound. */
  maxAmt: wonSchema.nullish().transform((amount) => (amount === 0 ? null : (amount ?? null))),
  installment: z.string().nullish(),
  eventToDate: z.string().nullish(),
  /** Our extension, as no real feed has partial plans. */
  partial: z.string().nullish(),
});

const feedSchema = z.object({
  period: z.unknown(),
  cards: z.record(z.string(), z.unknown()),
});

const periodSchema = z.object({ startDate: z.string(), endDate: z.string() });

/**
 * Reads the JSON form of an installment feed, that of PG_B: for each card company a list of rows.
 *
 *     { "period": { "startDate": "20261101", "endDate": "20261130" },
 *       "cards": { "41": [{ "minAmt": 50000, "maxAmt": 0, "installment": "02:03:07", "eventToDate": "20261130",
 *                           "partial": "10(1~4)" }] } }
 *
 * Amounts are in won; `partial` is our extension. Never throws; undefined for a feed without a readable row.
 */
export function readJsonFeed(text: string): ReadFeed | undefined {
  const feed = feedSchema.safeParse(parseJson(text));
  if (!feed.success) return undefined;
  const given = periodSchema.safeParse(feed.data.period);
  const period = given.success ? periodOf(given.data.startDate, given.data.endDate) : undefined;
  const rows = Object.entries(feed.data.cards).flatMap(([issuer, listed]): readonly FeedRow[] => {
    const isCompany = cardCompanyOf(issuer) !== undefined && Array.isArray(listed);
    if (!isCompany) return [{ free: [null], problem: "an entry is not about a card company" }];
    return listed.map((row) => offersOf(issuer, row) ?? { free: [null], problem: "a row can't be read" });
  });
  return feedOf(period, rows);
}

/** The offers of a row; undefined if any part of it cannot be read. */
function offersOf(issuer: string, input: unknown): FeedRow | undefined {
  const row = rowSchema.safeParse(input);
  if (!row.success) return undefined;
  const { minAmt: minimumAmount, maxAmt: maximumAmount, eventToDate, installment, partial } = row.data;
  const lastDay = eventToDate ? feedDay(eventToDate) : "";
  const months = installment ? monthsOf(installment) : [];
  const plan = partial ? partialPlansOf(partial) : [];
  if (lastDay === undefined || months === undefined || plan === undefined) return undefined;
  if (maximumAmount !== null && maximumAmount < minimumAmount) return undefined;
  if (months.length + plan.length === 0) return undefined;
  const offer = { issuer, minimumAmount, maximumAmount, lastDay };
  return {
    free: runsOf(months).map((installmentMonth) => ({ ...offer, installmentMonth })),
    partial: plan.length === 0 ? [] : [{ ...offer, plan }],
  };
}
