export { shippedBins } from "./bins/shipped-bins.ts";
export { readBinTable, type BinImport, type DoubtfulRow } from "./bins/read-bin-table.ts";
export { TableError } from "./csv-rows.ts";
export { shippedCatalogue } from "./catalogue/shipped-catalogue.ts";
export { koreanCardSearch } from "./catalogue/search-index.ts";
export { readCatalogue, type CatalogueImport } from "./catalogue/read-catalogue.ts";
