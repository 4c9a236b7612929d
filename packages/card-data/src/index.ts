export { shippedBins } from "./bins/shipped-bins.ts";
export { readBinTable, type BinImport, type DoubtfulRow } from "./bins/read-bin-table.ts";
export { TableError } from "./csv-rows.ts";
