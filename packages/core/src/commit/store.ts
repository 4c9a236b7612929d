import type { Account, Balances } from "../ledger/accounts.ts";
import type { LedgerStore } from "../ledger/ledger-store.ts";
import type { Posting } from "../ledger/posting.ts";
import type { TenantId } from "../tenant/tenant.ts";

/** Names a record within its tenant. */
export interface RecordKey {
  /** One of the domain's nouns: a letter, then letters, digits and hyphens, at most 100 in all. */
  readonly kind: string;
  /** 1 to 400 characters, no line feed among them. */
  readonly id: string;
}

/** What a record holds: plain JSON. A store keeps it as it is and never looks inside. */
export type RecordBody = { readonly [name: string]: unknown };

/** Where a record stands in a list of its tenant. */
export interface Place {
  /** The list's name, such as `payments`: 1 to 100 letters. */
  readonly list: string;
  /** A text that sorts by the bytes of its UTF-8 form; at most 400 characters, and not unique by itself. */
  readonly position: string;
}

/** A record as read: its body, the version that a commit can expect, and where it is found without its key. */
export interface StoredRecord {
  readonly key: RecordKey;
  /**
   * A whole number from 1 that grows with every write, and never starts again: a record that was removed
   * and is made anew has a higher version than it ever had. Nothing else is promised of it.
   */
  readonly version: number;
  readonly body: RecordBody;
  /** Milliseconds since 1970, or null when no work waits for it. */
  readonly dueAt: number | null;
  /** Null when it stands in no list. */
  readonly place: Place | null;
}

/** A record of any tenant whose due time has come. */
export interface DueRecord extends StoredRecord {
  readonly tenant: TenantId;
}

/** The state in which a decision saw a record: its version, or that it did not exist. */
export interface Expectation {
  readonly key: RecordKey;
  readonly version: number | "absent";
}

/** The next state of a record; `body: null` removes it. Its key must stand among the expectations too. */
export interface Write {
  readonly key: RecordKey;
  readonly body: RecordBody | null;
  /** When work is due on it, milliseconds since 1970; null for never. */
  readonly dueAt: number | null;
  /** Where it stands in a list from now on; null for no list. */
  readonly place: Place | null;
}

/** An account that must not end below `min` won on its normal side. */
export interface Floor {
  readonly account: Account;
  readonly min: number;
}

/** One decision as a value: committed whole or not at all. It touches one tenant. */
export interface ChangeSet {
  /** Unguessable and unique. A store that has already committed this id answers `committed` and does nothing. */
  readonly id: string;
  readonly tenant: TenantId;
  /** Milliseconds since 1970: the booking time of the postings. */
  readonly at: number;
  /** Every record that the decision relied on, also those it only read. No key twice. */
  readonly expect: readonly Expectation[];
  readonly writes: readonly Write[];
  /** What the postings are for: an intent key, a payout id. */
  readonly reference: string;
  /** Balanced, or empty. */
  readonly postings: readonly Posting[];
  readonly floors: readonly Floor[];
}

/**
 * `committed`, or the guard that did not hold, of several floors the first; then nothing at all has changed.
 *
 * `versions` are those of the records that were written, in the order of `writes`, 0 for one that was removed. They are
 * left out where the id had been committed before.
 */
export type CommitResult =
  | { readonly status: "committed"; readonly versions?: readonly number[] }
  | { readonly status: "conflict"; readonly key: RecordKey }
  | { readonly status: "below-floor"; readonly account: Account };

/** What to read in one snapshot: records by their keys, and the balances of accounts. */
export interface ReadRequest {
  readonly keys: readonly RecordKey[];
  /** None by default. */
  readonly accounts?: readonly Account[];
}

/** One snapshot: everything in it was true at the same moment. */
export interface Snapshot {
  /** In the order of the keys, undefined where absent. */
  readonly records: readonly (StoredRecord | undefined)[];
  /** In won on their normal side: of each account that was asked for. */
  readonly balances: Readonly<Partial<Balances>>;
}

/** Which part of a list to read, in which order. Records at the same position are ordered by kind, then id. */
export interface ListRequest {
  readonly list: string;
  /** Only what stands at this position or behind it. */
  readonly from?: string;
  /** Only what stands before this position. */
  readonly to?: string;
  /** Only what comes after this record in the order asked for: the last one of the page before, which may be gone. */
  readonly after?: { readonly position: string; readonly key: RecordKey };
  /** At most so many, from 1. */
  readonly limit: number;
  readonly order: "ascending" | "descending";
}

/**
 * The store port. An adapter must pass the contract suite of `@wonflow/testkit`.
 *
 * Every method may reject when the store is out of reach: with `StoreUnavailable` where it has tried again
 * by itself for as long as a request can wait. After a rejected `commit` it is not
 * known whether it took place: the caller commits the same change set again, by the same id.
 */
export interface Store extends LedgerStore {
  /** Records by their keys, and balances: all from one snapshot. */
  read(tenant: TenantId, request: ReadRequest): Promise<Snapshot>;

  /**
   * The records that stand in a list of a tenant, in order. For finding, never for deciding: what a
   * decision relies on is read again by its key and expected.
   */
  list(tenant: TenantId, request: ListRequest): Promise<readonly StoredRecord[]>;

  /**
   * Commits a change set: checks every expectation and floor in the transaction that writes.
   * Rejects with a `RangeError`, changing nothing, when the change set itself is malformed
   * (see `assertWellFormed`).
   */
  commit(changeSet: ChangeSet): Promise<CommitResult>;

  /**
   * Takes up to `limit` records of one kind, of any tenant, whose `dueAt` is at or before `now`,
   * the longest due first, and moves their `dueAt` to `until`, so that no other process takes them
   * before then. Their version stays as it is.
   */
  claimDue(
    kind: string,
    claim: { readonly now: number; readonly until: number; readonly limit: number },
  ): Promise<readonly DueRecord[]>;

  /** Like `claimDue` for all due times, without taking anything: what waits, the next due first. */
  listDue(kind: string, limit: number): Promise<readonly DueRecord[]>;

  /**
   * Forgets the ids of commits made before `before` (milliseconds since 1970, by the `at` of their change
   * sets), at most `limit` of them, and answers how many. The ids of commits with postings are never
   * forgotten. Core calls it regularly with a time that no caller repeats a commit after.
   */
  forgetCommits(request: { readonly before: number; readonly limit: number }): Promise<number>;
}
