import {
  credit,
  debit,
  type ChangeSet,
  type Posting,
  type RecordBody,
  type RecordKey,
  type Store,
  type StoredRecord,
  type Write,
} from "@wonflow/core";

export const tenant = "1:test";

/** An empty change set of tenant "1:test" but for these parts. */
export function changeSet(parts: Partial<ChangeSet> & Pick<ChangeSet, "id">): ChangeSet {
  return { tenant, at: 1, expect: [], writes: [], reference: "r", postings: [], floors: [], tallies: [], ...parts };
}

/** A write of a record that is never due and in no list. */
export function write(key: RecordKey, body: RecordBody | null = {}): Write {
  return { key, body, dueAt: null, place: null };
}

export async function find(store: Store, key: RecordKey): Promise<StoredRecord | undefined> {
  return (await store.read(tenant, { keys: [key] })).records[0];
}

/** The version of a record that is there. */
export async function versionOf(store: Store, key: RecordKey): Promise<number> {
  const record = await find(store, key);
  if (record === undefined) throw new Error(`there is no ${key.kind} ${key.id}`);
  return record.version;
}

export async function available(store: Store): Promise<number | undefined> {
  return (await store.read(tenant, { keys: [], accounts: ["available"] })).balances.available;
}

/** Balanced postings that raise `available`, or take from it when negative. */
export function transfer(won: number): readonly Posting[] {
  return [debit("bank", won), credit("available", won)];
}

/** Takes from `available` if there is enough. */
export function withdrawal(id: string, won: number): ChangeSet {
  return changeSet({ id, postings: transfer(-won), floors: [{ account: "available", min: 0 }] });
}
