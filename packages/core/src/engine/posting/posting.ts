import { dayInSeoul } from "../time/seoul-time.ts";
import type { Tally } from "./tally.ts";
import type { Vault } from "../../ports.ts";
import type { TenantId } from "../tenant/tenant.ts";

type Side = "debit" | "credit";

/**
 * The accounts of a tenant and the side on which each normally stands.
 *
 * - `receivable`: owed by the gateway
 * - `bank`: money in our bank account for this merchant
 * - `pending`: owed to the merchant, not settled yet
 * - `available`: owed to the merchant, usable for payouts; may be negative
 * - `reserved`: owed to the merchant, promised to payouts under way
 * - `fee`, `vat`: earned by us, and the tax on it
 */
export const accounts = {
  receivable: "debit",
  bank: "debit",
  pending: "credit",
  available: "credit",
  reserved: "credit",
  fee: "credit",
  vat: "credit",
} as const satisfies Record<string, Side>;

export type Account = keyof typeof accounts;

/** Every account's balance in won on its normal side. */
export type Balances = Readonly<Record<Account, number>>;

export const accountNames = Object.keys(accounts) as readonly Account[];

export const emptyBalances: Balances = {
  receivable: 0,
  bank: 0,
  pending: 0,
  available: 0,
  reserved: 0,
  fee: 0,
  vat: 0,
};

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

/** How postings change the available balance on the day of their booking. `at` is in milliseconds since 1970. */
export function movementOf(postings: readonly Posting[], at: number): readonly Tally[] {
  const moved = postings.filter(({ account }) => account === "available");
  if (moved.length === 0) return [];
  const amount = moved.reduce((sum, posting) => sum + normalDelta(posting), 0);
  return [{ name: "available", day: dayInSeoul(at), amount, count: 1 }];
}

/** The part of the store port that reads the ledger. */
export interface LedgerStore {
  /** The ledger entries of a tenant with this reference, in the order of booking. */
  entries(tenant: TenantId, reference: string): Promise<readonly Entry[]>;

  /**
   * At most `limit` (from 1) ledger entries of a tenant in the order of booking, only those behind the entry with the
   * commit id `after`; none if there is no such entry. An entry that is booked meanwhile may be left out.
   */
  listEntries(tenant: TenantId, page: { readonly after?: string; readonly limit: number }): Promise<readonly Entry[]>;

  /** Every balance of a tenant, and the sum of the account's postings: all from one snapshot, in won on the normal side. */
  sumPostings(tenant: TenantId): Promise<{ readonly balances: Balances; readonly sums: Balances }>;
}

export interface LedgerContext {
  readonly store: LedgerStore & {
    read(
      tenant: TenantId,
      request: { readonly keys: readonly []; readonly accounts: readonly Account[] },
    ): Promise<{ readonly balances: Readonly<Partial<Balances>> }>;
  };
  readonly vault: Vault;
}
