import { type Account, type Balances, type Posting, assertBalanced, type LedgerStore } from "../posting/posting.ts";
import { type Tally, type TallyName, assertTallies } from "../posting/tally.ts";
import type { TenantId } from "../tenant/tenant.ts";

/** Names a record within its tenant. */
export interface RecordKey {
  /** One of the domain's nouns: a letter, then letters, digits and hyphens, at most 100 in all. */
  readonly kind: string;
  /** 1 to 400 characters, no line feed among them. */
  readonly id: string;
}

/** A record's content: plain JSON. A store never looks inside. */
export type RecordBody = { readonly [name: string]: unknown };

/** A record's place in a list of its tenant. */
export interface Place {
  /** The list's name, such as `payments`: 1 to 100 letters. */
  readonly list: string;
  /** Sorts by its UTF-8 bytes; at most 400 characters, and not unique by itself. */
  readonly position: string;
}

export interface StoredRecord {
  readonly key: RecordKey;
  /**
   * A whole number from 1 that grows with every write and never starts again: a record that is removed and made again
   * has a higher version than ever before. Nothing else is promised.
   */
  readonly version: number;
  readonly body: RecordBody;
  /** Milliseconds since 1970; null when no work waits. */
  readonly dueAt: number | null;
  /** Null if it is in no list. */
  readonly place: Place | null;
}

export interface DueRecord extends StoredRecord {
  readonly tenant: TenantId;
}

/** The version that a decision saw, or `absent`. */
export interface Expectation {
  readonly key: RecordKey;
  readonly version: number | "absent";
}

/** The next state of a record; `body: null` removes it. Its key must be among the expectations too. */
export interface Write {
  readonly key: RecordKey;
  readonly body: RecordBody | null;
  /** Milliseconds since 1970; null for never. */
  readonly dueAt: number | null;
  /** Null for no list. */
  readonly place: Place | null;
}

/** An account that must not end below `min` won on its normal side. */
export interface Floor {
  readonly account: Account;
  readonly min: number;
}

/** One decision, committed whole or not at all, in one tenant. */
export interface ChangeSet {
  /** Unguessable and unique. A store answers `committed` to an id that it knows, and does nothing. */
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
  /** Added to the counters of the tenant. None names a counter of a day twice. */
  readonly tallies: readonly Tally[];
}

/**
 * `committed`, or the guard that failed, the first of several floors; then nothing has changed.
 *
 * `versions` follow the order of `writes`, with 0 for a removed record. They are missing where the id had been
 * committed before.
 */
export type CommitResult =
  | { readonly status: "committed"; readonly versions?: readonly number[] }
  | { readonly status: "conflict"; readonly key: RecordKey }
  | { readonly status: "below-floor"; readonly account: Account };

export interface ReadRequest {
  readonly keys: readonly RecordKey[];
  /** None by default. */
  readonly accounts?: readonly Account[];
}

/** Everything in it was true at the same time. */
export interface Snapshot {
  /** In the order of the keys, undefined if absent. */
  readonly records: readonly (StoredRecord | undefined)[];
  /** In won on their normal side, for each account asked for. */
  readonly balances: Readonly<Partial<Balances>>;
}

/** Records at the same position are ordered by kind, then id. */
export interface ListRequest {
  readonly list: string;
  /** The first position, inclusive. */
  readonly from?: string;
  /** The last position, exclusive. */
  readonly to?: string;
  /** Only records behind this one in the order asked for: the last of the page before, which may be gone. */
  readonly after?: { readonly position: string; readonly key: RecordKey };
  /** At least 1. */
  readonly limit: number;
  readonly order: "ascending" | "descending";
}

export interface TallyRequest {
  readonly names: readonly TallyName[];
  /** The first and the last day, both inclusive; `undated` sorts behind every day. */
  readonly from: string;
  readonly to: string;
}

/**
 * The store port. An adapter must pass the contract suite of `@wonflow/testkit`.
 *
 * Every method may reject when the store is unavailable: with `StoreUnavailable` after its own retries for as long as
 * a request can wait. After a rejected `commit` the outcome is unknown: the caller commits the same change set again,
 * by the same id.
 */
export interface Store extends LedgerStore {
  /** All records and balances come from one snapshot. */
  read(tenant: TenantId, request: ReadRequest): Promise<Snapshot>;

  /**
   * Reads a list of a tenant in order. For finding, never for deciding: a decision reads its records again by key and
   * expects them.
   */
  list(tenant: TenantId, request: ListRequest): Promise<readonly StoredRecord[]>;

