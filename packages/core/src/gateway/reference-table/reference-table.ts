import { z } from "zod";

import { decideAndCommit, loadOnce } from "../../engine/commit/commit.ts";
import type { Read } from "../../engine/commit/snapshot.ts";
import type { Context } from "../../context.ts";
import { platform } from "../../engine/tenant/tenant.ts";
import { recordKind } from "../../engine/commit/record.ts";
import { ok } from "../../result.ts";

/** The tables that an operator imports whole. */
export type ReferenceTableName = "bins" | "catalog";

export interface ReferenceTable<Row> {
  readonly name: ReferenceTableName;
  readonly row: z.ZodType<Row>;
  readonly idOf: (row: Row) => string;
  /** The table is sorted by it. */
  readonly positionOf: (row: Row) => string;
  /** An import reports a row as changed if this differs. */
  readonly contentOf: (row: Row) => string;
}

/** The rows of a table in its order. Of rows with the same id the last one stays. */
export function tableRows<Row>({ idOf, positionOf }: ReferenceTable<Row>, rows: readonly Row[]): readonly Row[] {
  const byId = new Map(rows.map((row) => [idOf(row), row]));
  return [...byId.values()].toSorted((a, b) => (positionOf(a) < positionOf(b) ? -1 : 1));
}

/**
 * The version of a table. The rows themselves are in parts, so that a process sees that its rows are still the newest
 * without reading them.
 */
export const headRecord = recordKind(
  "cardTable",
  z.looseObject({
    /** A digest of the rows. */
    version: z.string(),
    parts: z.number(),
    importedAt: z.number(),
  }),
);

type TableHead = z.output<typeof headRecord.schema>;

/** The most rows of one record. */
const rowsOfPart = 5_000;

export function partKind<Row>({ row }: ReferenceTable<Row>) {
  return recordKind("cardTablePart", z.looseObject({ rows: z.array(row) }));
}

function partIds(name: ReferenceTableName, { version, parts }: Pick<TableHead, "version" | "parts">) {
  return Array.from({ length: parts }, (_, part) => `${name}.${version}.${part}`);
}

async function readRows<Row>(read: Read, table: ReferenceTable<Row>, head: TableHead): Promise<readonly Row[]> {
  const kind = partKind(table);
  const parts = await read(...partIds(table.name, head).map((id) => kind.ref(id)));
  return parts.flatMap((part) => part?.rows ?? []);
}

interface VersionedRows<Row> {
  readonly version: string;
  readonly rows: readonly Row[];
}

export async function versionOf(context: Context, rows: readonly unknown[]): Promise<string> {
  return (await context.vault.hash(JSON.stringify(rows))).slice(0, 32);
}

/**
 * The imported rows of a table: undefined before the first import, `"same"` where the caller has this version.
 */
export function loadTable<Row>(
  context: Context,
  table: ReferenceTable<Row>,
  known: string | undefined,
): Promise<VersionedRows<Row> | "same" | undefined> {
  return loadOnce(context, platform, async (read) => {
    const [head] = await read(headRecord.ref(table.name));
    if (head === undefined) return undefined;
    if (head.version === known) return "same";
    return { version: head.version, rows: await readRows(read, table, head) };
  });
}

/**
 * Replaces a whole table in one commit, and answers its rows before; undefined at the first import. So a reader gets
 * all of the old rows or all of the new ones, in every process, and after every crash.
 */
export async function replaceTable<Row>(
  context: Context,
  table: ReferenceTable<Row>,
  { version, rows }: VersionedRows<Row>,
) {
  const kind = partKind(table);
  const next = partIds(table.name, { version, parts: Math.ceil(rows.length / rowsOfPart) });
  return decideAndCommit(context, {
    tenant: platform,
    lane: `cardTable ${table.name}`,
    load: async (read) => {
      const [old] = await read(headRecord.ref(table.name));
      const before = old === undefined ? undefined : await readRows(read, table, old);
      return { old, before };
    },
    decide: ({ old, before }, now) => {
      const answer = ok(before);
      if (old?.version === version) return { answer };
      const removed = old === undefined ? [] : partIds(table.name, old);
      const writes = [
        headRecord.write(table.name, { version, parts: next.length, importedAt: now }),
        ...removed.map((id) => kind.remove(id)),
        ...next.map((id, part) => kind.make(id, { rows: rows.slice(part * rowsOfPart, (part + 1) * rowsOfPart) })),
      ];
      return { answer, changes: { writes } };
    },
  });
}
