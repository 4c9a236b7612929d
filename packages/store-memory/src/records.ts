import { keyText, type ListRequest, type Place, type RecordKey, type TenantId, type Write } from "@wonflow/core";
import { compareBytes, firstIndex, sorted, type Sorted } from "./sorted.ts";

/** A stored record. It is never altered: a write puts another row in its place. */
export interface Row {
  readonly tenant: TenantId;
  readonly key: RecordKey;
  readonly version: number;
  /** JSON text. */
  readonly body: string;
  readonly dueAt: number | null;
  readonly place: Place | null;
}

/** All records of all tenants: by key; the due ones by kind; and the listed ones by list. */
export interface Records {
  find(tenant: TenantId, key: RecordKey): Row | undefined;
  write(tenant: TenantId, write: Write): void;
  /** Moves a record's due time and answers its new row. */
  postpone(row: Row, dueAt: number): Row;
  /** The longest due first, whether or not their time has come. */
  due(kind: string, limit: number): readonly Row[];
  list(tenant: TenantId, request: ListRequest): readonly Row[];
}

export function newRecords(): Records {
  const rows = new Map<string, Row>();
  const waiting = new Map<string, Sorted<Row>>();
  const lists = new Map<string, Sorted<Row>>();
  // One count for all records, so that a re-created record never gets a version that it had before.
  let lastVersion = 0;

  const waitingOf = (kind: string) => orderedBy(longestDueFirst, waiting, kind);
  const listOf = (tenant: TenantId, list: string) => orderedBy(byPlace, lists, `${tenant}\n${list}`);

  function put(row: Row): void {
    rows.set(nameOf(row.tenant, row.key), row);
    if (row.dueAt !== null) waitingOf(row.key.kind).add(row);
    if (row.place !== null) listOf(row.tenant, row.place.list).add(row);
  }

  function takeAway(row: Row): void {
    rows.delete(nameOf(row.tenant, row.key));
    if (row.dueAt !== null) waitingOf(row.key.kind).remove(row);
    if (row.place !== null) listOf(row.tenant, row.place.list).remove(row);
  }

  return {
    find: (tenant, key) => rows.get(nameOf(tenant, key)),
    write(tenant, { key, body, dueAt, place }) {
      const before = rows.get(nameOf(tenant, key));
      if (before !== undefined) takeAway(before);
      if (body === null) return;
      lastVersion += 1;
      put({ tenant, key, version: lastVersion, body: JSON.stringify(body), dueAt, place });
    },
    postpone(row, dueAt) {
      const later = { ...row, dueAt };
      takeAway(row);
      put(later);
      return later;
    },
    due: (kind, limit) => waitingOf(kind).items.slice(0, limit),
    list: (tenant, request) => pageOf(listOf(tenant, request.list).items, request),
  };
}

function nameOf(tenant: TenantId, key: RecordKey): string {
  return `${tenant}\n${keyText(key)}`;
}

function orderedBy(order: (a: Row, b: Row) => number, all: Map<string, Sorted<Row>>, name: string): Sorted<Row> {
  const found = all.get(name) ?? sorted(order);
  all.set(name, found);
  return found;
}

function pageOf(rows: readonly Row[], { from, to, after, limit, order }: ListRequest): readonly Row[] {
  const ascending = order === "ascending";
  const reaches = (position: string) => firstIndex(rows, (row) => compareBytes(spotOf(row).position, position) >= 0);
  let first = from === undefined ? 0 : reaches(from);
  let end = to === undefined ? rows.length : reaches(to);
  if (after !== undefined && ascending) {
    const behind = firstIndex(rows, (row) => compareSpots(spotOf(row), after) > 0);
    first = Math.max(first, behind);
  } else if (after !== undefined) {
    const atOrBehind = firstIndex(rows, (row) => compareSpots(spotOf(row), after) >= 0);
    end = Math.min(end, atOrBehind);
  }
  return ascending
    ? rows.slice(first, Math.min(end, first + limit))
    : rows.slice(Math.max(first, end - limit), end).reverse();
}

/** What the records of a list are ordered by. */
interface Spot {
  readonly position: string;
  readonly key: RecordKey;
}

function spotOf({ key, place }: Row): Spot {
  return { position: place?.position ?? "", key };
}

function compareSpots(a: Spot, b: Spot): number {
  return (
    compareBytes(a.position, b.position) || compareBytes(a.key.kind, b.key.kind) || compareBytes(a.key.id, b.key.id)
  );
}

function byPlace(a: Row, b: Row): number {
  return compareSpots(spotOf(a), spotOf(b));
}

function longestDueFirst(a: Row, b: Row): number {
  return (a.dueAt ?? 0) - (b.dueAt ?? 0) || compareBytes(a.tenant, b.tenant) || compareBytes(a.key.id, b.key.id);
}
