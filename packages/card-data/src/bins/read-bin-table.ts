import { cardCompanyOf, type BinRow } from "@wonflow/core";

import { csvRows, type CsvRow } from "../csv-rows.ts";
import { codeOfIssuer, codeOfRemark, codeOfSlipName } from "./shipped-bins.ts";

/** A skipped or replaced row, by its line in the file. */
export interface ReportedRow {
  readonly line: number;
  /** Empty if the row has none. */
  readonly bin: string;
  readonly reason: string;
}

export interface BinImport {
  /** One row for each BIN, in the order of the file. */
  readonly rows: readonly BinRow[];
  readonly read: number;
  readonly skipped: readonly ReportedRow[];
  /** Rows that a later row of the same BIN has replaced. */
  readonly duplicates: readonly ReportedRow[];
  /** Issuer names without a code, with the number of their rows, which are imported with empty codes. */
  readonly unknownIssuers: ReadonlyMap<string, number>;
  /** Rows marked as withdrawn; they are imported, because such cards may still be in use. */
  readonly withdrawn: number;
}

const columns = ["발급사", "BIN", "전표인자명", "신용/체크", "등록/수정일자", "변경사항", "비고"] as const;

const kinds: ReadonlyMap<string, BinRow["kind"]> = new Map([
  ["신용", "credit"],
  ["체크", "debit"],
  ["기프트", "gift"],
]);

/** `2024. 11`, `2024. 11. 5.`, `2024-11-05`, `20241105`. A month is its first day. */
const datePattern = /^(\d{4})(?:[.\-/]\s*(\d{1,2})(?:[.\-/]\s*(\d{1,2}))?\.?|(\d{2})(\d{2}))$/;

/** The day of a cell; today for an empty cell, undefined for an invalid one. */
function dayOf(cell: string, today: string): string | undefined {
  if (cell === "") return today;
  const match = datePattern.exec(cell);
  if (match === null) return undefined;
  const [, year = "", month = match[4] ?? "", day = match[5] ?? "1"] = match;
  const text = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const date = new Date(`${text}T00:00:00Z`);
  return Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== text ? undefined : text;
}

/** The code of the issuer, and the code of the company on its slips if that is another one. */
function codesOf(cells: CsvRow["cells"]): { readonly acquirer: string; readonly issuer: string } {
  const { 발급사: name = "", 비고: remark = "", 전표인자명: slip = "" } = cells;
  const acquirer =
    codeOfRemark.get(remark) ?? codeOfIssuer.get(name) ?? (cardCompanyOf(name) === undefined ? "" : name);
  const inferred = codeOfSlipName.find(([beginning]) => slip.startsWith(beginning));
  return { acquirer, issuer: inferred?.[1] ?? acquirer };
}

/** A row of the file in our form, or the reason why it is skipped. */
function rowOf({ cells }: CsvRow, today: string): BinRow | string {
  const { BIN: bin = "", 전표인자명: nickname = "", "신용/체크": rawKind = "", "등록/수정일자": date = "" } = cells;
  const kind = kinds.get(rawKind);
  const updatedAt = dayOf(date, today);
  if (!/^(\d{6}|\d{8})$/.test(bin)) return "BIN must have 6 or 8 digits";
  if (kind === undefined) return `신용/체크 must be one of ${[...kinds.keys()].join(", ")}, not ${rawKind}`;
  if (updatedAt === undefined) return `등록/수정일자 must be a date, not ${date}`;
  if (nickname.length > 100) return "전표인자명 must have at most 100 characters";
  return {
    bin,
    type: kind === "credit" ? "CRD" : "CHK",
    ...codesOf(cells),
    nickname,
    updatedAt,
    providerCode: "",
    kind,
  };
}

/**
 * Reads a BIN table as Korea's payment gateways publish it: CSV in UTF-8 with a Korean header row.
 *
 * Throws a `TableError` where the file can't be read as a whole. A malformed row is
 * skipped and reported. Nothing is stored.
 *
 * @param today the day, `yyyy-MM-dd`, that rows without a date get
 *
 * @example
 * import { createReadStream } from "node:fs";
 *
 * const { rows, skipped } = await readBinTable(createReadStream("bins.csv"), "2026-11-20");
 * await payments.bins.import(rows);
 */
export async function readBinTable(chunks: AsyncIterable<Uint8Array>, today: string): Promise<BinImport> {
  const kept = new Map<string, { readonly line: number; readonly row: BinRow }>();
  const skipped: ReportedRow[] = [];
  const duplicates: ReportedRow[] = [];
  const unknownIssuers = new Map<string, number>();
  let read = 0;
  let withdrawn = 0;
  for await (const csvRow of csvRows(chunks, columns)) {
    const { line, cells } = csvRow;
    read += 1;
    const row = rowOf(csvRow, today);
    if (typeof row === "string") {
      skipped.push({ line, bin: cells["BIN"] ?? "", reason: row });
      continue;
    }
    const { bin } = row;
    const before = kept.get(bin);
    if (before !== undefined) {
      duplicates.push({ line: before.line, bin, reason: `line ${line} has the same BIN and replaces this one` });
    }
    kept.set(bin, { line, row });
    if (row.acquirer === "") {
      const name = cells["발급사"] ?? "";
      unknownIssuers.set(name, (unknownIssuers.get(name) ?? 0) + 1);
    }
    if (cells["변경사항"] === "삭제") withdrawn += 1;
  }
  return { rows: [...kept.values()].map(({ row }) => row), read, skipped, duplicates, unknownIssuers, withdrawn };
}
