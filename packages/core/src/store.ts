import type { Account, Balances } from "./ledger/accounts.ts";
import type { Entry, Posting } from "./ledger/posting.ts";
import type { TenantId } from "./tenant.ts";

/** Names a record within its tenant. `kind` is one of the domain's nouns, `id` is at most 400 characters. */
export interface RecordKey {
  readonly kind: string;
  readonly id: string;
}

/** What a record holds: plain JSON. A store keeps it as it is and never looks inside. */
export type RecordBody = { readonly [name: string]: unknown };

/** A record as read: its body, the version that a commit can expect, and when it is due for work. */
export interface StoredRecord {
  readonly key: RecordKey;
  /** 1 for a new record, one more for each write. */
  readonly version: number;
  readonly body: RecordBody;
  /** Milliseconds since 1970, or null when no work waits for it. */
  readonly dueAt: number | null;
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

/** `committed`, or the guard that did not hold; then nothing at all has changed. */
export type CommitResult =
  | { readonly status: "committed" }
  | { readonly status: "conflict"; readonly key: RecordKey }
  | { readonly status: "below-floor"; readonly account: Account };

/**
 * The store port. An adapter must pass the contract suite of `@wonflow/testkit`.
 *
 * Every method may reject when the store is out of reach. After a rejected `commit` it is not
 * known whether it took place: the caller commits the same change set again, by the same id.
 */
export interface Store {
  /** The records of these keys in their order, undefined where absent: all from one snapshot. */
  read(tenant: TenantId, keys: readonly RecordKey[]): Promise<readonly (StoredRecord | undefined)[]>;

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

  /** The balances of a tenant's accounts, each on its normal side: one snapshot. */
  balances(tenant: TenantId): Promise<Balances>;

  /** The ledger entries of a tenant whose reference is this, in the order in which they were booked. */
  entries(tenant: TenantId, reference: string): Promise<readonly Entry[]>;
}
