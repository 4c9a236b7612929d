import type { Account, Balances } from "../posting/posting.ts";
import type { Clock, Ids } from "../../ports.ts";
import { refuse, type Refused, ok, type Ok } from "../../result.ts";
import { tenantId, type Owner } from "../tenant/tenant.ts";
import type { Lanes } from "./lanes.ts";
import { orderedId, type Change, type RecordRef } from "./record.ts";
import { SnapshotReader, StaleRead, type Changes, type Read, type Written } from "./snapshot.ts";
import { type ChangeSet, type CommitResult, type Store, isStoreUnavailable, StoreUnavailable } from "./store.ts";

/** Whether a write of this process has failed since writes were last tried. */
export interface WriteDoubt {
  isRaised: boolean;
}

export interface CommitContext {
  readonly store: Store;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly lanes: Lanes;
  readonly writeDoubt: WriteDoubt;
}

/** A pure decision: its answer, and the changes to commit before the answer is true. */
export interface Decision<Answer> {
  readonly answer: Answer;
  readonly changes?: Changes;
}

export interface DecisionSteps<Loaded, Decided extends Decision<unknown>> {
  readonly tenant: Owner;
  /** Decisions of this process in the same lane, such as an order, run one after the other. */
  readonly lane: string;
  readonly load: (read: Read) => Promise<Loaded>;
  /** Their balances are read in the same snapshot as the records. */
  readonly accounts?: readonly Account[];
  /**
   * Pure: the same records at the same time give the same decision. `now` is in milliseconds since 1970. The balances
   * serve refusals; a limit that a balance must keep is a floor of the changes.
   */
  readonly decide: (loaded: Loaded, now: number, balances: Balances) => Decided;
  /**
   * Records that an earlier decision has just written or relied on: they are not read again. A later write by others fails a guard;
   * a decision without changes is made again from a read.
   */
  readonly following?: Written | undefined;
  /** How often to load and decide at most; 12 by default. */
  readonly tries?: number;
}

const decideTries = 12;
const commitTries = 4;

/**
 * A commit is repeated by its id within this time or never. Stores keep ids for much longer, so a process
 * that was suspended for days never repeats a commit whose id is purged.
 */
export const repeatedWithinMs = 60 * 60 * 1000;

/**
 * Loads, decides and commits. After a failed guard it loads and decides again; after a bounded number of tries it
 * answers `CONCURRENT_REQUEST`, and nothing has changed.
 */
export async function decideAndCommit<Loaded, Decided extends Decision<unknown>>(
  context: CommitContext,
  steps: DecisionSteps<Loaded, Decided>,
): Promise<Decided["answer"] | Refused<"CONCURRENT_REQUEST">> {
  return (await decideAndKeep(context, steps)).answer;
}

/** `written` is missing where nothing was written; a record whose version is not known is left out. */
export interface Kept<Answer> {
  readonly answer: Answer | Refused<"CONCURRENT_REQUEST">;
  readonly written?: Written;
}

/** Like `decideAndCommit`, with the records that were written. */
export function decideAndKeep<Loaded, Decided extends Decision<unknown>>(
  context: CommitContext,
  steps: DecisionSteps<Loaded, Decided>,
): Promise<Kept<Decided["answer"]>> {
  return context.lanes.run(`${tenantId(steps.tenant)}/${steps.lane}`, async () => {
    for (let attempt = 0; attempt < (steps.tries ?? decideTries); attempt += 1) {
      // Take `now` before reading, so that a slow read cannot expire what was still valid.
      const now = context.clock.now();
      const following = attempt === 0 ? (steps.following ?? []) : []; // @following
      const snapshot = new SnapshotReader(context.store, steps.tenant, { accounts: steps.accounts, following });
      const loaded = await loadOrStale(steps.load, snapshot);
      // Decide again after a suspension during the load: stores purge a commit's id by the time of its decision.
      if (loaded === stale || context.clock.now() - now > repeatedWithinMs) continue; // @stale
      const { answer, changes } = steps.decide(loaded, now, snapshot.balances);
      if (changes === undefined && following.length > 0) continue; // @unread
      if (changes === undefined) return { answer };
      const guarded = snapshot.guard(changes, now);
      const result = await commitSurely(context, { id: orderedId(context.ids, now, 24), ...guarded }); // @committed
      if (result.status === "committed") {
        return { answer, written: [...writtenBy(guarded, result.versions), ...snapshot.unwritten(changes)] };
      }
      if (context.clock.now() - now > repeatedWithinMs) throw answeredTooLate(); // @too-late
    }
    return { answer: refuse("CONCURRENT_REQUEST") };
  });
}

function writtenBy({ writes }: Pick<ChangeSet, "writes">, versions: readonly number[] = []): Written {
  return writes.flatMap(({ key, body }, index) => {
    const version = versions[index];
    return version === undefined || body === null ? [] : [{ key, version, body }];
  });
}

/**
 * A guard that fails this late may have met the same change set, which arrived before: the store has purged its id
 * by then.
 */
function answeredTooLate(): StoreUnavailable {
  return new StoreUnavailable(
    "The database answered a commit after more than an hour: whether it was done is not known",
  );
}

export async function loadOnce<Loaded>(
  context: CommitContext,
  owner: Owner,
  load: (read: Read) => Promise<Loaded>,
): Promise<Loaded> {
  for (let attempt = 0; attempt < decideTries; attempt += 1) {
    const loaded = await loadOrStale(load, new SnapshotReader(context.store, owner));
    if (loaded !== stale) return loaded;
  }
  throw new Error("records kept changing while they were read");
}

const stale = Symbol("stale");

async function loadOrStale<Loaded>(
  load: (read: Read) => Promise<Loaded>,
  snapshot: SnapshotReader,
): Promise<Loaded | typeof stale> {
  try {
    return await load(snapshot.read);
  } catch (error) {
    if (error instanceof StaleRead) return stale;
    throw error;
  }
}

/**
 * Repeats a commit with an unknown outcome by its id: the store applies it at most once. `StoreUnavailable` is passed
 * on at once, because the store has already retried for as long as a request can wait.
 */
async function commitSurely(context: CommitContext, changeSet: ChangeSet): Promise<CommitResult> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await context.store.commit(changeSet);
    } catch (error) {
      if (error instanceof RangeError) throw error;
      context.writeDoubt.isRaised = true;
      if (isStoreUnavailable(error) || attempt === commitTries) throw error; // @given-up
      await context.clock.after(20 * 4 ** attempt).elapsed;
      if (context.clock.now() - changeSet.at > repeatedWithinMs) throw error; // @purged
    }
  }
}

interface RecordChange<Body> {
  readonly ref: RecordRef<Body>;
  /** The record's id by default. */
  readonly lane?: string;
  readonly change: (record: Body | undefined, now: number) => readonly Change[];
}

/** Commits the changes that follow from one record alone; commits nothing without any. */
export function changeRecord<Body>(
  context: CommitContext,
  owner: Owner,
  { ref, lane = ref.id, change }: RecordChange<Body>,
): Promise<Ok<undefined> | Refused<"CONCURRENT_REQUEST">> {
  return decideAndCommit(context, {
    tenant: owner,
    lane,
    load: (read) => read(ref),
    decide: ([record], now) => {
      const writes = change(record, now);
      return { answer: ok(undefined), ...(writes.length > 0 && { changes: { writes } }) };
    },
  });
}
