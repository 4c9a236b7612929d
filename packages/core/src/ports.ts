/** A started timer: wait for `elapsed`, or `cancel` it so that it does not keep the process alive. */
export interface Timer {
  readonly elapsed: Promise<void>;
  cancel(): void;
}

/** Time is a port: core never reads the machine's clock. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** A timer that elapses `ms` milliseconds from now. */
  after(ms: number): Timer;
}

/** Makes unguessable names. */
export interface Ids {
  /** A string of exactly `length` characters out of `A-Z a-z 0-9 _ -`, each carrying six random bits. */
  random(length: number): string;
}

/** The cryptography that core needs, bound to keys that core never sees. */
export interface Vault {
  /** SHA-256 of a string, in lower-case hexadecimal: stored in place of a token or key. */
  hash(text: string): Promise<string>;
  /**
   * Keyed digests of a string, in lower-case hexadecimal, which show whether strings are equal and cannot be guessed.
   * One for each secret in use, the newest first, so that strings can be compared while a secret is rotated.
   */
  fingerprints(text: string): Promise<readonly [string, ...string[]]>;
  /** Encrypts a string with authentication; the envelope names the key. */
  seal(text: string): Promise<string>;
  /** Decrypts an envelope; rejects if it was altered or its key is gone. */
  open(envelope: string): Promise<string>;
}

/** A provider's message about a call that is not done, without card data. */
export interface ProviderSaid {
  /** The provider's own code; empty if it gave none. */
  readonly code: string;
  readonly message: string;
}

/** An event for the service's operators. Never holds card data, keys or tokens. */
export type Notice =
  | {
      readonly kind: "attempt-flagged";
      readonly tenant: string;
      readonly attempt: string;
      readonly reason: string;
      /** What the provider last said, if anything. */
      readonly provider?: ProviderSaid;
    }
  /** A chargeback is booked that took `excessAmount` more than remained of the payment: a typing mistake, or to object to. */
  | {
      readonly kind: "chargeback-excess";
      readonly tenant: string;
      /** The payment's intentKey. */
      readonly payment: string;
      /** Won that the chargeback took. */
      readonly amount: number;
      readonly excessAmount: number;
    }
  /**
   * A gateway's message made us look: it holds another amount of an approved payment than the ledger. Reported each day
   * until it is entered.
   */
  | {
      readonly kind: "payment-differs";
      readonly tenant: string;
      /** The payment's intentKey. */
      readonly payment: string;
      /** On which it was requested, in Seoul: reconciliation of that day says what to do. */
      readonly day: string;
      /** Won by our ledger, and won that the gateway holds. */
      readonly ledger: number;
      readonly provider: number;
    }
  /** Earnings have no settlement day, as the calendar of bank holidays ends before it. */
  | { readonly kind: "earnings-not-dated"; readonly tenant: string; readonly lastDay: string }
  /** The calendar ends in less than 60 days: install a newer version of the service. */
  | { readonly kind: "calendar-ends"; readonly lastDay: string }
  /** The bank's statement has a movement without a payout. */
  | { readonly kind: "bank-movement-unknown"; readonly tenant: string; readonly key: string; readonly day: string }
  | { readonly kind: "work-failed"; readonly work: string; readonly id: string; readonly error: unknown }
  | { readonly kind: "card-table-not-read"; readonly table: string; readonly error: unknown }
  | {
      readonly kind: "installment-feed-failed";
      readonly feed: string;
      readonly problem: string;
      readonly error?: unknown;
    }
  | {
      readonly kind: "installment-feed-doubtful";
      readonly feed: string;
      /** How often each problem came. */
      readonly problems: Readonly<Record<string, number>>;
    }
  /** An adapter threw an error that is not one of the connection. */
  | { readonly kind: "provider-threw"; readonly attempt: string; readonly error: unknown }
  /** The connection to a provider broke, or none was made; `cause` is its error's code or name. */
  | { readonly kind: "provider-not-reached"; readonly attempt: string; readonly cause: string }
  /** A refusal that is the merchant's or the service's fault. `count` is how many came since the last notice. */
  | {
      readonly kind: "provider-account-refused";
      readonly tenant: string;
      readonly attempt: string;
      /** The name of the gateway; null of a payout bank. */
      readonly gateway: string | null;
      readonly code: string;
      readonly count: number;
      readonly provider?: ProviderSaid;
    }
  /** A browser came back from a gateway's window with what the gateway has not sent; nothing changed. */
  | { readonly kind: "window-return-forged"; readonly tenant: string; readonly attempt: string }
  /** A webhook failed at every try, or its endpoint is gone; it can be sent again by hand. */
  | {
      readonly kind: "webhook-exhausted";
      readonly tenant: string;
      readonly delivery: string;
      readonly event: string;
      readonly about: string;
      readonly reason: string;
    };

/**
 * A limit: `count` times at once, then evenly, as many again within `perMs` milliseconds. After a pause of `perMs`,
 * `count` times at once are allowed again.
 */
export interface RateLimit {
  readonly count: number;
  readonly perMs: number;
}

/**
 * Counts requests under a key, for one process or for all processes that share its store. A count may be lost when a
 * process or database restarts, so it never guards money.
 */
export interface RateLimiter {
  /**
   * Takes one request out of the limit of a key, which has at most 200 characters. Answers 0 if the limit allowed it,
   * else the milliseconds until it will.
   *
   * It may reject or hang: the caller admits a request that is not answered in time.
   */
  readonly take: (key: string, limit: RateLimit) => Promise<number>;
}
