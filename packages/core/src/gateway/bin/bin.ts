import { z } from "zod";

import type { ReferenceTable } from "../reference-table/reference-table.ts";
import { ok, refuse, refuseField } from "../../result.ts";

/** A company code; empty if the company has none or is unknown. */
const rowCodeSchema = z.string().regex(/^([0-9A-Z]{2})?$/, "must be two characters, or empty if unknown");

/** The cards whose numbers begin with the same digits. */
export const binRowSchema = z.object({
  bin: z.string().regex(/^(\d{6}|\d{8})$/, "must be 6 or 8 digits"),
  type: z.enum(["CRD", "CHK"]),
  /** The issuer's code; the interface names the field so. */
  acquirer: rowCodeSchema,
  /** The code of the acquirer or of the inferred card company, for display. */
  issuer: rowCodeSchema,
  nickname: z.string().max(100),
  updatedAt: z.iso.date(),
  /** A third party's code of the card; empty if unknown. */
  providerCode: z.string().max(50),
  /** The source's kind of card. Gift cards are CHK too, and differ from debit cards only here. */
  kind: z.enum(["credit", "debit", "gift"]),
});

export type BinRow = Readonly<z.output<typeof binRowSchema>>;

/** Interface: Card BIN record. */
export const binRecordSchema = z
  .object({
    bin: z.string().meta({ description: "The 6 or 8 digits that matched" }),
    type: z.enum(["CRD", "CHK"]).meta({ description: "Credit card, or debit card (gift cards too)" }),
    acquirer: z.string().meta({ description: "Issuer code; empty if the issuer has none" }),
    issuer: z.string().meta({
      description: "Acquirer or internally inferred card company code; empty if there is none",
    }),
    nickname: z.string().meta({ description: "Card display name" }),
    updatedAt: z.string().meta({ description: "yyyy-MM-dd" }),
    _ProviderCode: z.string().meta({ description: "Third-party card code; empty if unknown" }),
  })
  .meta({ id: "BinKoCatalog" });

export type BinRecord = Readonly<z.output<typeof binRecordSchema>>;

/** A row without the field that only we keep. */
export function binRecordOf({ bin, type, acquirer, issuer, nickname, updatedAt, providerCode }: BinRow): BinRecord {
  return { bin, type, acquirer, issuer, nickname, updatedAt, _ProviderCode: providerCode };
}

export const binReference: ReferenceTable<BinRow> = {
  name: "bins",
  row: binRowSchema,
  idOf: ({ bin }) => bin,
  positionOf: ({ bin }) => bin,
  contentOf: ({ type, acquirer, issuer, nickname, providerCode, kind }) =>
    JSON.stringify([type, acquirer, issuer, nickname, providerCode, kind]),
};

export interface BinTable {
  /** Changes exactly when a row does. */
  readonly version: string;
  /** In the order of their digits. */
  readonly rows: readonly BinRow[];
  readonly byBin: ReadonlyMap<string, BinRow>;
}

export function binTable(rows: readonly BinRow[], version: string): BinTable {
  return { version, rows, byBin: new Map(rows.map((row) => [row.bin, row])) };
}

/**
 * Finds the row of a card's first digits: by 8 of them, else by 6. Further digits, up to the whole card number, are
 * ignored. No refusal repeats a digit.
 *
 * Refusals: `INVALID_REQUEST` for anything but 6 or more digits, `NOT_FOUND_BIN` without a row.
 * Interface: Card BIN lookup.
 *
 * @example
 * resolveBin(table, "4000000000110009"); // the row of 40000000, else that of 400000
 */
export function resolveBin({ byBin }: Pick<BinTable, "byBin">, digits: string) {
  if (!/^\d*$/.test(digits))
    return refuseField("INVALID_REQUEST", "bin", "must be digits only, without spaces or hyphens");
  if (digits.length < 6) return refuseField("INVALID_REQUEST", "bin", "must have at least 6 digits");
  const row = (digits.length < 8 ? undefined : byBin.get(digits.slice(0, 8))) ?? byBin.get(digits.slice(0, 6));
  return row === undefined ? refuse("NOT_FOUND_BIN") : ok(row);
}
