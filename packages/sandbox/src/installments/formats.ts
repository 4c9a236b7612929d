import { monthInSeoul, offers, type Offer } from "./offers.ts";

const won = 10_000;

/** `10(1~4):12(1~5)`: our own field in both formats. */
function partialText({ partial = [] }: Offer): string {
  return partial.map(([month, start, end]) => `${month}(${start}~${end})`).join(":");
}

/** The text format, that of PG_A: `41|5-2:3:7:8^20-2:3:7:8:14|5-10(1~4)`, after a line with the period. */
export function textFormat(nowMs: number): string {
  const { first, last } = monthInSeoul(nowMs);
  const issuers = [...new Set(offers.map(({ issuer }) => issuer))];
  const lines = issuers.map((issuer) => {
    // The text format has no upper bound, so an offer with one is not in it.
    const own = offers.filter((each) => each.issuer === issuer && each.maximumAmount === undefined);
    const free = own.map(({ minimumAmount, months }) => `${minimumAmount / won}-${months.join(":")}`);
    const partial = own.filter((each) => each.partial !== undefined);
    const plans = partial.map((each) => `${each.minimumAmount / won}-${partialText(each)}`);
    return own.length === 0 ? [] : [`${issuer}|${free.join("^")}|${plans.join("^")}`];
  });
  return [`period|${first}~${last}`, ...lines.flat(), ""].join("\n");
}

/** The JSON format, that of PG_B: for each card company a list of `{ minAmt, maxAmt, installment, eventToDate }`. */
export function jsonFormat(nowMs: number): string {
  const { first, last } = monthInSeoul(nowMs);
  const cards: Record<string, unknown[]> = {};
  for (const each of offers) {
    const { issuer, minimumAmount, maximumAmount = 0, months } = each;
    const installment = months.map((month) => String(month).padStart(2, "0")).join(":");
    const row = { minAmt: minimumAmount, maxAmt: maximumAmount, installment, eventToDate: last };
    const partial = partialText(each);
    (cards[issuer] ??= []).push(partial === "" ? row : { ...row, partial });
  }
  return JSON.stringify({ period: { startDate: first, endDate: last }, cards });
}
