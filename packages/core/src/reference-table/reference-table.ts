import { z } from "zod";

import { decideAndCommit, loadOnce } from "../commit/commit.ts";
import type { Read } from "../commit/snapshot.ts";
import type { Context } from "../context.ts";
import { platform } from "../tenant/tenant.ts";
import { recordKind } from "../commit/record.ts";
import { ok } from "../result.ts";

/** The tables that an operator imports whole. */
export type ReferenceTableName = "bins" | "catalog";

/** A table: its name, and what one row of it holds. */
export interface ReferenceTable<Row> {
  readonly name: ReferenceTableName;
  readonly row: z.ZodType<Row>;
}

/**
 * Says which rows a table has now. The rows themselves are in parts, so that nobody reads them to see
 * that nothing changed.
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

/** How many rows one record holds. */
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

/** Rows with the digest that names them. */
export interface VersionedRows<Row> {
  readonly version: string;
  readonly rows: readonly Row[];
}

/** The digest of rows, under which readers keep what they made of them. */
export async function versionOf(context: Context, rows: readonly unknown[]): Promise<string> {
  return (await context.vault.hash(JSON.stringify(rows))).slice(0, 32);
}

/**
 * The rows of a table as they were imported last: undefined where none was, `"same"` where they are
 * still of the version that the caller has.
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

/** What an import replaced: the rows before it, where it was not the first. */
export interface Replaced<Row> {
  readonly version: string;
  readonly before: readonly Row[] | undefined;
}

/**
 * Puts rows in the place of a whole table, in one commit: readers have all of the old rows or all of the
 * new ones, in every process, and after every crash.
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
      const answer = ok<Replaced<Row>>({ version, before });
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
