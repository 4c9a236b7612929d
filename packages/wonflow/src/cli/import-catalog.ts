import { readCatalog, TableError } from "@wonflow/card-data";
import type { Payments } from "@wonflow/core";

import { list } from "./list.ts";
import { print } from "./print.ts";
import { readWithProgress } from "./read-with-progress.ts";

/**
 * Imports a card catalog and prints what changed, what was skipped and why. All of it or nothing: a
 * `TableError` leaves the old one as it is.
 */
export async function importCatalogFile(payments: Payments, path: string, json: boolean): Promise<void> {
  const { cards, read, skipped, duplicates } = await readCatalog(readWithProgress(path));
  if (cards.length === 0) throw new TableError(`${path} has no card that can be taken; nothing has changed.`);
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
    ...list("Ids that came more than once, of which the later card was taken", duplicates),
  ];
  print(json, { read, cards: cards.length, added, changed, removed, skipped, duplicates }, lines.join("\n"));
}
