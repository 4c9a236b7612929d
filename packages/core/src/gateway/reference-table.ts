import { z } from "zod";
import { decideAndCommit, loadOnce } from "../engine/commit/commit.ts";
import type { Read } from "../engine/commit/snapshot.ts";
import type { Context } from "../context.ts";
import { platform } from "../engine/tenant/tenant.ts";
import { recordKind } from "../engine/commit/record.ts";
import { ok, type Result } from "../result.ts";

/** The tables that an operator imports whole. */
type ReferenceTableName = "bins" | "catalog";

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
function tableRows<Row>({ idOf, positionOf }: ReferenceTable<Row>, rows: readonly Row[]): readonly Row[] {
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

async function versionOf(context: Context, rows: readonly unknown[]): Promise<string> {
  return (await context.vault.hash(JSON.stringify(rows))).slice(0, 32);
}

/**
 * The imported rows of a table: undefined before the first import, `"same"` where the caller has this version.
 */
function loadTable<Row>(
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
async function replaceTable<Row>(context: Context, table: ReferenceTable<Row>, { version, rows }: VersionedRows<Row>) {
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

/** One process's copy of a table in memory. */
export interface TableCache<Row, Built> {
  /** The table: from the store at first, then from memory, which is refreshed in the background. */
  current(context: Context): Promise<Built>;
  /** Replaces the whole table, or nothing. */
  replace(context: Context, rows: readonly Row[]): Promise<Result<TableChanges, "CONCURRENT_REQUEST">>;
}

/** The ids of the rows that an import added, changed and removed, in the table's order. */
interface TableChanges {
  readonly version: string;
  /** The number of rows that the table has now. */
  readonly size: number;
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
}

interface Kept<Built> {
  readonly version: string;
  readonly built: Built;
  readonly checkedAt: number;
}

interface Recipe<Row, Built> {
  readonly table: ReferenceTable<Row>;
  /** Served until the first import. */
  readonly shipped: readonly Row[];
  readonly build: (rows: readonly Row[], version: string) => Built | Promise<Built>;
}

/**
 * Keeps a table in memory. A look-up that finds the last check older than `cardTableRefreshMs` starts a new check, and
 * is answered from memory. An import by this process or another one replaces the whole table. While the store is
 * unavailable, the table in memory is served.
 */
export function createTableCache<Row, Built>({ table, build, ...recipe }: Recipe<Row, Built>): TableCache<Row, Built> {
  const shipped = tableRows(table, recipe.shipped);
  let kept: Kept<Built> | undefined;
  let loading: Promise<Built> | undefined;

  async function load(context: Context): Promise<Built> {
    const checkedAt = context.clock.now();
    const loaded = await loadTable(context, table, kept?.version);
    if (loaded === "same" && kept !== undefined) {
      kept = { ...kept, checkedAt };
      return kept.built;
    }
    const rows = loaded === undefined || loaded === "same" ? shipped : loaded.rows;
    const version = loaded === undefined || loaded === "same" ? await versionOf(context, shipped) : loaded.version;
    if (kept?.version !== version) kept = { version, built: await build(rows, version), checkedAt };
    else kept = { ...kept, checkedAt };
    return kept.built;
  }

  function refresh(context: Context): Promise<Built> {
    loading ??= load(context).finally(() => (loading = undefined));
    return loading;
  }

  return {
    async current(context) {
      if (kept === undefined) return refresh(context);
      const now = context.clock.now();
      if (now - kept.checkedAt >= context.settings.cardTableRefreshMs) {
        // Set the time before the check, so that a store that does not answer is not asked by every look-up.
        kept = { ...kept, checkedAt: now };
        refresh(context).catch((error: unknown) =>
          context.notify({ kind: "card-table-not-read", table: table.name, error }),
        );
      }
      return kept.built;
    },
    async replace(context, input) {
      const rows = tableRows(table, input);
      const version = await versionOf(context, rows);
      const replaced = await replaceTable(context, table, { version, rows });
      if (!replaced.ok) return replaced;
      // A load that began before the import has committed may have seen the old rows.
      await loading?.catch(() => undefined);
      await refresh(context);
      return ok({ version, size: rows.length, ...differences(table, replaced.value ?? shipped, rows) });
    },
  };
}

function differences<Row>(
  { idOf, contentOf }: ReferenceTable<Row>,
  before: readonly Row[],
  after: readonly Row[],
): Pick<TableChanges, "added" | "changed" | "removed"> {
  const old = new Map(before.map((row) => [idOf(row), contentOf(row)]));
  const kept = new Set(after.map(idOf));
  return {
    added: [...kept].filter((id) => !old.has(id)),
    changed: after.filter((row) => old.has(idOf(row)) && old.get(idOf(row)) !== contentOf(row)).map(idOf),
    removed: [...old.keys()].filter((id) => !kept.has(id)),
  };
}
