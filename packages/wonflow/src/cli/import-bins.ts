import { dayInSeoul, type BinChanges, type Payments } from "@wonflow/core";
import { readBinTable, TableError, type BinImport, type ReportedRow } from "@wonflow/card-data";
import type { Command } from "commander";

import { addCommand } from "./command.ts";
import { list } from "./list.ts";
import { readWithProgress } from "./read-with-progress.ts";
import { withPayments } from "./with-payments.ts";

/** `wonflow bins import`. It needs no secret, because tables hold nothing that is sealed. */
export function addBinCommands(program: Command): void {
  addCommand(program.command("bins").description("card BIN tables"), "import <file>", {
    description: "import a card BIN table (CSV) in the place of the present one",
    examples: ["wonflow bins import bins.csv"],
    run: (_options, { args: [path = ""] }) =>
      withPayments("development", (payments) => importBins(payments, path), "data"),
  });
}

/** Imports a BIN table, all of it or nothing: after a `TableError` the old one stays. */
async function importBins(payments: Payments, path: string) {
  const read = await readBinTable(readWithProgress(path), dayInSeoul(Date.now()));
  if (read.rows.length === 0) throw new TableError(`${path} has no usable row; nothing has changed.`);
  const imported = await payments.bins.import(read.rows);
  if (!imported.ok) {
    throw new TableError(`The table was refused, and nothing has changed: ${JSON.stringify(imported.error)}`);
  }
  const { skipped, duplicates, withdrawn } = read;
  const unknownIssuers = Object.fromEntries(read.unknownIssuers);
  const value = { read: read.read, ...imported.value, skipped, duplicates, unknownIssuers, withdrawn };
  return { value, text: reportOf(read, imported.value).join("\n") };
}

function reportOf(read: BinImport, changes: BinChanges): readonly string[] {
  const { added, changed, removed } = changes;
  const unchanged = changes.rows - added.length - changed.length;
  return [
    `${read.read} rows read, ${changes.rows} BINs imported: ${added.length} new, ${changed.length} changed, ${unchanged} as before; ${removed.length} removed.`,
    ...list("Changed", changed),
    ...list("Removed", removed),
    ...list("Skipped", read.skipped.map(describe)),
    ...list("Duplicates, of which the later row was imported", read.duplicates.map(describe)),
    ...list(
      "Issuer names without a code; their rows were imported with empty codes",
      [...read.unknownIssuers].map(([name, rows]) => `${name}: ${rows} rows`),
    ),
    ...(read.withdrawn === 0
      ? []
      : [
          `${read.withdrawn} rows are marked as withdrawn (삭제); they were imported, because such cards may still be in use.`,
        ]),
  ];
}

function describe({ line, bin, reason }: ReportedRow): string {
  return `line ${line}${bin === "" ? "" : ` (${bin})`}: ${reason}`;
}
