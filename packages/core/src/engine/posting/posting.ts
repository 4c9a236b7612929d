import { accounts, type Account } from "./accounts.ts";

/** One line of a ledger entry. `amount` is in won: positive debits the account, negative credits it. */
export interface Posting {
  readonly account: Account;
  readonly amount: number;
}

/** The balanced postings of one commit. */
export interface Entry {
  /** The id of the commit that booked it. */
  readonly commitId: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The cause of the entry: an intent key, a payout id. */
  readonly reference: string;
  readonly postings: readonly Posting[];
}

/** Debits an account by `amount` won; a negative amount credits it. */
export function debit(account: Account, amount: number): Posting {
  return { account, amount };
}

/** Credits an account by `amount` won; a negative amount debits it. */
export function credit(account: Account, amount: number): Posting {
  return { account, amount: amount === 0 ? 0 : -amount };
}

/**
 * The change of an account's balance on its normal side.
 *
 * @example
 * normalDelta(credit("pending", 900)); // 900
 */
export function normalDelta(posting: Posting): number {
  if (posting.amount === 0) return 0;
  return accounts[posting.account] === "debit" ? posting.amount : -posting.amount;
}

/**
 * Throws unless every amount is a whole number of won and debits equal credits.
 * A store calls it before it books: an unbalanced entry is a bug, never an answer.
 */
export function assertBalanced(postings: readonly Posting[]): void {
  let sum = 0n;
  for (const posting of postings) {
    if (!Number.isSafeInteger(posting.amount)) {
      throw new RangeError(`posting to ${posting.account} is not a whole number of won: ${posting.amount}`);
    }
    sum += BigInt(posting.amount);
  }
  if (sum !== 0n) throw new RangeError(`postings are not balanced: debits exceed credits by ${sum} won`);
}
