import { Readable } from "node:stream";

import { CsvError, parse } from "csv-parse";

/** A file that can't be imported; the message says where and why. */
export class TableError extends Error {
  override readonly name = "TableError";
}

/** A row of a CSV file by its column names, with its last line. */
export interface CsvRow {
  readonly line: number;
  readonly cells: Readonly<Record<string, string>>;
}

async function* decoded(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  try {
    for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true });
    yield decoder.decode();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new TableError("The file is not in UTF-8: save it as CSV in UTF-8.");
  }
}

/**
 * Reads a CSV file with a header row, which must have all the columns named.
 *
 * Throws a `TableError` where the file as a whole can't be read: another encoding, a missing column, a
 * row with too few or too many cells, a quote that never ends.
 */
export async function* csvRows(chunks: AsyncIterable<Uint8Array>, columns: readonly string[]): AsyncGenerator<CsvRow> {
  let header: readonly string[] = [];
  const parser = parse({
    info: true,
    trim: true,
    skip_empty_lines: true,
    columns(names: readonly string[]) {
      header = names;
      const missing = columns.filter((column) => !names.includes(column));
      if (missing.length > 0) throw new TableError(`The header row lacks these columns: ${missing.join(", ")}.`);
      return [...names];
    },
  });
  const source = Readable.from(decoded(chunks));
  source.on("error", (error) => parser.destroy(error));
  source.pipe(parser);
  try {
    for await (const row of parser as AsyncIterable<{ record: Record<string, string>; info: { lines: number } }>) {
      yield { line: row.info.lines, cells: row.record };
    }
  } catch (error) {
    throw error instanceof CsvError ? new TableError(`The file is not valid CSV: ${error.message}.`) : error;
  } finally {
    source.destroy();
  }
  if (header.length === 0) throw new TableError("The file is empty.");
}
