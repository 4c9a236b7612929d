import type { Context } from "../context.ts";
import type { Tenant } from "../tenant.ts";
import { binTable, lastOfEachBin, type BinRow, type BinTable } from "../bin/bin.ts";
import type { CardData } from "./card-data.ts";
import { catalogBuilder, lastOfEachCard, type Catalog, type CatalogCard } from "../catalog/catalog.ts";
import { binEnums } from "../bin/card-company.ts";
import { importBins } from "../bin/import-bins.ts";
import { importCatalog } from "../catalog/import-catalog.ts";
import { interestFreeMonths } from "../installment/interest-free-months.ts";
import { allBins, lookUpBin } from "../bin/look-up-bin.ts";
import { searchCatalog, type CatalogQuery } from "../catalog/search-catalog.ts";
import { createTableCache, type TableCache } from "../reference-table/table-cache.ts";

/** The tables that a process keeps in memory. */
export interface CardTables {
  readonly bins: TableCache<BinTable>;
  readonly catalog: TableCache<Catalog>;
}

export function createCardTables({ bins, catalog, indexCatalog }: CardData): CardTables {
  return {
    bins: createTableCache({ name: "bins", shipped: lastOfEachBin(bins), build: binTable }),
    catalog: createTableCache({
      name: "catalog",
      shipped: lastOfEachCard(catalog),
      build: catalogBuilder(indexCatalog),
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
    searchCatalog: (query: CatalogQuery) => searchCatalog(context, query),
    importCatalog: (cards: readonly CatalogCard[]) => importCatalog(context, cards),
  };
}
