export { shippedBins } from "./bins/shipped-bins.ts";
export { readBinTable, type BinImport, type ReportedRow } from "./bins/read-bin-table.ts";
export { TableError } from "./csv-rows.ts";
export { shippedCatalog } from "./catalog/shipped-catalog.ts";
export { koreanCardSearch } from "./catalog/search-index.ts";
export { readCatalog, type CatalogImport } from "./catalog/read-catalog.ts";
