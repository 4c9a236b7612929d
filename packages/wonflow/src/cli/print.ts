import stringWidth from "string-width";
import yoctoSpinner from "yocto-spinner";
import { visibleJson, visibleLine, visibleLines } from "../visible-text.ts";
import { seoulTime } from "@wonflow/core";

/**
 * Prints a command's answer. Much of it is user input, whose escape sequences the terminal must not execute. Only the
 * command breaks lines: tables and lists keep user input on one line.
 */
export function print(json: boolean, value: unknown, text: string): void {
  console.log(json ? visibleJson(value) : visibleLines(text));
}

/** Prints what is wrong, on one line, below the help that belongs to it; as JSON to a program. */
export function printProblem(json: boolean, problem: string, help = ""): void {
  console.error(json ? visibleJson({ error: problem }) : `${help}wonflow: ${visibleLine(problem)}`);
}

/**
 * Drops output whose reader is gone, as behind `| head`: a command ends with its own exit code, and a service keeps
 * running without its log.
 */
export function dropUnread(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") throw error;
    });
  }
}

/** The width of the terminal; unlimited elsewhere, so that each row stays one line. */
const screenWidth = () => process.stdout.columns ?? Number.POSITIVE_INFINITY;

/**
 * A printed table; the first row is the header. Each column is as wide as its widest cell on a screen, where a Korean
 * letter takes two places, and numbers are on the right. If a line were wider than the screen, each row becomes a block
 * of lines, because ids must not be cut off. A cell stays on its line, whatever others have typed into it.
 */
export function textTable(given: readonly (readonly string[])[], width = screenWidth()): string {
  const rows = given.map((cells) => cells.map(visibleLine));
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

/** An amount such as 12,000; a dash for none. */
export function won(amount: number | null): string {
  return amount === null ? "-" : amount.toLocaleString("en-US");
}

/** A time in Seoul to the minute; a dash for none. */
export function minuteInSeoul(time: number | null): string {
  return time === null ? "-" : seoulTime(time).slice(0, 16).replace("T", " ");
}

export type Tell = (text: string) => void;

/**
 * Does work that may take a while, with a spinner on a terminal.
 *
 * @example
 * const audit = await withProgress("Merchant 7", () => payments.ledger.audit(tenant));
 */
export async function withProgress<Answer>(text: string, work: (tell: Tell) => Promise<Answer>): Promise<Answer> {
  if (!process.stderr.isTTY) return work(() => {});
  const spinner = yoctoSpinner({ text }).start();
  try {
    return await work((text) => (spinner.text = text));
  } finally {
    spinner.stop();
  }
}
