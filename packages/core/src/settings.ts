/** What a host application may set. Durations are in milliseconds. */
export interface Settings {
  /** The address of the hosted checkout page; the token is appended as a query parameter. */
  readonly checkoutUrl: string;
  /** Who runs the service, as buyers read it at checkout; null where they are told nothing. */
  readonly operatorName: string | null;
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
  /** Until when a payout that is asked for on a business day is of that day: the time of day in Seoul, since midnight. */
  readonly payoutCutOffMs: number;
  /** Until when the bank takes payouts of a day, since midnight in Seoul: later than our own by a margin. */
  readonly bankCutOffMs: number;
  /** How many payouts one process submits at the same time. */
  readonly payoutSubmissions: number;
  /** When what remains available is transferred to the merchants' own accounts: the time of day in Seoul, since midnight. */
  readonly dailyTransferMs: number;
  /** How long after the end of its payout date (or of being sent, where the bank has not answered) a payout is shown to people. */
  readonly payoutFlagAfterMs: number;
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
const hour = 60 * minute;

export const defaultSettings: Settings = {
  checkoutUrl: "http://localhost:4242/checkout",
  operatorName: null,
  sessionLifetimeMs: 30 * minute,
  authenticationTries: 5,
  confirmWindowMs: 10 * minute,
  requestDeadlineMs: 30_000,
  flagAfterMs: 10 * minute,
  payoutCutOffMs: 15 * hour,
  bankCutOffMs: 16 * hour,
  payoutSubmissions: 20,
  dailyTransferMs: 23 * hour,
  payoutFlagAfterMs: 24 * hour,
  settlementLines: 1000,
  idempotencyLifetimeMs: 15 * 24 * 60 * minute,
  cardTableRefreshMs: 10_000,
  installmentRefreshMs: 60 * minute,
  operatorSessionMs: 12 * 60 * minute,
  operatorTries: 10,
  operatorLockMs: 15 * minute,
  documentationKeys: false,
};
