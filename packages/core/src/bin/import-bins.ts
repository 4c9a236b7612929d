import { z } from "zod";

import { replaceTable, versionOf } from "../reference-table/reference-table.ts";
import { ok } from "../result.ts";
import { validate } from "../request/validate.ts";
import { binReference, binRowSchema, lastOfEachBin, type BinRow } from "./bin.ts";
import type { BinContext } from "./look-up-bin.ts";

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

export const importBinsErrors = ["INVALID_REQUEST", "CONCURRENT_REQUEST"] as const;

/** Puts a table in the place of the present one: whole or not at all. */
export async function importBins(context: BinContext, input: readonly BinRow[]) {
  const table = validate(tableSchema, input);
  if (!table.ok) return table;
  const rows = lastOfEachBin(table.value);
  const version = await versionOf(context, rows);
  const replaced = await replaceTable(context, binReference, { version, rows });
  if (!replaced.ok) return replaced;
  await context.bins.refresh(context);
  const { before = context.shippedBins } = replaced.value;
  return ok<BinChanges>({ version, rows: rows.length, ...differences(before, rows) });
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
