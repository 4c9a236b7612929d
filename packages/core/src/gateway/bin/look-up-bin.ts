import type { Context } from "../../context.ts";
import type { TableCache } from "../reference-table/table-cache.ts";
import { ok } from "../../result.ts";
import { binRecordOf, resolveBin, type BinRow, type BinTable } from "./bin.ts";

export interface BinContext extends Context {
  readonly bins: TableCache<BinRow, BinTable>;
}

export const lookUpBinErrors = ["INVALID_REQUEST", "NOT_FOUND_BIN"] as const;

export async function lookUpBin(context: BinContext, digits: string) {
  const row = resolveBin(await context.bins.current(context), digits);
  return row.ok ? ok(binRecordOf(row.value)) : row;
}
