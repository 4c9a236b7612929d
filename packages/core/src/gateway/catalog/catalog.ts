import { z } from "zod";

import { cardCompanyOf } from "../bin/card-company.ts";
import type { ReferenceTable } from "../reference-table/reference-table.ts";

const wonSchema = z.int().min(0).max(100_000_000);

const limitSchema = z.object({
  daily: z.number().min(0).optional(),
  monthly: z.number().min(0).optional(),
  yearly: z.number().min(0).optional(),
});

const benefitSchema = z.object({
  categoryId: z.int().optional(),
  title: z.string().max(200).optional(),
  notes: z.array(z.string().max(1_000)).max(50).optional(),
  details: z
    .array(
      z.object({
        prevMonthSpendingRange: z
          .tuple([z.number().nullable(), z.number().nullable()])
          .optional()
          .meta({ description: "Won spent in the month before, from and to; null for no bound" }),
        content: z
          .tuple([z.enum(["AMOUNT", "RATIO", "COUNT"]).nullable(), z.number()])
          .optional()
          .meta({ description: "The unit of the number: won, percent or times" }),
        discountLimit: z.object({ amount: limitSchema.optional(), count: limitSchema.optional() }).optional(),
      }),
    )
    .max(50)
    .optional(),
});

const isCompany = (code: string) => cardCompanyOf(code) !== undefined;

/** A card product (interface: Card catalog, CardCatalogSimple). */
export const catalogCardSchema = z.object({
  id: z.uuid(),
  name: z.string().trim().min(1).max(100),
  acquirer: z.string().refine(isCompany, "must be a card company code such as 11 or W1"),
  ref: z.string().max(100).meta({ description: "The issuer's own reference of the product" }),
  annualFeeDomestic: wonSchema.meta({ description: "Won" }),
  annualFeeInternational: z.object({
    VISA: wonSchema.optional(),
    MASTER: wonSchema.optional(),
    JCB: wonSchema.optional(),
    UNIONPAY: wonSchema.optional(),
  }),
  thumbnails: z.array(z.url({ protocol: /^https?$/ })).max(20),
  benefits: z.array(benefitSchema).max(100),
  updatedAt: z.iso.datetime({ offset: true }),
});

export type CatalogCard = z.output<typeof catalogCardSchema>;

export const catalogReference: ReferenceTable<CatalogCard> = {
  name: "catalog",
  row: catalogCardSchema,
  idOf: ({ id }) => id,
  positionOf: ({ id, name }) => `${name}\n${id}`,
  contentOf: (card) => JSON.stringify(catalogCardSchema.parse(card)),
};

/** Finds cards by the name that a user types: the ids of those that fit, the most similar first. */
export type CatalogSearch = (name: string) => readonly string[];

/**
 * Indexes cards for a search, once for each version of a catalog. It is a port, as core knows no languages. The same
 * cards and name give the same order. Indexing a large catalog must not block the process.
 */
export type CatalogIndexer = (cards: readonly CatalogCard[]) => Promise<CatalogSearch>;

export interface Catalog {
  readonly version: string;
  readonly cards: readonly CatalogCard[];
  readonly byId: ReadonlyMap<string, CatalogCard>;
  readonly search: CatalogSearch;
}

export function catalogBuilder(index: CatalogIndexer) {
  return async (cards: readonly CatalogCard[], version: string): Promise<Catalog> => ({
    version,
    cards,
    byId: new Map(cards.map((card) => [card.id, card])),
    search: await index(cards),
  });
}
