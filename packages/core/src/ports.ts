/** A timer that has been started: wait for `elapsed`, or `cancel` it so that nothing is kept alive. */
export interface Timer {
  readonly elapsed: Promise<void>;
  cancel(): void;
}

/** Time is a port: core never asks the machine. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** A timer that elapses `ms` milliseconds from now. */
  after(ms: number): Timer;
}

/** Where unguessable names come from. */
export interface Ids {
  /** A string of exactly `length` characters out of `A-Z a-z 0-9 _ -`, each carrying six random bits. */
  random(length: number): string;
}

/** The cryptography that core needs, bound to keys that core never sees. */
export interface Vault {
  /** SHA-256 of a text, in lower-case hexadecimal: what is stored in place of a token or key. */
  hash(text: string): Promise<string>;
  /**
   * Keyed digests of a text, in lower-case hexadecimal: equal texts can be told, never guessed. One for each
   * secret that is in use, the newest first, so that texts can be told while a secret is exchanged.
   */
  fingerprints(text: string): Promise<readonly [string, ...string[]]>;
  /** Encrypts a text with authentication; the envelope names the key used. */
  seal(text: string): Promise<string>;
  /** The text of an envelope; rejects when it was altered or its key is gone. */
  open(envelope: string): Promise<string>;
}

/** What happened that an operator should be able to see. Never holds card data, keys or tokens. */
export type Notice =
  | { readonly kind: "attempt-flagged"; readonly tenant: string; readonly attempt: string; readonly reason: string }
  /** What was earned waits for a day to settle on, as the calendar of bank holidays does not reach so far. */
  | { readonly kind: "earnings-not-dated"; readonly tenant: string; readonly lastDay: string }
  /** The calendar ends in less than 60 days: install a newer version of the service. */
  | { readonly kind: "calendar-ends"; readonly lastDay: string }
  /** The bank's statement has money that no payout of ours moved. */
  | { readonly kind: "bank-movement-unknown"; readonly tenant: string; readonly key: string; readonly day: string }
  | { readonly kind: "work-failed"; readonly work: string; readonly id: string; readonly error: unknown }
  | { readonly kind: "card-table-not-read"; readonly table: string; readonly error: unknown }
  | {
      readonly kind: "installment-feed-failed";
      readonly gateway: string;
      readonly problem: string;
      readonly error?: unknown;
    }
  | {
      readonly kind: "installment-feed-doubtful";
      readonly gateway: string;
      /** How often each problem came. */
      readonly problems: Readonly<Record<string, number>>;
    }
  | { readonly kind: "provider-threw"; readonly attempt: string; readonly error: unknown }
  /** A webhook that its receiver did not take at any try, or has no place for any more; it can be sent again by hand. */
  | {
      readonly kind: "webhook-exhausted";
      readonly tenant: string;
      readonly delivery: string;
      readonly event: string;
      readonly about: string;
      readonly reason: string;
    };

/**
 * How often something may happen: `count` times at once, and then evenly, as many again within `perMs`
 * milliseconds. Who has waited that long may do it `count` times at once again.
 */
export interface RateLimit {
  readonly count: number;
  readonly perMs: number;
}

/**
 * Counts what happens under a key, for one process or for all that share what it counts in. What is counted is
 * the requests of an interface, never money: it may be forgotten when a process or database starts anew.
 */
export interface RateLimiter {
  /**
   * Takes one of what a limit allows under a key of at most 200 characters. Answers 0 where there was one;
   * otherwise takes nothing, and answers after how many milliseconds there will be one.
   *
   * May reject or hang: who asks lets pass whatever is not answered in time.
   */
  readonly take: (key: string, limit: RateLimit) => Promise<number>;
}
