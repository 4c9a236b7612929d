import {
  accountNames,
  emptyBalances,
  normalDelta,
  type Account,
  type Balances,
  type ChangeSet,
  type Entry,
} from "@wonflow/core";

/** One tenant's books. */
export interface Ledger {
  balances: Balances;
  /** The commit ids of all entries. */
  readonly booked: Set<string>;
  /** Entries by their reference, in the order of booking. */
  readonly entries: Map<string, Entry[]>;
  /** All entries, in the order of booking. */
  readonly all: Entry[];
}

export function newLedger(): Ledger {
  return { balances: emptyBalances, booked: new Set(), entries: new Map(), all: [] };
}

/** The balances after a change set's postings, or the first account that would be below its floor. */
export function decideBalances(
  ledger: Ledger,
  { postings, floors }: Pick<ChangeSet, "postings" | "floors">,
): { readonly after: Balances } | { readonly belowFloor: Account } {
  const after: Record<Account, number> = { ...ledger.balances };
  for (const account of accountNames) {
    let exact = BigInt(after[account]);
    for (const posting of postings) if (posting.account === account) exact += BigInt(normalDelta(posting));
    after[account] = Number(exact);
    if (!Number.isSafeInteger(after[account])) throw new RangeError(`the balance of ${account} would exceed 2^53 won`);
  }
  for (const { account, min } of floors) {
    if (after[account] < min) return { belowFloor: account };
  }
  return { after };
}

/** Books the postings, if there are any, as one entry, and sets the balances that were decided for them. */
export function bookEntry(ledger: Ledger, changeSet: ChangeSet, after: Balances): void {
  const { id, at, reference, postings } = changeSet;
  if (postings.length === 0) return;
  ledger.balances = after;
  ledger.booked.add(id);
  const earlier = ledger.entries.get(reference);
  const entry = { commitId: id, at, reference, postings };
  ledger.all.push(entry);
  if (earlier === undefined) ledger.entries.set(reference, [entry]);
  else earlier.push(entry);
}

/** The sums of all postings, on the normal side of each account. */
export function sumsOf({ all }: Ledger): Balances {
  const sums: Record<Account, number> = { ...emptyBalances };
  for (const { postings } of all) for (const posting of postings) sums[posting.account] += normalDelta(posting);
  return sums;
}
