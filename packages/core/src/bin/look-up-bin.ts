import type { Context } from "../context.ts";
import { ok, type Result } from "../result.ts";
import { binRecordOf, resolveBin, type BinRecord, type BinTable } from "./bin.ts";

/**
 * The BIN record of a card's first digits, or of a whole card number, of which no digit is kept, logged
 * or repeated. In memory, but for the first look-up of a process.
 *
 * Refusals: `INVALID_REQUEST` for anything but 6 or more digits, `NOT_FOUND_BIN` without a record.
 * Interface: Card BIN lookup.
 *
 * @example
 * await payments.cards.bin("40000000"); // { ok: true, value: { bin: "40000000", type: "CRD", … } }
 */
export async function lookUpBin(context: Context, digits: string): Promise<Result<BinRecord>> {
  const row = resolveBin(await context.cardTables.bins.current(context), digits);
  return row.ok ? ok(binRecordOf(row.value)) : row;
}

/** The whole table with its version: the same object until another version takes its place. */
export function allBins(context: Context): Promise<BinTable> {
  return context.cardTables.bins.current(context);
}
