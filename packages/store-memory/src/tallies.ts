import { tallyText, type Tally, type TallyRequest } from "@wonflow/core";

/** The counters of one tenant. */
export interface Tallies {
  /** The counters as these change them. Throws a `RangeError` for a sum beyond 2^53. */
  after(added: readonly Tally[]): readonly Tally[];
  set(tallies: readonly Tally[]): void;
  find(request: TallyRequest): readonly Tally[];
}

export function newTallies(): Tallies {
  const standing = new Map<string, Tally>();
  return {
    after: (added) =>
      added.map((tally) => {
        const before = standing.get(tallyText(tally));
        const amount = (before?.amount ?? 0) + tally.amount;
        const count = (before?.count ?? 0) + tally.count;
        if (!Number.isSafeInteger(amount) || !Number.isSafeInteger(count)) {
          throw new RangeError(`the tally ${tallyText(tally)} would exceed 2^53`);
        }
        return { ...tally, amount, count };
      }),
    set(tallies) {
      for (const tally of tallies) {
        if (tally.amount === 0 && tally.count === 0) standing.delete(tallyText(tally));
        else standing.set(tallyText(tally), tally);
      }
    },
    find: ({ names, from, to }) =>
      [...standing.values()]
        .filter(({ name, day }) => names.includes(name) && day >= from && day <= to)
        .sort((one, other) => (tallyText(one) < tallyText(other) ? -1 : 1))
        .map((tally) => ({ ...tally })),
  };
}
