import { keyText, type ListRequest, type Place, type RecordKey, type TenantId, type Write } from "@wonflow/core";
import { compareBytes, placeIn, type Order } from "./order.ts";

/** A stored record. Only `dueAt` ever changes in place; a write puts a new row. */
export interface Row {
  readonly tenant: TenantId;
  readonly key: RecordKey;
  readonly version: number;
  /** JSON text. */
  readonly body: string;
  readonly place: Place | null;
  dueAt: number | null;
}

/** All records of all tenants, by kind those that wait for work, and by list those that stand in it. */
export interface Records {
  find(tenant: TenantId, key: RecordKey): Row | undefined;
  write(tenant: TenantId, write: Write): void;
  /** The longest due first, whether or not their time has come. */
  due(kind: string, limit: number): Row[];
  list(tenant: TenantId, request: ListRequest): Row[];
}

export function newRecords(): Records {
  const rows = new Map<string, Row>();
  const waiting = new Map<string, Set<Row>>();
  const lists = new Map<string, Row[]>();
  let written = 0;

  function waitingOf(kind: string): Set<Row> {
    let set = waiting.get(kind);
    if (set === undefined) {
      set = new Set();
      waiting.set(kind, set);
    }
    return set;
  }

  function listOf(tenant: TenantId, list: string): Row[] {
    const name = `${tenant}\n${list}`;
    let listed = lists.get(name);
    if (listed === undefined) {
      listed = [];
      lists.set(name, listed);
    }
    return listed;
  }

  function takeAway(row: Row): void {
    waitingOf(row.key.kind).delete(row);
    if (row.place === null) return;
    const listed = listOf(row.tenant, row.place.list);
    listed.splice(
      placeIn(listed, (other) => inOrder(other, row)),
      1,
    );
  }

  return {
    find: (tenant, key) => rows.get(rowText(tenant, key)),

    write(tenant, { key, body, dueAt, place }) {
      const text = rowText(tenant, key);
      const before = rows.get(text);
      if (before !== undefined) takeAway(before);
      if (body === null) {
        rows.delete(text);
        return;
      }
      // One count for all records, so that no version ever comes again.
      written += 1;
      const row = { tenant, key, version: written, body: JSON.stringify(body), dueAt, place };
      rows.set(text, row);
      if (dueAt !== null) waitingOf(key.kind).add(row);
      if (place === null) return;
      const listed = listOf(tenant, place.list);
      listed.splice(
        placeIn(listed, (other) => inOrder(other, row)),
        0,
        row,
      );
    },

    due(kind, limit) {
      return [...waitingOf(kind)].sort(longestDueFirst).slice(0, limit);
    },

    list(tenant, { list, from, to, after, limit, order }) {
      const listed = listOf(tenant, list);
      const before =
        (position: string): Order<Row> =>
        (row) =>
          compareBytes(positionOf(row), position);
      const behind = (row: Row) => after !== undefined && compareWith(row, after) <= 0;
      const notYet = (row: Row) => after !== undefined && compareWith(row, after) < 0;
      let first = from === undefined ? 0 : placeIn(listed, before(from));
      let end = to === undefined ? listed.length : placeIn(listed, before(to));
      if (after !== undefined && order === "ascending") {
        first = Math.max(
          first,
          placeIn(listed, (row) => (behind(row) ? -1 : 1)),
        );
      }
      if (after !== undefined && order === "descending") {
        end = Math.min(
          end,
          placeIn(listed, (row) => (notYet(row) ? -1 : 1)),
        );
      }
      if (order === "ascending") return listed.slice(first, Math.min(end, first + limit));
      return listed.slice(Math.max(first, end - limit), Math.max(first, end)).reverse();
    },
  };
}

function rowText(tenant: TenantId, key: RecordKey): string {
  return `${tenant}\n${keyText(key)}`;
}

function positionOf(row: Row): string {
  return row.place?.position ?? "";
}

function compareWith(row: Row, other: { readonly position: string; readonly key: RecordKey }): number {
  return (
    compareBytes(positionOf(row), other.position) ||
    compareBytes(row.key.kind, other.key.kind) ||
    compareBytes(row.key.id, other.key.id)
  );
}

function inOrder(row: Row, other: Row): number {
  return compareWith(row, { position: positionOf(other), key: other.key });
}

function longestDueFirst(a: Row, b: Row): number {
  return (a.dueAt ?? 0) - (b.dueAt ?? 0) || compareBytes(a.tenant, b.tenant) || compareBytes(a.key.id, b.key.id);
}
