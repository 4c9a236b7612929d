import { dayInSeoul, type BinChanges, type Payments } from "@wonflow/core";
import { readBinTable, TableError, type BinImport, type ReportedRow } from "@wonflow/card-data";

import { list } from "./list.ts";
import { print } from "./print.ts";
import { readWithProgress } from "./read-with-progress.ts";

/**
 * Imports a BIN table and prints what changed, what was skipped and why. All of the table or nothing:
 * a `TableError` leaves the old one as it is.
 */
export async function importBinsFile(payments: Payments, path: string, json: boolean): Promise<void> {
  const today = dayInSeoul(Date.now());
  const read = await readBinTable(readWithProgress(path), today);
  if (read.rows.length === 0) throw new TableError(`${path} has no row that can be taken; nothing has changed.`);
  const imported = await payments.bins.import(read.rows);
  if (!imported.ok) {
    throw new TableError(`The table was refused, and nothing has changed: ${JSON.stringify(imported.error)}`);
  }
  const { skipped, duplicates, withdrawn } = read;
  const unknownIssuers = Object.fromEntries(read.unknownIssuers);
  const report = { read: read.read, ...imported.value, skipped, duplicates, unknownIssuers, withdrawn };
  print(json, report, reportOf(read, imported.value).join("\n"));
}

function reportOf(read: BinImport, changes: BinChanges): readonly string[] {
  const { added, changed, removed } = changes;
  const unchanged = changes.rows - added.length - changed.length;
  return [
    `${read.read} rows read, ${changes.rows} BINs imported: ${added.length} new, ${changed.length} changed, ${unchanged} as before; ${removed.length} removed.`,
    ...list("Changed", changed),
    ...list("Removed", removed),
    ...list("Skipped", read.skipped.map(describe)),
    ...list("Duplicates, of which the later row was taken", read.duplicates.map(describe)),
    ...list(
      "Issuer names without a code; their rows were taken, with empty codes",
      [...read.unknownIssuers].map(([name, rows]) => `${name}: ${rows} rows`),
    ),
    ...(read.withdrawn === 0
      ? []
      : [`${read.withdrawn} rows are marked as withdrawn (삭제); they were taken, as such cards may still be in use.`]),
  ];
}

function describe({ line, bin, reason }: ReportedRow): string {
  return `line ${line}${bin === "" ? "" : ` (${bin})`}: ${reason}`;
}
