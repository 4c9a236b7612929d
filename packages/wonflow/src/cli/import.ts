import { dayInSeoul, type BinChanges, type Payments } from "@wonflow/core";
import { readBinTable, TableError, type BinImport, type ReportedRow, readCatalog } from "@wonflow/card-data";
import type { Command } from "commander";
import { addCommand } from "./command.ts";
import { withPayments } from "./with-payments.ts";
import { visibleLine } from "../visible-text.ts";
import { open } from "node:fs/promises";

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

/** `wonflow catalog import`. It needs no secret, because tables hold nothing that is sealed. */
export function addCatalogCommands(program: Command): void {
  addCommand(program.command("catalog").description("card catalogs"), "import <file>", {
    description: "import a card catalog (JSON) in the place of the present one",
    examples: ["wonflow catalog import catalog.json"],
    run: (_options, { args: [path = ""] }) =>
      withPayments("development", (payments) => importCatalog(payments, path), "data"),
  });
}

/** Imports a card catalog, all of it or nothing: after a `TableError` the old one stays. */
async function importCatalog(payments: Payments, path: string) {
  const { cards, read, skipped, duplicates } = await readCatalog(readWithProgress(path));
  if (cards.length === 0) throw new TableError(`${path} has no usable card; nothing has changed.`);
  const imported = await payments.catalog.import(cards);
  if (!imported.ok) {
    throw new TableError(`The catalog was refused, and nothing has changed: ${JSON.stringify(imported.error)}`);
  }
  const { added, changed, removed } = imported.value;
  const unchanged = cards.length - added.length - changed.length;
  const lines = [
    `${read} entries read, ${cards.length} cards imported: ${added.length} new, ${changed.length} changed, ${unchanged} as before; ${removed.length} removed.`,
    ...list("Changed", changed),
    ...list("Removed", removed),
    ...list(
      "Skipped",
      skipped.map(({ place, reason }) => `entry ${place}: ${reason}`),
    ),
    ...list("Ids that came more than once, of which the later card was imported", duplicates),
  ];
  const value = { read, cards: cards.length, added, changed, removed, skipped, duplicates };
  return { value, text: lines.join("\n") };
}

const shown = 20;

/** A printed list: its title with the count, and the first items; empty without items. */
function list(title: string, items: readonly string[]): readonly string[] {
  if (items.length === 0) return [];
  const rest = items.length - shown;
  return [
    `${title} (${items.length}):`,
    ...items.slice(0, shown).map((item) => `  ${visibleLine(item)}`),
    ...(rest > 0 ? [`  … and ${rest} more`] : []),
  ];
}

const width = 30;

type Screen = Pick<NodeJS.WriteStream, "isTTY" | "write">;

/** The chunks of a file, with a progress bar on a terminal. Throws a `TableError` for an unreadable file. */
async function* readWithProgress(
  path: string,
  screen: Screen = process.stderr,
): AsyncGenerator<Uint8Array, void, undefined> {
  const file = await open(path).catch((error: unknown) => {
    throw new TableError(`${path} can't be read: ${error instanceof Error ? error.message : String(error)}`);
  });
  const { size } = await file.stat();
  let read = 0;
  try {
    for await (const chunk of file.createReadStream({ autoClose: false })) {
      const bytes = chunk as Uint8Array;
      read += bytes.byteLength;
      draw(screen, read / Math.max(size, read));
      yield bytes;
    }
  } finally {
    if (screen.isTTY) screen.write("\r\u001b[K");
    await file.close();
  }
}

function draw(screen: Screen, share: number): void {
  if (!screen.isTTY) return;
  const filled = Math.round(share * width);
  screen.write(`\r[${"█".repeat(filled)}${"░".repeat(width - filled)}] ${Math.floor(share * 100)} %`);
}