  /**
   * One snapshot of the counters, by name and day, each in the order of their bytes. Those that are zero are left out.
   */
  tallies(tenant: TenantId, request: TallyRequest): Promise<readonly Tally[]>;

  /**
   * Checks every expectation and floor in the transaction that writes. Rejects a malformed change set with a
   * `RangeError` (see `assertWellFormed`), and changes nothing.
   */
  commit(changeSet: ChangeSet): Promise<CommitResult>;

  /**
   * Takes up to `limit` records of one kind, of any tenant, due at or before `now`, the longest due first. Moves their
   * `dueAt` to `until`, so that no other process takes them before then; their version stays.
   */
  claimDue(
    kind: string,
    claim: { readonly now: number; readonly until: number; readonly limit: number },
  ): Promise<readonly DueRecord[]>;

  /** Like `claimDue` for all due times, without taking: the next due first. */
  listDue(kind: string, limit: number): Promise<readonly DueRecord[]>;

  /**
   * Purges at most `limit` ids of commits made before `before` (milliseconds since 1970, by the `at` of their change
   * sets), and returns their number. The ids of commits with postings are never purged. Core passes a time after which
   * no caller repeats a commit.
   */
  purgeCommits(request: { readonly before: number; readonly limit: number }): Promise<number>;
}

/** A record key as one string; neither part may hold the separator, a line feed. */
export function keyText(key: RecordKey): string {
  return `${key.kind}\n${key.id}`;
}

/**
 * Throws a `RangeError` when a change set breaks the port's rules: a key expected twice, a write without an expectation,
 * a time or floor that is not an integer, unbalanced postings, a counter tallied twice. Every store calls it first, so
 * that a bug in a decision is never written.
 */
export function assertWellFormed(changeSet: ChangeSet): void {
  const expected = new Set<string>();
  for (const { key, version } of changeSet.expect) {
    assertKey(key);
    const text = keyText(key);
    if (expected.has(text)) throw new RangeError(`${key.kind} ${key.id} is expected twice`);
    expected.add(text);
    if (version !== "absent") assertWhole(version, `the version of ${key.kind} ${key.id}`);
  }
  const written = new Set<string>();
  for (const { key, dueAt, place } of changeSet.writes) {
    const text = keyText(key);
    if (!expected.has(text)) throw new RangeError(`${key.kind} ${key.id} is written without an expectation`);
    if (written.has(text)) throw new RangeError(`${key.kind} ${key.id} is written twice`);
    written.add(text);
    if (dueAt !== null) assertWhole(dueAt, `the due time of ${key.kind} ${key.id}`);
    if (place !== null) assertPlace(place);
  }
  for (const { account, min } of changeSet.floors) assertWhole(min, `the floor of ${account}`);
  assertWhole(changeSet.at, "the booking time");
  assertBalanced(changeSet.postings);
  assertTallies(changeSet.tallies);
}

function assertKey(key: RecordKey): void {
  const fits = /^[a-zA-Z][a-zA-Z0-9-]{0,99}$/.test(key.kind) && /^[^\n\0]{1,400}$/.test(key.id);
  if (!fits) throw new RangeError(`record key is malformed: ${JSON.stringify(key)}`);
}

function assertPlace({ list, position }: Place): void {
  if (!/^[a-zA-Z]{1,100}$/.test(list)) throw new RangeError(`list name is malformed: ${JSON.stringify(list)}`);
  if (position.length > 400) throw new RangeError(`position in ${list} is longer than 400 characters`);
}

/** A NaN would pass every comparison with a floor, and lose its meaning on the way to a database. */
function assertWhole(value: number, what: string): void {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${what} is not a whole number: ${value}`);
}

/**
 * A store rejects with this when it is unavailable, after its own retries for as long as a request can wait. The
 * message is one line, holds no password, and says what to do; `cause` is the driver's own error. After a rejected
 * commit the outcome is unknown: committing the same change set again, by its id, returns it.
 *
 * @example
 * throw new StoreUnavailable("The database did not answer: check that it runs");
 */
export class StoreUnavailable extends Error {
  override readonly name = "StoreUnavailable";
}

/**
 * Whether an error is `StoreUnavailable`, also from another copy of this package.
 *
 * @example
 * isStoreUnavailable(new StoreUnavailable("The database did not answer")); // true
 */
export function isStoreUnavailable(error: unknown): error is StoreUnavailable {
  return error instanceof Error && error.name === "StoreUnavailable";
}
