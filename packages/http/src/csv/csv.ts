import type { Language } from "@wonflow/core";

/** A cell: a string, a number, or nothing. */
export type Cell = string | number | null;

/** Excel takes a file for UTF-8 only with it; otherwise it shows Korean in the machine's old code page. */
export const byteOrderMark = "\uFEFF";

/**
 * The first characters that make a spreadsheet treat a string as a formula: also their full-width forms, which some
 * spreadsheets accept, and a tab or line break, which they drop.
 */
const formula = /^[=+\-@\t\r\n＝＋－＠−]/;

/** Signs that a cell has in quotes only (RFC 4180). A space at an edge is kept by quotes alone. */
const needsQuotes = /[",\r\n]|^\s|\s$/;

/**
 * One line of a CSV file, with its end. A string that would be a formula gets a leading apostrophe, so that a buyer's
 * order name can't run code on the merchant's machine. Numbers stay numbers, negative ones too.
 *
 * @example
 * csvLine(["=1+1", -300, null, 'a "b"']); // `'=1+1,-300,,"a ""b"""\r\n`
 */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(cellText).join(",")}\r\n`;
}

function cellText(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  const harmless = formula.test(cell) ? `'${cell}` : cell;
  return needsQuotes.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** A column of a file: its heading, and its cell in the line of an item. */
export interface Column<Item> {
  readonly heading: Readonly<Record<Language, string>>;
  readonly cell: (item: Item, language: Language) => Cell;
}

export function column<Item>(ko: string, en: string, cell: Column<Item>["cell"]): Column<Item> {
  return { heading: { ko, en }, cell };
}

/** A file of one line for each item, below its headings. The items come page by page, and each page is one text. */
export async function* csvTexts<Item>(
  columns: readonly Column<Item>[],
  pages: AsyncIterable<readonly Item[]>,
  language: Language,
): AsyncGenerator<string, undefined, undefined> {
  yield byteOrderMark + csvLine(columns.map(({ heading }) => heading[language]));
  for await (const page of pages) {
    if (page.length > 0) yield page.map((item) => csvLine(columns.map(({ cell }) => cell(item, language)))).join("");
  }
}

/** A time in Seoul as spreadsheets read it: `2026-11-20 14:03:07`. */
export function sheetTime(seoulTime: string | undefined): string | null {
  return seoulTime === undefined ? null : seoulTime.slice(0, 19).replace("T", " ");
}
