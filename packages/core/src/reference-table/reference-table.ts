import { decideAndCommit, loadOnce, type Read, type RecordRef } from "../commit.ts";
import type { Context } from "../context.ts";
import { platform } from "../tenant.ts";
import { ok, type Result } from "../result.ts";
import type { Write } from "../store.ts";

/** The tables that an operator imports whole. */
export type CardTableName = "bins" | "catalog";

/** Says which rows a table has now. The rows themselves are in parts, so that nobody reads them to see that nothing changed. */
interface TableHead {
  /** A digest of the rows. */
  readonly version: string;
  readonly parts: number;
  readonly importedAt: number;
}

interface TablePart<Row> {
  readonly rows: readonly Row[];
}

/** How many rows one record holds. */
const rowsOfPart = 5_000;

function headRef(name: CardTableName): RecordRef<TableHead> {
  return { kind: "cardTable", id: name };
}

function partRefs<Row>(name: CardTableName, { version, parts }: TableHead): readonly RecordRef<TablePart<Row>>[] {
  return Array.from({ length: parts }, (_, part) => ({ kind: "cardTablePart", id: `${name}.${version}.${part}` }));
}

async function readRows<Row>(read: Read, name: CardTableName, head: TableHead): Promise<readonly Row[]> {
  const parts = await read(...partRefs<Row>(name, head));
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
  name: CardTableName,
  known: string | undefined,
): Promise<VersionedRows<Row> | "same" | undefined> {
  return loadOnce(context, platform, async (read) => {
    const [head] = await read(headRef(name));
    if (head === undefined) return undefined;
    if (head.version === known) return "same";
    return { version: head.version, rows: await readRows<Row>(read, name, head) };
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
  name: CardTableName,
  { version, rows }: VersionedRows<Row>,
): Promise<Result<Replaced<Row>>> {
  const head: TableHead = { version, parts: Math.ceil(rows.length / rowsOfPart), importedAt: context.clock.now() };
  return decideAndCommit(context, {
    tenant: platform,
    lane: `cardTable ${name}`,
    load: async (read) => {
      const [old] = await read(headRef(name));
      const before = old === undefined ? undefined : await readRows<Row>(read, name, old);
      if (old?.version !== version) await read(...partRefs<Row>(name, head));
      return { old, before };
    },
    decide: ({ old, before }) => {
      const answer = ok({ version, before });
      if (old?.version === version) return { answer };
      const removed = old === undefined ? [] : partRefs(name, old);
      const writes: readonly Write[] = [
        { key: headRef(name), body: { ...head }, dueAt: null },
        ...removed.map((key) => ({ key, body: null, dueAt: null })),
        ...partRefs(name, head).map((key, part) => {
          const body = { rows: rows.slice(part * rowsOfPart, (part + 1) * rowsOfPart) };
          return { key, body, dueAt: null };
        }),
      ];
      return { answer, changes: { writes } };
    },
  });
}
