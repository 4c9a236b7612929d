import { z } from "zod";

import type { Context } from "../context.ts";
import { ok, refuse, type Result } from "../result.ts";
import { catalogCardSchema, type CatalogCard } from "./catalog.ts";

/** What to look for; both together narrow each other. An empty text is as good as none. */
export interface CatalogQuery {
  /** Part of a card's name, or of its company's, as a person types it. At most 100 characters. */
  readonly name?: string | undefined;
  /** Card company code. */
  readonly acquirer?: string | undefined;
}

/** Cards found (interface: Card catalog, CardCatalogSearchResponse). */
export const catalogAnswerSchema = z
  .object({ data: z.array(catalogCardSchema) })
  .meta({ id: "CardCatalogSearchResponse" });

export type CatalogAnswer = z.output<typeof catalogAnswerSchema>;

const longestName = 100;

/** By name no more cards than this are answered: whoever looks further types another letter. */
const mostFound = 100;

function refuseQuery(field: string, problem: string): Result<never> {
  return refuse("INVALID_REQUEST", [{ field, code: "INVALID_REQUEST", problem }]);
}

/**
 * Finds card products: by name the 100 most similar, the most similar first; by company alone all of
 * it, by name. Nothing found is an empty list.
 *
 * Refusals: `INVALID_REQUEST` without a name and a company, or for a name of more than 100 characters.
 * Interface: Card catalog search.
 *
 * @example
 * await payments.cards.searchCatalog({ name: "제로", acquirer: "41" });
 */
export async function searchCatalog(context: Context, query: CatalogQuery): Promise<Result<CatalogAnswer>> {
  const name = query.name?.trim() ?? "";
  const acquirer = query.acquirer?.trim() ?? "";
  if (name === "" && acquirer === "") return refuseQuery("name", "must be given, or acquirer");
  if (name.length > longestName) return refuseQuery("name", `must have at most ${longestName} characters`);
  const { cards, byId, search } = await context.cardTables.catalog.current(context);
  const fits = (card: CatalogCard) => acquirer === "" || card.acquirer === acquirer;
  if (name === "") return ok({ data: cards.filter(fits) });
  const found: CatalogCard[] = [];
  for (const id of search(name)) {
    const card = byId.get(id);
    if (card !== undefined && fits(card)) found.push(card);
    if (found.length === mostFound) break;
  }
  return ok({ data: found });
}
