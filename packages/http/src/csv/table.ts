import type { Language } from "@wonflow/core";

import { byteOrderMark, csvLine, type Cell } from "./csv.ts";

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
