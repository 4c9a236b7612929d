import { z } from "zod";

import type { Context } from "../context.ts";
import { ok, type Result } from "../result.ts";
import { validate } from "../validate.ts";
import { binRowSchema, lastOfEachBin, type BinRow } from "./bin.ts";
import { replaceTable, versionOf } from "../reference-table/reference-table.ts";

const tableSchema = z.array(binRowSchema).min(1, "must have at least one row");

/** What an import changed, as BINs in the order of their digits. */
export interface BinChanges {
  readonly version: string;
  /** How many rows the table has now. */
  readonly rows: number;
  readonly added: readonly string[];
  /** Those of which anything but the date differs. */
  readonly changed: readonly string[];
  readonly removed: readonly string[];
}

/**
 * Puts a table in the place of the present one: whole or not at all. Other processes serve it within
 * `cardTableRefreshMs`. Of rows with the same BIN the later one wins. The first import takes the place
 * of the rows that were shipped.
 *
 * Refusals: `INVALID_REQUEST` with the rows that are not as they must be, or without any row.
 *
 * @example
 * await payments.cards.importBins(rows); // { ok: true, value: { rows: 1156, added: ["40000000", …], … } }
 */
export async function importBins(context: Context, input: readonly BinRow[]): Promise<Result<BinChanges>> {
  const table = validate(tableSchema, input);
  if (!table.ok) return table;
  const rows = lastOfEachBin(table.value);
  const version = await versionOf(context, rows);
  const replaced = await replaceTable(context, "bins", { version, rows });
  if (!replaced.ok) return replaced;
  await context.cardTables.bins.refresh(context);
  const { before = context.cardData.bins } = replaced.value;
  return ok({ version, rows: rows.length, ...differences(before, rows) });
}

function differences(before: readonly BinRow[], after: readonly BinRow[]) {
  const old = new Map(before.map((row) => [row.bin, row]));
  const kept = new Set(after.map(({ bin }) => bin));
  const binsOf = (rows: readonly BinRow[]) => rows.map(({ bin }) => bin);
  return {
    added: binsOf(after.filter(({ bin }) => !old.has(bin))),
    changed: binsOf(after.filter((row) => old.has(row.bin) && undated(old.get(row.bin)) !== undated(row))),
    removed: binsOf(before.filter(({ bin }) => !kept.has(bin))),
  };
}

function undated(row: BinRow | undefined): string {
  if (row === undefined) return "";
  const { type, acquirer, issuer, nickname, providerCode, kind } = row;
  return JSON.stringify([type, acquirer, issuer, nickname, providerCode, kind]);
}
