import { cardCompanyOf } from "../bin/card-company.ts";
import {
  countProblems,
  monthsOf,
  noPeriod,
  partialPlansOf,
  periodOf,
  runsOf,
  saysAnything,
  type FreeMonths,
  type InstallmentOffers,
  type PartialPlans,
  type ReadFeed,
} from "./offers.ts";

/** Won. */
const unit = 10_000;

/**
 * Reads the text form of an installment feed, that of PG_A. Each line is one card company's:
 *
 *     period|20261101~20261130
 *     41|5-2:3:7:8^20-2:3:7:8:14|5-10(1~4):12(1~5)
 *
 * The fields are the code, the months without interest from each minimum amount in units of 10,000 won, and, as a field
 * of our own, partial plans in the same form. Every line ends with a line feed. A feed without the last one was cut off:
 * its last month may have lost a digit. Never throws; undefined for a feed that was cut off or has no readable row.
 *
 * @example
 * readTextFeed("period|20261101~20261130\n41|5-2:3:7\n"); // 41: 2–3 and 7 months from 50,000 won
 */
export function readTextFeed(text: string): ReadFeed | undefined {
  const problems = countProblems();
  let period: InstallmentOffers["period"] | undefined;
  const free: (FreeMonths | null)[] = [];
  const partial: (PartialPlans | null)[] = [];
  const lines = text.split(/\r?\n/);
  if (lines.pop()?.trim() !== "") return undefined;
  for (const line of lines) {
    if (line.trim() === "") continue;
    const [name = "", offers = "", plans = "", ...rest] = line.split("|").map((cell) => cell.trim());
    if (name === "period") {
      const [first = "", last = ""] = offers.split("~");
      period ??= periodOf(first, last);
      continue;
    }
    if (cardCompanyOf(name) === undefined || rest.length > 0 || (offers === "" && plans === "")) {
      problems.count("a line is none of a card company");
      free.push(null);
      continue;
    }
    for (const row of rowsOf(offers)) {
      const read = freeMonthsOf(name, row);
      if (read.length === 0) problems.count("a row of months can't be read");
      free.push(...(read.length === 0 ? [null] : read));
    }
    for (const row of rowsOf(plans)) {
      const read = partialOf(name, row);
      if (read === null) problems.count("a row of partial plans can't be read");
      partial.push(read);
    }
  }
  if (period === undefined) problems.count("the period can't be read");
  const offers = { period: period ?? noPeriod, free, partial };
  return saysAnything(offers) ? { offers, problems: problems.all() } : undefined;
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

function freeMonthsOf(issuer: string, row: string): readonly FreeMonths[] {
  const read = offerOf(issuer, row);
  const months = read && monthsOf(read.months);
  if (read === undefined || months === undefined) return [];
  return runsOf(months).map((installmentMonth) => ({ ...read.offer, installmentMonth }));
}

function partialOf(issuer: string, row: string): PartialPlans | null {
  const read = offerOf(issuer, row);
  const plan = read && partialPlansOf(read.months);
  return read === undefined || plan === undefined ? null : { ...read.offer, plan };
}
