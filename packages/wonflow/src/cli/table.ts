import { seoulTime } from "@wonflow/core";

/** Rows for a person, the first of them the header: each column as wide as its widest cell. */
export function textTable(rows: readonly (readonly string[])[]): string {
  const widthOf = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0));
  const line = (row: readonly string[]) => row.map((cell, column) => cell.padEnd(widthOf(column))).join("  ");
  return rows.map((row) => line(row).trimEnd()).join("\n");
}

/** A time as people in Korea read it, to the minute; a dash for none. */
export function minuteInSeoul(time: number | null): string {
  return time === null ? "-" : seoulTime(time).slice(0, 16).replace("T", " ");
}
