import { readCatalog, TableError } from "@wonflow/card-data";
import type { Payments } from "@wonflow/core";
import type { Command } from "commander";

import { addCommand } from "./command.ts";
import { list } from "./list.ts";
import { readWithProgress } from "./read-with-progress.ts";
import { withPayments } from "./with-payments.ts";

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
