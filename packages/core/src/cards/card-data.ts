import type { BinRow } from "./bin.ts";

/** What card look-ups are made from besides the tables that were imported: a port of plain values and functions. */
export interface CardData {
  /** The BIN table that is served until one is imported. */
  readonly bins: readonly BinRow[];
}

/** Nothing is known of any card. */
export const noCardData: CardData = { bins: [] };
