/**
 * The counters of a tenant. Each counts by days in Seoul, `yyyy-MM-dd`.
 *
 * - `paid`: payments, by the day of their approval
 * - `refused`: payments that ended without an approval, by the day on which they were requested
 * - `canceled`: cancellations, by the day of the gateway's refund; a payment of several cards counts each
 * - `pending`: earnings to be settled, by their day; those without a day count as `undated`
 * - `returned`: cancellations after settlement to be settled, by their day, below 0
 * - `available`: the change of the account, by the day of the booking
 * - `undelivered`: webhooks that ran out of retries, by the day on which they were made; their amount is 0
 * - `review`: payouts for an operator to review, by payout date
 */
export const tallyNames = [
  "paid",
  "refused",
  "canceled",
  "pending",
  "returned",
  "available",
  "undelivered",
  "review",
] as const;

export type TallyName = (typeof tallyNames)[number];

/** A part that a commit adds to a counter of one day, or a counter's current value. */
export interface Tally {
  readonly name: TallyName;
  /** `yyyy-MM-dd` in Seoul, or `undated`. */
  readonly day: string;
  /** Won. */
  readonly amount: number;
  readonly count: number;
}

/** Stands for a day that is not known yet. It sorts behind every day. */
export const undated = "undated";

/** A counter of a day as one text. It sorts by name, then by day. */
export function tallyText({ name, day }: Pick<Tally, "name" | "day">): string {
  return `${name} ${day}`;
}

/** The sum for each counter and day, without those that are zero. */
export function sumTallies(tallies: Iterable<Tally>): readonly Tally[] {
  const sums = new Map<string, Tally>();
  for (const { name, day, amount, count } of tallies) {
    const text = tallyText({ name, day });
    const before = sums.get(text);
    sums.set(text, { name, day, amount: (before?.amount ?? 0) + amount, count: (before?.count ?? 0) + count });
  }
  return [...sums.values()].filter(({ amount, count }) => amount !== 0 || count !== 0);
}

/** Tallies that undo others. */
export function negated(tallies: readonly Tally[]): readonly Tally[] {
  // Subtracted from 0 instead of negated: JSON does not keep −0.
  return tallies.map((tally) => ({ ...tally, amount: 0 - tally.amount, count: 0 - tally.count }));
}

const dayText = /^(?:\d{4}-\d{2}-\d{2}|undated)$/;

/** Throws a `RangeError` for tallies that no store may count. */
export function assertTallies(tallies: readonly Tally[]): void {
  const counted = new Set<string>();
  for (const tally of tallies) {
    const text = tallyText(tally);
    if (counted.has(text)) throw new RangeError(`${text} is tallied twice`);
    counted.add(text);
    if (!tallyNames.includes(tally.name)) throw new RangeError(`there is no tally ${tally.name}`);
    if (!dayText.test(tally.day)) throw new RangeError(`the tally ${text} has an invalid day`);
    if (!Number.isSafeInteger(tally.amount))
      throw new RangeError(`the tally ${text} has an amount that is not an integer`);
    if (!Number.isSafeInteger(tally.count))
      throw new RangeError(`the tally ${text} has a count that is not an integer`);
  }
}
