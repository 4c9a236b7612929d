import { z } from "zod";
import { cardCompanyOf } from "./card-company.ts";
import type { ReferenceTable, TableCache } from "./reference-table.ts";
import type { Context } from "../context.ts";
import { ok, refuseField, type Answer } from "../result.ts";
import { validate } from "../engine/request/validate.ts";

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

interface Catalog {
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

export interface CatalogContext extends Context {
  readonly catalog: TableCache<CatalogCard, Catalog>;
}

/** A name, a company, or both. Neither may be empty. */
export interface CatalogQuery {
  /** Part of the name of a card or its company, as a person types it. At most 100 characters. */
  readonly name?: string | undefined;
  /** Card company code. */
  readonly acquirer?: string | undefined;
}

/** Cards found (interface: Card catalog, CardCatalogSearchResponse). */
export interface CatalogSearchResponse {
  readonly data: readonly CatalogCard[];
}

export const catalogSearchResponseSchema: z.ZodType<CatalogSearchResponse> = z
  .object({ data: z.array(catalogCardSchema) })
  .meta({ id: "CardCatalogSearchResponse" });

const longestName = 100;

/** The most cards that a search by name returns. */
const mostFound = 100;

export const searchCatalogErrors = ["INVALID_REQUEST"] as const;

export async function searchCatalog(context: CatalogContext, query: CatalogQuery) {
  const [name, acquirer] = [query.name?.trim(), query.acquirer?.trim()];
  if (name === undefined && acquirer === undefined) {
    return refuseField("INVALID_REQUEST", "name", "must be given, unless acquirer is");
  }
  // An empty filter must not count as no filter: that would return more cards than the caller expects.
  if (name === "") return refuseField("INVALID_REQUEST", "name", "must not be empty; leave it out");
  if (acquirer === "") return refuseField("INVALID_REQUEST", "acquirer", "must not be empty; leave it out");
  if (name !== undefined && name.length > longestName) {
    return refuseField("INVALID_REQUEST", "name", `must be at most ${longestName} characters`);
  }
  const { cards, byId, search } = await context.catalog.current(context);
  const fits = (card: CatalogCard) => acquirer === undefined || card.acquirer === acquirer;
  if (name === undefined) return ok<CatalogSearchResponse>({ data: cards.filter(fits) });
  const found: CatalogCard[] = [];
  for (const id of search(name)) {
    const card = byId.get(id);
    if (card !== undefined && fits(card)) found.push(card);
    if (found.length === mostFound) break;
  }
  return ok<CatalogSearchResponse>({ data: found });
}

const tableSchema = z.array(catalogCardSchema).min(1, "must have at least one card");

/** The changes of an import, as ids. */
export interface CatalogChanges {
  readonly version: string;
  /** The number of cards that the catalog has now. */
  readonly cards: number;
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
}

export const importCatalogErrors = ["INVALID_REQUEST", "CONCURRENT_REQUEST"] as const;

export async function importCatalog(context: CatalogContext, input: readonly CatalogCard[]) {
  const table = validate(tableSchema, input);
  if (!table.ok) return table;
  const replaced = await context.catalog.replace(context, table.value);
  if (!replaced.ok) return replaced;
  const { size: cards, ...changes } = replaced.value;
  return ok<CatalogChanges>({ ...changes, cards });
}

/** Card products (interface: Card catalog search). */
export interface CatalogOperations {
  /**
   * Finds card products: by name the 100 most similar, the most similar first; by company alone all of its cards, in
   * the order of names. Without a match the list is empty.
   *
   * Refusals: `INVALID_REQUEST` without a name and a company, or for a name of more than 100 characters.
   *
   * @example
   * await payments.catalog.search({ name: "제로", acquirer: "41" });
   */
  search(query: CatalogQuery): Answer<CatalogSearchResponse, typeof searchCatalogErrors>;

  /**
   * Replaces the catalog: whole or not at all. Other processes serve it within `cardTableRefreshMs`. Of cards with the
   * same id the last one wins.
   *
   * Refusals: `INVALID_REQUEST` with the cards that cannot be accepted, or without any card;
   * `CONCURRENT_REQUEST`.
   *
   * @example
   * const imported = await payments.catalog.import(cards);
   * if (imported.ok) console.log(imported.value.cards);
   */
  import(cards: readonly CatalogCard[]): Answer<CatalogChanges, typeof importCatalogErrors>;
}

export function catalogOperations(context: CatalogContext): CatalogOperations {
  return {
    search: (query) => searchCatalog(context, query),
    import: (cards) => importCatalog(context, cards),
  };
}
