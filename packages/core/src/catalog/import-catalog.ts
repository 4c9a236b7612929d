import { z } from "zod";

import { replaceTable, versionOf } from "../reference-table/reference-table.ts";
import { ok } from "../result.ts";
import { validate } from "../request/validate.ts";
import { catalogCardSchema, catalogReference, lastOfEachCard, type CatalogCard } from "./catalog.ts";
import type { CatalogContext } from "./search-catalog.ts";

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

export const importCatalogErrors = ["INVALID_REQUEST", "CONCURRENT_REQUEST"] as const;

/** Puts a catalog in the place of the present one: whole or not at all. */
export async function importCatalog(context: CatalogContext, input: readonly CatalogCard[]) {
  const table = validate(tableSchema, input);
  if (!table.ok) return table;
  const rows = lastOfEachCard(table.value);
  const version = await versionOf(context, rows);
  const replaced = await replaceTable(context, catalogReference, { version, rows });
  if (!replaced.ok) return replaced;
  await context.catalog.refresh(context);
  const { before = context.shippedCatalog } = replaced.value;
  const old = new Map(before.map((card) => [card.id, JSON.stringify(catalogCardSchema.parse(card))]));
  const kept = new Set(rows.map(({ id }) => id));
  const ids = (cards: readonly CatalogCard[]) => cards.map(({ id }) => id);
  return ok<CatalogChanges>({
    version,
    cards: rows.length,
    added: ids(rows.filter(({ id }) => !old.has(id))),
    changed: ids(rows.filter((card) => old.has(card.id) && old.get(card.id) !== JSON.stringify(card))),
    removed: ids(before.filter(({ id }) => !kept.has(id))),
  });
}
