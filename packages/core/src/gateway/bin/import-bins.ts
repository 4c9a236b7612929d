import { z } from "zod";

import { ok } from "../../result.ts";
import { validate } from "../../engine/request/validate.ts";
import { binRowSchema, type BinRow } from "./bin.ts";
import type { BinContext } from "./look-up-bin.ts";

const tableSchema = z.array(binRowSchema).min(1, "must have at least one row");

/** The changes of an import, as BINs in the order of their digits. */
export interface BinChanges {
  readonly version: string;
  /** The number of rows that the table has now. */
  readonly rows: number;
  readonly added: readonly string[];
  /** The rows that differ in more than their date. */
  readonly changed: readonly string[];
  readonly removed: readonly string[];
}

export const importBinsErrors = ["INVALID_REQUEST", "CONCURRENT_REQUEST"] as const;

export async function importBins(context: BinContext, input: readonly BinRow[]) {
  const table = validate(tableSchema, input);
  if (!table.ok) return table;
  const replaced = await context.bins.replace(context, table.value);
  if (!replaced.ok) return replaced;
  const { size: rows, ...changes } = replaced.value;
  return ok<BinChanges>({ ...changes, rows });
}
