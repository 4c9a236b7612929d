import type { Context } from "../context.ts";
import type { TableCache } from "../reference-table/table-cache.ts";
import { ok } from "../result.ts";
import { binRecordOf, resolveBin, type BinRow, type BinTable } from "./bin.ts";

/** What a use case that looks up BINs reaches. */
export interface BinContext extends Context {
  readonly bins: TableCache<BinTable>;
  /** The rows that are served until some are imported. */
  readonly shippedBins: readonly BinRow[];
}

export const lookUpBinErrors = ["INVALID_REQUEST", "NOT_FOUND_BIN"] as const;

/** The BIN record of a card's first digits. In memory, but for the first look-up of a process. */
export async function lookUpBin(context: BinContext, digits: string) {
  const row = resolveBin(await context.bins.current(context), digits);
  return row.ok ? ok(binRecordOf(row.value)) : row;
}
