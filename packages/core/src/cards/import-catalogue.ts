import { z } from "zod";

import type { Context } from "../context.ts";
import { ok, type Result } from "../result.ts";
import { validate } from "../validate.ts";
import { replaceTable, versionOf } from "./card-table.ts";
import { catalogueCardSchema, lastOfEachCard, type CatalogueCard } from "./catalogue.ts";

const tableSchema = z.array(catalogueCardSchema).min(1, "must have at least one card");

/** What an import changed, as ids. */
export interface CatalogueChanges {
  readonly version: string;
  /** How many cards the catalogue has now. */
  readonly cards: number;
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
}

/**
 * Puts a catalogue in the place of the present one: whole or not at all. Other processes serve it
 * within `cardTableRefreshMs`. Of cards with the same id the later one wins.
 *
 * Refusals: `INVALID_REQUEST` with the cards that are not as they must be, or without any card.
 *
 * @example
 * await payments.cards.importCatalogue(cards); // { ok: true, value: { cards: 60, added: [], … } }
 */
export async function importCatalogue(
  context: Context,
  input: readonly CatalogueCard[],
): Promise<Result<CatalogueChanges>> {
  const table = validate(tableSchema, input);
  if (!table.ok) return table;
  const rows = lastOfEachCard(table.value);
  const version = await versionOf(context, rows);
  const replaced = await replaceTable(context, "catalogue", { version, rows });
  if (!replaced.ok) return replaced;
  await context.cardTables.catalogue.refresh(context);
  const { before = context.cardData.catalogue } = replaced.value;
  const old = new Map(before.map((card) => [card.id, JSON.stringify(catalogueCardSchema.parse(card))]));
  const kept = new Set(rows.map(({ id }) => id));
  const ids = (cards: readonly CatalogueCard[]) => cards.map(({ id }) => id);
  return ok({
    version,
    cards: rows.length,
    added: ids(rows.filter(({ id }) => !old.has(id))),
    changed: ids(rows.filter((card) => old.has(card.id) && old.get(card.id) !== JSON.stringify(card))),
    removed: ids(before.filter(({ id }) => !kept.has(id))),
  });
}
