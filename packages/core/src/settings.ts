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
  /** How long a webhook that was delivered is kept after its last try; null for ever. */
  readonly deliveredWebhookLifetimeMs: number | null;
  /** How long the identity data of a payer is kept after the last movement of the payment's money; null for ever. */
  readonly paidIdentityLifetimeMs: number | null;
  /** How long it is kept after the end of a checkout that nothing was paid by; null for ever. */
  readonly unpaidIdentityLifetimeMs: number | null;
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
const day = 24 * hour;

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
  idempotencyLifetimeMs: 15 * day,
  deliveredWebhookLifetimeMs: 90 * day,
  // Five years, with both leap days that they may have.
  paidIdentityLifetimeMs: 1827 * day,
  // What has served its purpose must be gone within five days; a round of all merchants takes a day more.
  unpaidIdentityLifetimeMs: 3 * day,
  cardTableRefreshMs: 10_000,
  installmentRefreshMs: 60 * minute,
  operatorSessionMs: 12 * 60 * minute,
  operatorTries: 10,
  operatorLockMs: 15 * minute,
  documentationKeys: false,
};

const lifetimes = [
  "idempotencyLifetimeMs",
  "deliveredWebhookLifetimeMs",
  "paidIdentityLifetimeMs",
  "unpaidIdentityLifetimeMs",
] as const;

/** The settings with what is not said. Throws a `RangeError` that names a lifetime that is none. */
export function settingsWith(changes: Partial<Settings> = {}): Settings {
  const settings = { ...defaultSettings, ...changes };
  for (const name of lifetimes) {
    const lifetime: unknown = settings[name];
    if (lifetime === null && name !== "idempotencyLifetimeMs") continue;
    if (Number.isSafeInteger(lifetime) && Number(lifetime) > 0) continue;
    const never = name === "idempotencyLifetimeMs" ? "" : ", or null to keep it for ever";
    throw new RangeError(
      `settings.${name} must be a whole number of milliseconds above 0${never}: ${String(lifetime)}`,
    );
  }
  return settings;
}
