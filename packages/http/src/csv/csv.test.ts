import { expect, test } from "vitest";
import { byteOrderMark, csvLine, type Cell, csvTexts } from "./csv.ts";

test.each<[Cell, string]>([
  ["녹차 100g", "녹차 100g"],
  ["", ""],
  [null, ""],
  [0, "0"],
  [10_000, "10000"],
  [-2_891, "-2891"],
  [3.3, "3.3"],
  // A string that looks like a negative number is a string.
  ["-2891", "'-2891"],
  ["=1+1", "'=1+1"],
  ['=HYPERLINK("https://evil.example","a")', `"'=HYPERLINK(""https://evil.example"",""a"")"`],
  ["=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"],
  ["+82 10", "'+82 10"],
  ["-order", "'-order"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["\t=1+1", `'\t=1+1`],
  ["\r=1+1", `"'\r=1+1"`],
  ["\n=1+1", `"'\n=1+1"`],
  ["＝1+1", "'＝1+1"],
  ["＋1", "'＋1"],
  ["－1", "'－1"],
  ["＠x", "'＠x"],
  ["−1", "'−1"],
  ["a=1", "a=1"],
  ["a,b", `"a,b"`],
  ["a,=1+1", `"a,=1+1"`],
  ["a\r\n=1+1", `"a\r\n=1+1"`],
  ['"=1+1', `"""=1+1"`],
  ['a "b"', `"a ""b"""`],
  ["it's", "it's"],
  [" =1+1", `" =1+1"`],
  ["a ", `"a "`],
  ["'=1+1", "'=1+1"],
  ["<script>alert(1)</script>", "<script>alert(1)</script>"],
])("a cell of %j is %j", (cell, text) => {
  expect(csvLine([cell])).toBe(`${text}\r\n`);
});

test("a line has its cells in their order, also empty ones", () => {
  expect(csvLine(["a", null, 3, ""])).toBe("a,,3,\r\n");
});

/** Reads a file as RFC 4180 has it. */
function read(text: string): readonly (readonly string[])[] {
  const cells = [...text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)];
  const rows: string[][] = [[]];
  for (const [, quoted, bare = "", end] of cells) {
    rows.at(-1)?.push(quoted === undefined ? bare : quoted.replaceAll('""', '"'));
    if (end === "\r\n") rows.push([]);
  }
  return rows.slice(0, -1);
}

test("what a reader gets back is what was written, with the apostrophe", () => {
  const hostile = ['a"b', "c,d", "e\r\nf", "=1", "", '"', "\r\n", ' "x" '];
  const expected = ['a"b', "c,d", "e\r\nf", "'=1", "", '"', "'\r\n", ' "x" '];
  expect(read(csvLine(hostile) + csvLine(["last"]))).toEqual([expected, ["last"]]);
});

test("the mark of UTF-8 is three bytes", () => {
  expect([...new TextEncoder().encode(byteOrderMark)]).toEqual([0xef, 0xbb, 0xbf]);
});

test("a page without an item is no text of a file", async () => {
  const columns = [{ heading: { ko: "값", en: "Value" }, cell: (item: number) => item }];
  async function* pages() {
    yield [1, -2];
    yield [];
    yield [3];
  }
  const texts: string[] = [];
  for await (const text of csvTexts(columns, pages(), "ko")) texts.push(text);
  expect(texts).toEqual(["\uFEFF값\r\n", "1\r\n-2\r\n", "3\r\n"]);
});
