import type { Context } from "../context.ts";
import type { Tenant } from "../merchant/tenant.ts";
import { binTable, lastOfEachBin, type BinRow, type BinTable } from "./bin.ts";
import type { CardData } from "./card-data.ts";
import { catalogueBuilder, lastOfEachCard, type Catalogue, type CatalogueCard } from "./catalogue.ts";
import { binEnums } from "./codes.ts";
import { importBins } from "./import-bins.ts";
import { importCatalogue } from "./import-catalogue.ts";
import { interestFreeMonths } from "./interest-free-months.ts";
import { allBins, lookUpBin } from "./look-up-bin.ts";
import { searchCatalogue, type CatalogueQuery } from "./search-catalogue.ts";
import { createTableCache, type TableCache } from "./table-cache.ts";

/** The tables that a process keeps in memory. */
export interface CardTables {
  readonly bins: TableCache<BinTable>;
  readonly catalogue: TableCache<Catalogue>;
}

export function createCardTables({ bins, catalogue, indexCatalogue }: CardData): CardTables {
  return {
    bins: createTableCache({ name: "bins", shipped: lastOfEachBin(bins), build: binTable }),
    catalogue: createTableCache({
      name: "catalogue",
      shipped: lastOfEachCard(catalogue),
      build: catalogueBuilder(indexCatalogue),
    }),
  };
}

/** Look-ups of cards, and the imports of what they answer from. */
export function cardOperations(context: Context) {
  return {
    bin: (digits: string) => lookUpBin(context, digits),
    bins: () => allBins(context),
    enums: () => binEnums,
    importBins: (rows: readonly BinRow[]) => importBins(context, rows),
    interestFreeMonths: (tenant: Tenant, pg: string | undefined) => interestFreeMonths(context, tenant, pg),
    searchCatalogue: (query: CatalogueQuery) => searchCatalogue(context, query),
    importCatalogue: (cards: readonly CatalogueCard[]) => importCatalogue(context, cards),
  };
}
