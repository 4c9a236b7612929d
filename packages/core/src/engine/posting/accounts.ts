export type Side = "debit" | "credit";

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
