import type { BinRow } from "../bin/bin.ts";
import type { CatalogCard, CatalogIndexer } from "../catalog/catalog.ts";
import type { InstallmentFeed } from "../installment/feed.ts";
import type { Gateway } from "../installment/offers.ts";

/** What card look-ups are made from besides the tables that were imported: a port of plain values and functions. */
export interface CardData {
  /** The BIN table that is served until one is imported. */
  readonly bins: readonly BinRow[];
  /** The card catalog that is served until one is imported. */
  readonly catalog: readonly CatalogCard[];
  readonly indexCatalog: CatalogIndexer;
  /** The feed of each gateway; one without a feed is never ready. */
  readonly installmentFeeds: Readonly<Partial<Record<Gateway, InstallmentFeed>>>;
}

/** Nothing is known of any card, and none is found by its name. */
export const noCardData: CardData = {
  bins: [],
  catalog: [],
  indexCatalog: async () => () => [],
  installmentFeeds: {},
};
