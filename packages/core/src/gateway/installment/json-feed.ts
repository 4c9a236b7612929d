import { z } from "zod";

import { cardCompanyOf } from "../bin/card-company.ts";
import { feedDay, feedOf, monthsOf, partialPlansOf, periodOf, runsOf, type FeedRow, type ReadFeed } from "./offers.ts";
import { parseJson } from "../../engine/request/validate.ts";

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
