import { keyText, type RecordKey, type TenantId, type Write } from "@wonflow/core";

/** A stored record. Only `dueAt` ever changes in place; a write puts a new row. */
export interface Row {
  readonly tenant: TenantId;
  readonly key: RecordKey;
  readonly version: number;
  /** JSON text. */
  readonly body: string;
  dueAt: number | null;
}

/** All records of all tenants, and by kind those that wait for work. */
export interface Records {
  find(tenant: TenantId, key: RecordKey): Row | undefined;
  write(tenant: TenantId, write: Write): void;
  /** The longest due first, whether or not their time has come. */
  due(kind: string, limit: number): Row[];
}

export function newRecords(): Records {
  const rows = new Map<string, Row>();
  const waiting = new Map<string, Set<Row>>();

  function waitingOf(kind: string): Set<Row> {
    let set = waiting.get(kind);
    if (set === undefined) {
      set = new Set();
      waiting.set(kind, set);
    }
    return set;
  }

  return {
    find: (tenant, key) => rows.get(rowText(tenant, key)),

    write(tenant, { key, body, dueAt }) {
      const text = rowText(tenant, key);
      const before = rows.get(text);
      if (before !== undefined) waitingOf(key.kind).delete(before);
      if (body === null) {
        rows.delete(text);
        return;
      }
      const row = { tenant, key, version: (before?.version ?? 0) + 1, body: JSON.stringify(body), dueAt };
      rows.set(text, row);
      if (dueAt !== null) waitingOf(key.kind).add(row);
    },

    due(kind, limit) {
      return [...waitingOf(kind)].sort(longestDueFirst).slice(0, limit);
    },
  };
}

function rowText(tenant: TenantId, key: RecordKey): string {
  return `${tenant}\n${keyText(key)}`;
}

function longestDueFirst(a: Row, b: Row): number {
  return (a.dueAt ?? 0) - (b.dueAt ?? 0) || compare(a.tenant, b.tenant) || compare(a.key.id, b.key.id);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
