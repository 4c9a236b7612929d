import { seoulMonth } from "../seoul-month.ts";

export interface Offer {
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
export const offers: readonly Offer[] = [
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
export function monthInSeoul(nowMs: number): { readonly first: string; readonly last: string } {
  const { year, month } = seoulMonth(nowMs);
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10).replaceAll("-", "");
  return { first: day(Date.UTC(year, month, 1)), last: day(Date.UTC(year, month + 1, 0)) };
}
