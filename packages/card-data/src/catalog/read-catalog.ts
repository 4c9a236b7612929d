import { catalogCardSchema, type CatalogCard } from "@wonflow/core";

import { TableError } from "../csv-rows.ts";

export interface CatalogImport {
  /** One for each id, in the order of the file. */
  readonly cards: readonly CatalogCard[];
  readonly read: number;
  /** Malformed entries, each with its position in the file, from 1, and the reason. */
  readonly skipped: readonly { readonly place: number; readonly reason: string }[];
  /** Ids that occur more than once; the later card was imported. */
  readonly duplicates: readonly string[];
}

/** A list of cards, or a search answer with one. */
function listIn(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (typeof value === "object" && value !== null && "data" in value && Array.isArray(value.data)) return value.data;
  throw new TableError("The file must be a JSON list of cards, or an object with the list in data.");
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new TableError("The file is not valid JSON, or it is incomplete.");
  }
}

/**
 * Reads a card catalog: JSON in UTF-8, a list of cards in the shape of the interface (Card catalog).
 *
 * Throws a `TableError` where the file can't be read as a whole. A malformed entry is skipped and
 * reported. Nothing is stored.
 *
 * @example
 * import { createReadStream } from "node:fs";
 *
 * const { cards } = await readCatalog(createReadStream("cards.json"));
 * await payments.catalog.import(cards);
 */
export async function readCatalog(chunks: AsyncIterable<Uint8Array>): Promise<CatalogImport> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  try {
    for await (const chunk of chunks) text += decoder.decode(chunk, { stream: true });
    text += decoder.decode();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new TableError("The file is not in UTF-8: save it as JSON in UTF-8.");
  }
  const list = listIn(parse(text));
  const byId = new Map<string, CatalogCard>();
  const skipped: { place: number; reason: string }[] = [];
  const duplicates: string[] = [];
  for (const [at, entry] of list.entries()) {
    const card = catalogCardSchema.safeParse(entry);
    if (!card.success) {
      const reason = card.error.issues
        .map(({ path, message }) => `${path.join(".") || "entry"}: ${message}`)
        .join("; ");
      skipped.push({ place: at + 1, reason });
      continue;
    }
    if (byId.has(card.data.id)) duplicates.push(card.data.id);
    byId.set(card.data.id, card.data);
  }
  return { cards: [...byId.values()], read: list.length, skipped, duplicates };
}
