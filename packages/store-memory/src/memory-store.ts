import {
  assertWellFormed,
  storableJson,
  type ChangeSet,
  type CommitResult,
  type DueRecord,
  type Entry,
  type RecordBody,
  type Store,
  type StoredRecord,
  type TenantId,
} from "@wonflow/core";
import { bookEntry, decideBalances, newLedger, type Ledger, sumsOf } from "./ledger.ts";
import { newTallies, type Tallies } from "./tallies.ts";
import { newRecords, type Records, type Row } from "./records.ts";

/** The books and commit ids of one tenant. No other tenant reaches them. */
interface TenantState {
  readonly ledger: Ledger;
  readonly tallies: Tallies;
  /** The time of each committed change set without postings, by its id. The ledger has the ids of the others. */
  readonly commits: Map<string, number>;
}

/**
 * The store port in memory, for tests and playgrounds: everything is gone with the process.
 *
 * A commit runs without a pause, so it is atomic. Bodies are kept as JSON text, so that a caller that alters an object
 * which it wrote or read alters nothing here.
 *
 * @example
 * const store = memoryStore();
 * await store.read("1:test", { keys: [{ kind: "order", id: "A-1" }] }); // { records: [undefined], balances: {} }
 */
export function memoryStore(): Store {
  const records = newRecords();
  const tenants = new Map<TenantId, TenantState>();

  function stateOf(tenant: TenantId): TenantState {
    let state = tenants.get(tenant);
    if (state === undefined) {
      state = { ledger: newLedger(), tallies: newTallies(), commits: new Map() };
      tenants.set(tenant, state);
    }
    return state;
  }

  return {
    async read(tenant, { keys, accounts = [] }) {
      const found = keys.map((key) => {
        const row = records.find(tenant, key);
        return row === undefined ? undefined : toRecord(row);
      });
      const { balances } = stateOf(tenant).ledger;
      return { records: found, balances: Object.fromEntries(accounts.map((account) => [account, balances[account]])) };
    },
    async list(tenant, request) {
      return records.list(tenant, request).map(toRecord);
    },
    async tallies(tenant, { names, from, to }) {
      return stateOf(tenant).tallies.find({ names, from, to });
    },
    async commit(changeSet) {
      assertWellFormed(changeSet);
      return commit(records, stateOf(changeSet.tenant), asStored(changeSet));
    },
    async claimDue(kind, { now, until, limit }) {
      const claimed = records.due(kind, limit).filter((row) => row.dueAt !== null && row.dueAt <= now);
      return claimed.map((row) => toDueRecord(records.postpone(row, until)));
    },
    async listDue(kind, limit) {
      return records.due(kind, limit).map(toDueRecord);
    },
    async entries(tenant, reference) {
      return copiesOf(stateOf(tenant).ledger.entries.get(reference) ?? []);
    },
    async listEntries(tenant, { after, limit }) {
      const { all } = stateOf(tenant).ledger;
      const first = after === undefined ? 0 : all.findIndex(({ commitId }) => commitId === after) + 1;
      return after !== undefined && first === 0 ? [] : copiesOf(all.slice(first, first + limit));
    },
    async sumPostings(tenant) {
      const { ledger } = stateOf(tenant);
      return { balances: { ...ledger.balances }, sums: sumsOf(ledger) };
    },
    async purgeCommits({ before, limit }) {
      let purged = 0;
      for (const { commits } of tenants.values()) {
        for (const [id, at] of commits) {
          if (purged === limit) return purged;
          if (at >= before) continue;
          commits.delete(id);
          purged += 1;
        }
      }
      return purged;
    },
  };
}

/** Checks every guard before it writes, so that a refused change set leaves nothing behind. */
function commit(records: Records, state: TenantState, changeSet: ChangeSet): CommitResult {
  const { id, tenant, at } = changeSet;
  if (state.commits.has(id) || state.ledger.booked.has(id)) return { status: "committed" };

  for (const { key, version } of changeSet.expect) {
    const current = records.find(tenant, key)?.version ?? "absent";
    if (current !== version) return { status: "conflict", key };
  }
  const balances = decideBalances(state.ledger, changeSet);
  const tallies = state.tallies.after(changeSet.tallies);
  if ("belowFloor" in balances) return { status: "below-floor", account: balances.belowFloor };

  for (const write of changeSet.writes) records.write(tenant, write);
  bookEntry(state.ledger, changeSet, balances.after);
  state.tallies.set(tallies);
  if (changeSet.postings.length === 0) state.commits.set(id, at);
  const versions = changeSet.writes.map(({ key }) => records.find(tenant, key)?.version ?? 0);
  return { status: "committed", versions };
}

/** A copy of the change set, so that a caller that alters its objects later alters nothing here. */
function asStored(changeSet: ChangeSet): ChangeSet {
  // JSON of a change set is a change set.
  return JSON.parse(storableJson(changeSet)) as ChangeSet;
}

function copiesOf(entries: readonly Entry[]): readonly Entry[] {
  return entries.map((entry) => ({ ...entry, postings: entry.postings.map((posting) => ({ ...posting })) }));
}

function toRecord({ key, version, body, dueAt, place }: Row): StoredRecord {
  return { key: { ...key }, version, dueAt, place: place && { ...place }, body: JSON.parse(body) as RecordBody };
}

function toDueRecord(row: Row): DueRecord {
  return { tenant: row.tenant, ...toRecord(row) };
}
