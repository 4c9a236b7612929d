import type { Context } from "../context.ts";
import { loadTable, versionOf, type ReferenceTable } from "./reference-table.ts";

/** What one process keeps in memory of a table. */
export interface TableCache<Built> {
  /** The table, read from the store the first time; afterwards from memory, which is looked after in the background. */
  current(context: Context): Promise<Built>;
  /** Takes over what the store has now. */
  refresh(context: Context): Promise<Built>;
}

interface Kept<Built> {
  readonly version: string;
  readonly built: Built;
  readonly checkedAt: number;
}

/** What a cache is made of: the rows that are served until some are imported, and what look-ups need of rows. */
interface Recipe<Row, Built> {
  readonly table: ReferenceTable<Row>;
  readonly shipped: readonly Row[];
  readonly build: (rows: readonly Row[], version: string) => Built | Promise<Built>;
}

/**
 * Keeps a table in memory. A look-up that finds the last check older than `cardTableRefreshMs` starts a
 * new one and is answered from memory meanwhile; a table that was imported, by this process or another,
 * is taken over whole. While the store is out of reach, the one that is there is served.
 */
export function createTableCache<Row, Built>({ table, shipped, build }: Recipe<Row, Built>): TableCache<Built> {
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
        // Not asked for again before its time, also when the store does not answer.
        kept = { ...kept, checkedAt: now };
        refresh(context).catch((error: unknown) =>
          context.notify({ kind: "card-table-not-read", table: table.name, error }),
        );
      }
      return kept.built;
    },
    async refresh(context) {
      // A load that began before the import has committed may have seen the old rows.
      await loading?.catch(() => undefined);
      return refresh(context);
    },
  };
}
