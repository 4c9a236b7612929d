import type { Clock, InstallmentFeedCode, InstallmentFeed } from "@wonflow/core";
import { seoulMonth } from "../seoul-month.ts";

interface Offer {
  readonly issuer: string;
  /** Won; a multiple of 10,000. */
  readonly minimumAmount: number;
  /** Won; only the format of PG_B has it. Absent for no maximum. */
  readonly maximumAmount?: number;
  /** Months without interest. */
  readonly months: readonly number[];
  /** Partial plans: the number of months, and the months with interest for the customer. */
  readonly partial?: readonly (readonly [month: number, start: number, end: number])[];
}

function offer(issuer: string, minimumAmount: number, months: readonly number[]): Offer {
  return { issuer, minimumAmount, months };
}

/** Every offer of the sandbox's feeds. Fictional. */
const offers: readonly Offer[] = [
  {
    ...offer("11", 50_000, [2, 3, 4, 5]),
    partial: [
      [10, 1, 4],
      [12, 1, 5],
    ],
  },
  { ...offer("15", 50_000, [2, 3]), maximumAmount: 3_000_000 },
  offer("21", 50_000, [2, 3]),
  offer("31", 50_000, [2, 3, 4, 5, 6, 7]),
  offer("33", 50_000, [2, 3, 4]),
  offer("W1", 50_000, [2, 3, 4]),
  { ...offer("41", 50_000, [2, 3, 7, 8]), partial: [[10, 1, 4]] },
  offer("41", 200_000, [2, 3, 7, 8, 14]),
  {
    ...offer("51", 50_000, [2, 3, 4, 5, 6]),
    partial: [
      [12, 1, 6],
      [18, 1, 8],
    ],
  },
  offer("61", 100_000, [2, 3]),
  offer("71", 50_000, [3]),
  offer("91", 50_000, [2, 3, 4, 5, 6]),
];

/** The first and last day of the current month in Seoul, as `yyyyMMdd`. */
function monthInSeoul(nowMs: number): { readonly first: string; readonly last: string } {
  const { year, month } = seoulMonth(nowMs);
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10).replaceAll("-", "");
  return { first: day(Date.UTC(year, month, 1)), last: day(Date.UTC(year, month + 1, 0)) };
}

const won = 10_000;

/** `10(1~4):12(1~5)`: our own field in both formats. */
function partialText({ partial = [] }: Offer): string {
  return partial.map(([month, start, end]) => `${month}(${start}~${end})`).join(":");
}

/** The text format, that of PG_A: `41|5-2:3:7:8^20-2:3:7:8:14|5-10(1~4)`, after a line with the period. */
function textFormat(nowMs: number): string {
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
function jsonFormat(nowMs: number): string {
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

/**
 * A fault of a feed.
 *
 * - `late`: the answer comes after a minute
 * - `refused-connection`: no answer comes
 * - `empty`: the answer is empty
 * - `cut-off`: its second half is missing
 * - `malformed-rows`: the offers of some card companies are malformed
 * - `malformed-period`: the period is malformed
 */
export type FeedFault = "late" | "refused-connection" | "empty" | "cut-off" | "malformed-rows" | "malformed-period";

/** A simulated feed of one gateway. */
export interface SandboxInstallmentFeed extends InstallmentFeed {
  readonly sandbox: true;
  /** Fails every read until it is called with `undefined`. */
  fail(fault: FeedFault | undefined): void;
}

const formats: Readonly<Record<InstallmentFeedCode, (nowMs: number) => string>> = {
  PG_A: textFormat,
  PG_B: jsonFormat,
};

const lateMs = 60_000;

const distortions: Readonly<Record<FeedFault, (text: string) => string>> = {
  late: (text) => text,
  "refused-connection": (text) => text,
  empty: () => "",
  "cut-off": (text) => text.slice(0, text.length / 2),
  "malformed-rows": (text) => text.replaceAll("2:3:4", "2:3:").replaceAll("02:03:04", "02:03:"),
  "malformed-period": (text) => text.replace(/(\d{4})(\d{2})(\d{2})/, "$1. $2. $3"),
};

/**
 * The installment feeds of both gateways, each in its own format, for the current month in Seoul.
 *
 * @example
 * const feeds = sandboxInstallmentFeeds({ clock });
 * feeds.PG_A.fail("cut-off");
 */
export function sandboxInstallmentFeeds(options: {
  readonly clock: Clock;
}): Readonly<Record<InstallmentFeedCode, SandboxInstallmentFeed>> {
  const { clock } = options;
  return { PG_A: feedOf("PG_A", clock), PG_B: feedOf("PG_B", clock) };
}

function feedOf(code: InstallmentFeedCode, clock: Clock): SandboxInstallmentFeed {
  let fault: FeedFault | undefined;
  return {
    sandbox: true,
    fail: (next) => void (fault = next),
    async read() {
      const text = formats[code](clock.now());
      if (fault === "late") await clock.after(lateMs).elapsed;
      if (fault === "refused-connection") throw new Error("The gateway refused the connection.");
      return fault === undefined ? text : distortions[fault](text);
    },
  };
}
