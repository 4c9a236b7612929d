import { z } from "zod";

import { ok } from "../../result.ts";
import { validate } from "../../engine/request/validate.ts";
import { catalogCardSchema, type CatalogCard } from "./catalog.ts";
import type { CatalogContext } from "./search-catalog.ts";

const tableSchema = z.array(catalogCardSchema).min(1, "must have at least one card");

/** The changes of an import, as ids. */
export interface CatalogChanges {
  readonly version: string;
  /** The number of cards that the catalog has now. */
  readonly cards: number;
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
}

export const importCatalogErrors = ["INVALID_REQUEST", "CONCURRENT_REQUEST"] as const;

export async function importCatalog(context: CatalogContext, input: readonly CatalogCard[]) {
  const table = validate(tableSchema, input);
  if (!table.ok) return table;
  const replaced = await context.catalog.replace(context, table.value);
  if (!replaced.ok) return replaced;
  const { size: cards, ...changes } = replaced.value;
  return ok<CatalogChanges>({ ...changes, cards });
}
