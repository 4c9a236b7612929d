import { z } from "zod";

import type { Context } from "../context.ts";
import { ok, refuse, type Result } from "../result.ts";
import { catalogueCardSchema, type CatalogueCard } from "./catalogue.ts";

/** What to look for; both together narrow each other. An empty text is as good as none. */
export interface CatalogueQuery {
  /** Part of a card's name, or of its company's, as a person types it. At most 100 characters. */
  readonly name?: string | undefined;
  /** Card company code. */
  readonly acquirer?: string | undefined;
}

/** Cards found (interface: Card catalog, CardCatalogSearchResponse). */
export const catalogueAnswerSchema = z
  .object({ data: z.array(catalogueCardSchema) })
  .meta({ id: "CardCatalogSearchResponse" });

export type CatalogueAnswer = z.output<typeof catalogueAnswerSchema>;

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
 * await payments.cards.searchCatalogue({ name: "제로", acquirer: "41" });
 */
export async function searchCatalogue(context: Context, query: CatalogueQuery): Promise<Result<CatalogueAnswer>> {
  const name = query.name?.trim() ?? "";
  const acquirer = query.acquirer?.trim() ?? "";
  if (name === "" && acquirer === "") return refuseQuery("name", "must be given, or acquirer");
  if (name.length > longestName) return refuseQuery("name", `must have at most ${longestName} characters`);
  const { cards, byId, search } = await context.cardTables.catalogue.current(context);
  const fits = (card: CatalogueCard) => acquirer === "" || card.acquirer === acquirer;
  if (name === "") return ok({ data: cards.filter(fits) });
  const found: CatalogueCard[] = [];
  for (const id of search(name)) {
    const card = byId.get(id);
    if (card !== undefined && fits(card)) found.push(card);
    if (found.length === mostFound) break;
  }
  return ok({ data: found });
}
