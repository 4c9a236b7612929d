import * as examples from "../examples/cards.ts";
import {
  binEnumsSchema,
  binRecordOf,
  binRecordSchema,
  ok,
  type BinTable,
  catalogSearchResponseSchema,
  installmentFeedCodeSchema,
  interestFreeSchema,
  operationErrors,
} from "@wonflow/core";
import { z } from "zod";
import { passedOn } from "../request/parameters.ts";
import { Kept, type KeptText } from "../response/content-coding.ts";
import { route } from "../route.ts";
import { page, either, merchant, type Caller } from "../callers/caller.ts";

const anyKey = either(page, merchant);

/** Card tables are public, so anyone may query them, unless the service requires a key. */
const cardLookUp: Caller<object> = {
  ...anyKey,
  optional: true,
  limits: { ...anyKey.limits, address: "keylessByAddress" },
  identify: async (call) => (call.lookUpsNeedKey ? anyKey.identify(call) : ok({})),
};

const binListSchema = z.array(binRecordSchema).meta({ id: "BinKoCatalogList" });

const digitsSchema = z.string().regex(/^\d{6,}$/);

/** Seconds before a cache must ask whether the table has changed. */
const cacheSeconds = 60;

const lists = new WeakMap<BinTable, KeptText>();

function listOf(table: BinTable): KeptText {
  const { version, rows } = table;
  const text = () => JSON.stringify(rows.map(binRecordOf));
  const list = lists.get(table) ?? { version, contentType: "application/json", text };
  lists.set(table, list);
  return list;
}

export const binRoutes = [
  route({
    at: "GET /bin-ko/bin/{bin}",
    operationId: "getBin",
    summary: "Looks a card up by its first 8 digits, or else its first 6",
    description: "A row of 8 digits takes precedence, because it may differ from the row of the first 6.",
    examples: examples.getBin,
    tag: "Cards",
    caller: cardLookUp,
    params: z.object({
      bin: passedOn(
        digitsSchema,
        "The first digits of a card, 6 or more; a whole number is accepted, and none of it is stored",
      ),
    }),
    response: binRecordSchema,
    errors: operationErrors.bins.lookUp,
    answer: ({ payments, params }) => payments.bins.lookUp(params.bin),
  }),
  route({
    at: "GET /bin-ko/json",
    operationId: "listBins",
    summary: "Reads the whole BIN table; If-None-Match with its ETag answers 304 while it is unchanged",
    description: "Compressed if the request accepts it. The ETag changes with the table.",
    examples: examples.listBins,
    tag: "Cards",
    caller: cardLookUp,
    response: binListSchema,
    ifNoneMatch: true,
    answerHeaders: { ETag: "The version of the table in this coding", "Content-Encoding": "br or gzip" },
    errors: [],
    async answer({ payments, lookUpsNeedKey }) {
      const visibility = lookUpsNeedKey ? "private" : "public";
      const headers = { "Cache-Control": `${visibility}, max-age=${cacheSeconds}` };
      const list = listOf(await payments.bins.list());
      return ok(new Kept(list, lookUpsNeedKey ? { ...headers, Vary: "Authorization" } : headers));
    },
  }),
  route({
    at: "GET /bin-ko/enums",
    operationId: "listCardCompanies",
    summary: "Reads every card company code with its display name",
    description:
      "BINs, payments and offers have these codes as issuer and acquirer. A code has two characters, not always digits.",
    examples: examples.listCardCompanies,
    tag: "Cards",
    caller: cardLookUp,
    response: binEnumsSchema,
    errors: [],
    answer: async ({ payments }) => ok(payments.bins.enums()),
  }),
];

export const catalogRoutes = [
  route({
    at: "GET /card-catalogs/search",
    operationId: "searchCardCatalog",
    summary: "Finds cards by name, the most similar first, by company, or by both; at least one is needed",
    description:
      "Names are compared without spaces and case, also by initial consonants such as ㅁㅇㅍㅇㅌ. The list is empty if no card fits.",
    examples: examples.searchCardCatalog,
    tag: "Cards",
    caller: cardLookUp,
    query: z.object({
      name: passedOn(z.string().min(1).max(100), "Part of a card's name, as typed").optional(),
      acquirer: passedOn(z.string().min(1), "Card company code").optional(),
    }),
    response: catalogSearchResponseSchema,
    errors: operationErrors.catalog.search,
    answer: ({ payments, query }) => payments.catalog.search(query),
  }),
];

export const installmentRoutes = [
  route({
    at: "GET /installments/interest-free-months",
    operationId: "listInterestFreeMonths",
    summary: "Lists the interest-free months of each card company at a gateway",
    description:
      "The client key names the merchant; its contract must include the gateway. The service reads the offers from the gateway every day; until the first time, the answer is INSTALLMENTS_NOT_READY.",
    examples: examples.listInterestFreeMonths,
    tag: "Cards",
    caller: page,
    query: z.object({ pg: passedOn(installmentFeedCodeSchema, "The payment gateway") }),
    response: interestFreeSchema,
    errors: operationErrors.installments.interestFreeMonths,
    answer: ({ payments, tenant, query }) => payments.installments.interestFreeMonths(tenant, query),
  }),
];
