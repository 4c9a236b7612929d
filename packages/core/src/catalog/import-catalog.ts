import { z } from "zod";

import type { Context } from "../context.ts";
import { ok, type Result } from "../result.ts";
import { validate } from "../validate.ts";
import { replaceTable, versionOf } from "../reference-table/reference-table.ts";
import { catalogCardSchema, lastOfEachCard, type CatalogCard } from "./catalog.ts";

const tableSchema = z.array(catalogCardSchema).min(1, "must have at least one card");

/** What an import changed, as ids. */
export interface CatalogChanges {
  readonly version: string;
  /** How many cards the catalog has now. */
  readonly cards: number;
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
}

/**
 * Puts a catalog in the place of the present one: whole or not at all. Other processes serve it
 * within `cardTableRefreshMs`. Of cards with the same id the later one wins.
 *
 * Refusals: `INVALID_REQUEST` with the cards that are not as they must be, or without any card.
 *
 * @example
 * await payments.cards.importCatalog(cards); // { ok: true, value: { cards: 60, added: [], … } }
 */
export async function importCatalog(context: Context, input: readonly CatalogCard[]): Promise<Result<CatalogChanges>> {
  const table = validate(tableSchema, input);
  if (!table.ok) return table;
  const rows = lastOfEachCard(table.value);
  const version = await versionOf(context, rows);
  const replaced = await replaceTable(context, "catalog", { version, rows });
  if (!replaced.ok) return replaced;
  await context.cardTables.catalog.refresh(context);
  const { before = context.cardData.catalog } = replaced.value;
  const old = new Map(before.map((card) => [card.id, JSON.stringify(catalogCardSchema.parse(card))]));
  const kept = new Set(rows.map(({ id }) => id));
  const ids = (cards: readonly CatalogCard[]) => cards.map(({ id }) => id);
  return ok({
    version,
    cards: rows.length,
    added: ids(rows.filter(({ id }) => !old.has(id))),
    changed: ids(rows.filter((card) => old.has(card.id) && old.get(card.id) !== JSON.stringify(card))),
    removed: ids(before.filter(({ id }) => !kept.has(id))),
  });
}
