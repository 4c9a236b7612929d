/** What a host application may set. Durations are in milliseconds. */
export interface Settings {
  /** The address of the hosted checkout page; the token is appended as a query parameter. */
  readonly checkoutUrl: string;
  /** How long a checkout link works. */
  readonly sessionLifetimeMs: number;
  /** How many cards may be refused on one link before it ends. */
  readonly authenticationTries: number;
  /** How long an authenticated payment can be confirmed. */
  readonly confirmWindowMs: number;
  /** How long a request waits for a provider; afterwards the attempt belongs to whoever looks it up. */
  readonly requestDeadlineMs: number;
  /** After how long an attempt without an outcome is shown to people. */
  readonly flagAfterMs: number;
  /** The largest number of lines of one settlement. */
  readonly settlementLines: number;
  /** How long an idempotency key is remembered. */
  readonly idempotencyLifetimeMs: number;
  /** How often a process looks whether another one has imported a card table. */
  readonly cardTableRefreshMs: number;
  /** How often the installment feeds of gateways are read. */
  readonly installmentRefreshMs: number;
  /** How long an operator's session lasts at most. */
  readonly operatorSessionMs: number;
  /** How many passwords in a row may be wrong until an operator's name is locked. */
  readonly operatorTries: number;
  /** How long it is locked, and after how long without a try wrong ones are forgotten. */
  readonly operatorLockMs: number;
  /** Whether the documentation merchant's keys (`test_sk_docs`, `test_ck_docs`) exist. Never in production. */
  readonly documentationKeys: boolean;
}

const minute = 60_000;

export const defaultSettings: Settings = {
  checkoutUrl: "http://localhost:4242/checkout",
  sessionLifetimeMs: 30 * minute,
  authenticationTries: 5,
  confirmWindowMs: 10 * minute,
  requestDeadlineMs: 30_000,
  flagAfterMs: 10 * minute,
  settlementLines: 1000,
  idempotencyLifetimeMs: 15 * 24 * 60 * minute,
  cardTableRefreshMs: 10_000,
  installmentRefreshMs: 60 * minute,
  operatorSessionMs: 12 * 60 * minute,
  operatorTries: 10,
  operatorLockMs: 15 * minute,
  documentationKeys: false,
};
