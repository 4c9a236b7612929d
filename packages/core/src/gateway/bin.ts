import { z } from "zod";
import type { ReferenceTable, TableCache } from "./reference-table.ts";
import { ok, refuse, refuseField, type Answer } from "../result.ts";
import { international, korean, second, type CardCompany } from "./card-company.ts";
import type { Context } from "../context.ts";
import { validate } from "../engine/request/validate.ts";

/** A company code; empty if the company has none or is unknown. */
const rowCodeSchema = z.string().regex(/^([0-9A-Z]{2})?$/, "must be two characters, or empty if unknown");

/** The cards whose numbers begin with the same digits. */
const binRowSchema = z.object({
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

const names = (of: string) => z.record(z.string(), z.string()).meta({ description: of });

/** Every card company code with its display name (interface: Card BIN record, BinKoEnums). */
export const binEnumsSchema = z
  .object({
    CardCompany: names("Korean card companies, each once"),
    CardCompanyExtended: names("These, and the second code of a company that has two"),
    CardCompanyGlobal: names("International brands"),
  })
  .meta({ id: "BinKoEnums" });

export type BinEnums = z.output<typeof binEnumsSchema>;

function displayNames(of: Readonly<Record<string, CardCompany>>): Record<string, string> {
  return Object.fromEntries(Object.entries(of).map(([code, { ko }]) => [code, ko]));
}

/** The answer of `GET /bin-ko/enums`. */
const binEnums: BinEnums = {
  CardCompany: displayNames(korean),
  CardCompanyExtended: displayNames({ ...korean, ...second }),
  CardCompanyGlobal: displayNames(international),
};

export interface BinContext extends Context {
  readonly bins: TableCache<BinRow, BinTable>;
}

export const lookUpBinErrors = ["INVALID_REQUEST", "NOT_FOUND_BIN"] as const;

export async function lookUpBin(context: BinContext, digits: string) {
  const row = resolveBin(await context.bins.current(context), digits);
  return row.ok ? ok(binRecordOf(row.value)) : row;
}

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

/** Card BINs (interface: Card BIN lookup). */
export interface BinOperations {
  /**
   * Finds the BIN record of a card's first digits: by 8 of them, else by 6. A whole card number may be given; none of
   * its digits is kept, logged or repeated.
   *
   * Refusals: `INVALID_REQUEST` for anything but 6 or more digits, `NOT_FOUND_BIN` without a record.
   *
   * @example
   * await payments.bins.lookUp("40000000"); // { ok: true, value: { bin: "40000000", type: "CRD", … } }
   */
  lookUp(digits: string): Answer<BinRecord, typeof lookUpBinErrors>;

  /**
   * The whole table with its version: the same object until another version replaces it.
   *
   * @example
   * const { version, rows } = await payments.bins.list();
   */
  list(): Promise<BinTable>;

  /**
   * Every card company code with its display name.
   *
   * @example
   * payments.bins.enums().CardCompany["41"]; // "신한"
   */
  enums(): BinEnums;

  /**
   * Replaces the table: whole or not at all. Other processes serve it within `cardTableRefreshMs`. Of rows with the
   * same BIN the last one wins. The first import replaces the shipped rows.
   *
   * Refusals: `INVALID_REQUEST` with the rows that cannot be accepted, or without any row;
   * `CONCURRENT_REQUEST`.
   *
   * @example
   * const imported = await payments.bins.import(rows);
   * if (imported.ok) console.log(imported.value.added.length);
   */
  import(rows: readonly BinRow[]): Answer<BinChanges, typeof importBinsErrors>;
}

export function binOperations(context: BinContext): BinOperations {
  return {
    lookUp: (digits) => lookUpBin(context, digits),
    list: () => context.bins.current(context),
    enums: () => binEnums,
    import: (rows) => importBins(context, rows),
  };
}
