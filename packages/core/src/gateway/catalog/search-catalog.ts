import { z } from "zod";

import type { Context } from "../../context.ts";
import type { TableCache } from "../reference-table/table-cache.ts";
import { ok, refuseField } from "../../result.ts";
import { catalogCardSchema, type Catalog, type CatalogCard } from "./catalog.ts";

export interface CatalogContext extends Context {
  readonly catalog: TableCache<CatalogCard, Catalog>;
}

/** A name, a company, or both. Neither may be empty. */
export interface CatalogQuery {
  /** Part of the name of a card or its company, as a person types it. At most 100 characters. */
  readonly name?: string | undefined;
  /** Card company code. */
  readonly acquirer?: string | undefined;
}

/** Cards found (interface: Card catalog, CardCatalogSearchResponse). */
export const catalogSearchResponseSchema = z
  .object({ data: z.array(catalogCardSchema) })
  .meta({ id: "CardCatalogSearchResponse" });

export type CatalogSearchResponse = z.output<typeof catalogSearchResponseSchema>;

const longestName = 100;

/** The most cards that a search by name returns. */
const mostFound = 100;

export const searchCatalogErrors = ["INVALID_REQUEST"] as const;

export async function searchCatalog(context: CatalogContext, query: CatalogQuery) {
  const [name, acquirer] = [query.name?.trim(), query.acquirer?.trim()];
  if (name === undefined && acquirer === undefined) {
    return refuseField("INVALID_REQUEST", "name", "must be given, unless acquirer is");
  }
  // An empty filter must not count as no filter: that would return more cards than the caller expects.
  if (name === "") return refuseField("INVALID_REQUEST", "name", "must not be empty; leave it out");
  if (acquirer === "") return refuseField("INVALID_REQUEST", "acquirer", "must not be empty; leave it out");
  if (name !== undefined && name.length > longestName) {
    return refuseField("INVALID_REQUEST", "name", `must be at most ${longestName} characters`);
  }
  const { cards, byId, search } = await context.catalog.current(context);
  const fits = (card: CatalogCard) => acquirer === undefined || card.acquirer === acquirer;
  if (name === undefined) return ok<CatalogSearchResponse>({ data: cards.filter(fits) });
  const found: CatalogCard[] = [];
  for (const id of search(name)) {
    const card = byId.get(id);
    if (card !== undefined && fits(card)) found.push(card);
    if (found.length === mostFound) break;
  }
  return ok<CatalogSearchResponse>({ data: found });
}
