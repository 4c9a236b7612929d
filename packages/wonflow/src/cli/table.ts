import { seoulTime } from "@wonflow/core";
import stringWidth from "string-width";

/** How wide a line may be; on paper and in files as wide as it likes, so that each row stays one line there. */
const screenWidth = () => process.stdout.columns ?? Number.POSITIVE_INFINITY;

/**
 * Rows for a person, the first of them the header: each column as wide as its widest cell on a screen, where a Korean
 * letter takes two places; numbers stand on the right. Where a line would be wider than the screen each row is a block
 * of lines, as nothing that people copy may be cut off.
 */
export function textTable(rows: readonly (readonly string[])[], width = screenWidth()): string {
  const [header = [], ...body] = rows;
  const widths = header.map((_, column) => Math.max(...rows.map((row) => stringWidth(row[column] ?? ""))));
  const isNumber = header.map((_, column) => body.every((row) => /^-?[\d,]*$|^-$/.test(row[column] ?? "")));
  const lines = rows.map((row) =>
    header
      .map((_, column) => padded(row[column] ?? "", { to: widths[column] ?? 0, onRight: isNumber[column] === true }))
      .join("  ")
      .trimEnd(),
  );
  if (lines.every((line) => stringWidth(line) <= width)) return lines.join("\n");
  return body.map((row) => block(header, row)).join("\n\n");
}

/** A row with a line for each cell that says something. */
function block(header: readonly string[], row: readonly string[]): string {
  const to = Math.max(...header.map((name) => stringWidth(name)));
  return header
    .map((name, column) => ({ name, cell: row[column] ?? "" }))
    .filter(({ cell }) => cell !== "")
    .map(({ name, cell }) => `${padded(name, { to, onRight: false })}  ${cell}`)
    .join("\n");
}

function padded(text: string, { to, onRight }: { readonly to: number; readonly onRight: boolean }): string {
  const space = " ".repeat(Math.max(0, to - stringWidth(text)));
  return onRight ? space + text : text + space;
}

/** An amount of won as people read it, such as 12,000; a dash for none. */
export function won(amount: number | null): string {
  return amount === null ? "-" : amount.toLocaleString("en-US");
}

/** A time as people in Korea read it, to the minute; a dash for none. */
export function minuteInSeoul(time: number | null): string {
  return time === null ? "-" : seoulTime(time).slice(0, 16).replace("T", " ");
}
