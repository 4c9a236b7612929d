import { expect, test } from "vitest";
import { textTable, won } from "./print.ts";

const rows = [
  ["NAME", "WON", "ID"],
  ["찻집 다올", won(1_234_567), "seller_1"],
  ["Kim's Ceramics", won(-70), "seller_22"],
  ["ﾔﾏﾀﾞ 🍵", won(null), ""],
];

test("columns line up on a screen, where Korean letters are two columns wide, and numbers are right-aligned", () => {
  expect(textTable(rows, 80).split("\n")).toEqual([
    "NAME                  WON  ID",
    "찻집 다올       1,234,567  seller_1",
    "Kim's Ceramics        -70  seller_22",
    "ﾔﾏﾀﾞ 🍵                 -",
  ]);
});

test("what is wider than the screen is a block for each row, and nothing is cut off", () => {
  const narrow = textTable(rows, 35);
  expect(narrow.split("\n")).toEqual([
    "NAME  찻집 다올",
    "WON   1,234,567",
    "ID    seller_1",
    "",
    "NAME  Kim's Ceramics",
    "WON   -70",
    "ID    seller_22",
    "",
    "NAME  ﾔﾏﾀﾞ 🍵",
    "WON   -",
  ]);
  expect(textTable(rows, 36)).toContain("Kim's Ceramics        -70  seller_22");
});

test("a cell ends no line, and its column is as wide as what is shown of it", () => {
  const forged = [
    ["OPERATOR", "ABOUT"],
    ["kim", "cancelReason=a\r\nlee  refunds nothing\u001b[1A"],
  ];
  expect(textTable(forged, 80)).toBe(
    String.raw`OPERATOR  ABOUT
kim       cancelReason=a\r\nlee  refunds nothing\u001b[1A`,
  );
});

test("where nothing is a screen, as in a pipe, each row is one line", () => {
  const wide = [["KEY"], ["k".repeat(300)]];
  expect(textTable(wide)).toBe(`KEY\n${"k".repeat(300)}`);
});
