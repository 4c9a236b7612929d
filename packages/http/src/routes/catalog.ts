import { catalogSearchResponseSchema, searchCatalogErrors } from "@wonflow/core";
import { z } from "zod";
import { cardLookUp } from "../callers/card-look-ups.ts";
import * as examples from "../examples/cards.ts";
import { passedOn } from "../request/parameters.ts";
import { route } from "../route.ts";

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
    errors: searchCatalogErrors,
    answer: ({ payments, query }) => payments.catalog.search(query),
  }),
];
