import type { Answer } from "../../result.ts";
import type { CatalogCard } from "./catalog.ts";
import { importCatalog, type CatalogChanges, type importCatalogErrors } from "./import-catalog.ts";
import {
  searchCatalog,
  type CatalogSearchResponse,
  type CatalogContext,
  type CatalogQuery,
  type searchCatalogErrors,
} from "./search-catalog.ts";

/** Card products (interface: Card catalog search). */
export interface CatalogOperations {
  /**
   * Finds card products: by name the 100 most similar, the most similar first; by company alone all of its cards, in
   * the order of names. Without a match the list is empty.
   *
   * Refusals: `INVALID_REQUEST` without a name and a company, or for a name of more than 100 characters.
   *
   * @example
   * await payments.catalog.search({ name: "제로", acquirer: "41" });
   */
  search(query: CatalogQuery): Answer<CatalogSearchResponse, typeof searchCatalogErrors>;

  /**
   * Replaces the catalog: whole or not at all. Other processes serve it within `cardTableRefreshMs`. Of cards with the
   * same id the last one wins.
   *
   * Refusals: `INVALID_REQUEST` with the cards that cannot be accepted, or without any card;
   * `CONCURRENT_REQUEST`.
   *
   * @example
   * const imported = await payments.catalog.import(cards);
   * if (imported.ok) console.log(imported.value.cards);
   */
  import(cards: readonly CatalogCard[]): Answer<CatalogChanges, typeof importCatalogErrors>;
}

export function catalogOperations(context: CatalogContext): CatalogOperations {
  return {
    search: (query) => searchCatalog(context, query),
    import: (cards) => importCatalog(context, cards),
  };
}
