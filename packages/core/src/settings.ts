import { checkLifetimes, defaultLifetimes, type RecordLifetimes } from "./record-lifetimes.ts";

/** The most that a cashier may refund, in won. Each limit may be left out. */
export interface CashierLimits {
  readonly perCancellation?: number;
  /** Of all payments together, on one day in Seoul. */
  readonly perDay?: number;
}

/** The settings of a host application. Durations are in milliseconds. */
export interface Settings extends RecordLifetimes {
  /** The address of the hosted checkout page; the token is appended as a query parameter. */
  readonly checkoutUrl: string;
  /**
   * The address of the pages that open a gateway's window, such as `https://window.example/windows`, on a host that
   * serves nothing else: a provider's script runs there. Required where live mode has a gateway with a window. Null for
   * the checkout's own address, where such pages have no origin at all.
   */
  readonly windowUrl: string | null;
  /** The name of the service's operator, which the checkout shows to buyers; null to show none. */
  readonly operatorName: string | null;
  /** How long a checkout link works. */
  readonly sessionLifetimeMs: number;
  /** How many cards may be refused on one link before it ends. */
  readonly authenticationTries: number;
  /** How long an authenticated payment can be confirmed. */
  readonly confirmWindowMs: number;
  /** How long a request waits for a provider; afterwards due work looks the attempt up. */
  readonly requestDeadlineMs: number;
  /** How old an attempt without an outcome must be before it is flagged for an operator. */
  readonly flagAfterMs: number;
  /** Our own cut-off, since midnight in Seoul: a payout that is requested before it is paid on the same business day. */
  readonly payoutCutOffMs: number;
  /** The bank's cut-off for payouts of a day, since midnight in Seoul: later than our own by a margin. */
  readonly bankCutOffMs: number;
  /** How many payouts one process submits at the same time. */
  readonly payoutSubmissions: number;
  /** When the daily transfers to merchants' own accounts are made, since midnight in Seoul. */
  readonly dailyTransferMs: number;
  /** How long after its payout date, or after it was sent if the bank has not answered, a payout is flagged. */
  readonly payoutFlagAfterMs: number;
  /** The largest number of lines of one settlement. */
  readonly settlementLines: number;
  /** How often a process checks whether another one has imported a card table. */
  readonly cardTableRefreshMs: number;
  /** How often the installment feeds of gateways are read. */
  readonly installmentRefreshMs: number;
  /** How long an operator's session lasts at most. */
  readonly operatorSessionMs: number;
  /** How long a re-entered password stays fresh (payouts, keys, operators). */
  readonly operatorPasswordFreshMs: number;
  /** The most that a cashier may refund in one cancellation and on a day; no limits by default. */
  readonly cashierLimits: CashierLimits;
  /** How many wrong passwords in a row from one device or address lock an operator's name there. */
  readonly operatorTries: number;
  /** How many wrong passwords from all addresses together lock an operator's name for devices that are not known. */
  readonly operatorStrangerTries: number;
  /** How long the lock lasts, and how long after the last try wrong passwords are purged. */
  readonly operatorLockMs: number;
  /** How long after its request a sign-in is refused. Shorter than the check of a password, it shows which names exist. */
  readonly signInRefusalMs: number;
  /** Whether the documentation merchant's keys (`test_sk_docs`, `test_ck_docs`) exist. Never in production. */
  readonly documentationKeys: boolean;
}

const minute = 60_000;
const hour = 60 * minute;

export const defaultSettings: Settings = {
  checkoutUrl: "http://localhost:4242/checkout",
  windowUrl: null,
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
  ...defaultLifetimes,
  cardTableRefreshMs: 10_000,
  installmentRefreshMs: 60 * minute,
  operatorSessionMs: 12 * 60 * minute,
  operatorPasswordFreshMs: 15 * minute,
  cashierLimits: {},
  operatorTries: 10,
  operatorStrangerTries: 100,
  operatorLockMs: 15 * minute,
  signInRefusalMs: 2_000,
  documentationKeys: false,
};

function hostOf(url: string): string | undefined {
  return /^https?:\/\/(?<host>\[[\da-f:.]+\]|[^\s/?#@:[\]]+)(?::\d+)?(?:[/?#]|$)/i
    .exec(url)
    ?.groups?.["host"]?.toLowerCase();
}

/** Cookies know no ports, so that another port of the checkout's host isolates nothing. */
function checkWindowUrl({ windowUrl, checkoutUrl }: Settings): void {
  if (windowUrl === null) return;
  const host = hostOf(windowUrl);
  if (host === undefined) throw new RangeError(`settings.windowUrl must be an http or https URL: ${windowUrl}`);
  if (host !== hostOf(checkoutUrl)) return;
  throw new RangeError(`settings.windowUrl must be on another host than settings.checkoutUrl: ${windowUrl}`);
}

/** Adds the defaults. Throws a `RangeError` that names an invalid lifetime, limit or address. */
export function settingsWith(changes: Partial<Settings> = {}): Settings {
  const settings = { ...defaultSettings, ...changes };
  checkLifetimes(settings);
  checkWindowUrl(settings);
  for (const name of ["perCancellation", "perDay"] as const) {
    const limit = settings.cashierLimits[name];
    if (limit === undefined || (Number.isSafeInteger(limit) && limit >= 0)) continue;
    throw new RangeError(`settings.cashierLimits.${name} must be a whole number of won from 0: ${String(limit)}`);
  }
  return settings;
}
