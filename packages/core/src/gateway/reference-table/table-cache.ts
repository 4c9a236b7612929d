import type { Context } from "../../context.ts";
import { ok, type Result } from "../../result.ts";
import { loadTable, replaceTable, tableRows, versionOf, type ReferenceTable } from "./reference-table.ts";

/** One process's copy of a table in memory. */
export interface TableCache<Row, Built> {
  /** The table: from the store at first, then from memory, which is refreshed in the background. */
  current(context: Context): Promise<Built>;
  /** Replaces the whole table, or nothing. */
  replace(context: Context, rows: readonly Row[]): Promise<Result<TableChanges, "CONCURRENT_REQUEST">>;
}

/** The ids of the rows that an import added, changed and removed, in the table's order. */
export interface TableChanges {
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
