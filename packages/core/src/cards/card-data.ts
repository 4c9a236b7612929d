import type { BinRow } from "./bin.ts";
import type { CatalogueCard, CatalogueIndexer } from "./catalogue.ts";
import type { InstalmentFeed } from "./instalment-feed.ts";
import type { Gateway } from "./instalments.ts";

/** What card look-ups are made from besides the tables that were imported: a port of plain values and functions. */
export interface CardData {
  /** The BIN table that is served until one is imported. */
  readonly bins: readonly BinRow[];
  /** The card catalogue that is served until one is imported. */
  readonly catalogue: readonly CatalogueCard[];
  readonly indexCatalogue: CatalogueIndexer;
  /** The feed of each gateway; one without a feed is never ready. */
  readonly instalmentFeeds: Readonly<Partial<Record<Gateway, InstalmentFeed>>>;
}

/** Nothing is known of any card, and none is found by its name. */
export const noCardData: CardData = {
  bins: [],
  catalogue: [],
  indexCatalogue: async () => () => [],
  instalmentFeeds: {},
};
