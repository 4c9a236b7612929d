import {
  keyText,
  type ChangeSet,
  type DueRecord,
  type Expectation,
  type RecordKey,
  type Store,
  type StoredRecord,
  type TenantId,
  type Write,
} from "@wonflow/core";
import { memoryStore } from "@wonflow/store-memory";

interface Row {
  /** In the store below. */
  readonly version: number;
  /** Counts the writes of this record alone. */
  readonly ordinal: number;
  readonly text: string;
}

/**
 * The memory store, which can also list its whole content. The version of a record counts its own writes, so that two orders of
 * writes to different records lead to the same books.
 */
export function openBooks(steadyKinds: readonly string[]) {
  const store = memoryStore();
  let isSteady = false;
  const kept = keepTexts();
  const { counted } = kept;
  const observed: Store = {
    ...store,
    async read(tenant, request) {
      const { records, ...snapshot } = await store.read(tenant, request);
      return { ...snapshot, records: records.map((record) => record && counted(tenant, record)) };
    },
    list: async (tenant, request) => (await store.list(tenant, request)).map((record) => counted(tenant, record)),
    listDue: async (kind, limit) => (await store.listDue(kind, limit)).map((record) => counted(record.tenant, record)),
    claimDue: async (kind, claim) => (await store.claimDue(kind, claim)).map((record) => kept.claim(record)),
    async commit(changeSet) {
      const steady = isSteady && changeSet.writes.find(({ key }) => steadyKinds.includes(key.kind));
      if (steady) throw new Error(`a scene changes a record of kind ${steady.key.kind}, which none may`);
      const expect = changeSet.expect.map((each) => kept.below(changeSet.tenant, each));
      const result = await store.commit({ ...changeSet, expect });
      if (result.status !== "committed" || result.versions === undefined) return result;
      return { ...result, versions: kept.enter(changeSet, result.versions) };
    },
  };
  return {
    store: observed,
    content: () => kept.content(),
    /** From here on, records of the steady kinds must not change. */
    beginScene: () => void (isSteady = true),
  };
}

function nameOf(tenant: TenantId, key: RecordKey): string {
  return `${tenant}\n${keyText(key)}`;
}

function keepTexts() {
  const rows = new Map<string, Row>();
  const writes = new Map<string, number>();
  const commits = new Set<string>();
  const tallies = new Map<string, number>();

  function write(name: string, { body, dueAt, place }: Write, version: number): number {
    const ordinal = (writes.get(name) ?? 0) + 1;
    writes.set(name, ordinal);
    if (body === null) rows.delete(name);
    else rows.set(name, { version, ordinal, text: JSON.stringify({ body, dueAt, place }) });
    return body === null ? 0 : ordinal;
  }

  const counted = <Found extends StoredRecord>(tenant: TenantId, record: Found): Found => {
    return { ...record, version: rows.get(nameOf(tenant, record.key))?.ordinal ?? 0 };
  };

  return {
    counted,
    /** The expectation with the version in the store below. */
    below(tenant: TenantId, { key, version }: Expectation): Expectation {
      const row = rows.get(nameOf(tenant, key));
      if (version === "absent" || row === undefined) return { key, version };
      return { key, version: version === row.ordinal ? row.version : Number.MAX_SAFE_INTEGER };
    },
    claim(record: DueRecord): DueRecord {
      const name = nameOf(record.tenant, record.key);
      const row = rows.get(name);
      const { body, dueAt, place } = record;
      if (row !== undefined) rows.set(name, { ...row, text: JSON.stringify({ body, dueAt, place }) });
      return counted(record.tenant, record);
    },
    /** Returns the versions of the written records. */
    enter({ id, tenant, writes: written, postings, reference, ...counts }: ChangeSet, versions: readonly number[]) {
      commits.add(JSON.stringify([id, tenant, reference, postings]));
      for (const { name, day, amount, count } of counts.tallies) {
        const counter = `${tenant} ${name} ${day}`;
        tallies.set(`${counter} won`, (tallies.get(`${counter} won`) ?? 0) + amount);
        tallies.set(`${counter} times`, (tallies.get(`${counter} times`) ?? 0) + count);
      }
      return written.map((each, index) => write(nameOf(tenant, each.key), each, versions[index] ?? 0));
    },
    /** The whole content, sorted: entries of different commits may be booked in any order. */
    content(): readonly string[] {
      const all = [...rows].map(([name, { ordinal, text }]) => `${name} ${ordinal} ${text}`);
      return [...all, ...commits, ...[...tallies].map(([name, value]) => `${name} ${value}`)].toSorted();
    },
  };
}
