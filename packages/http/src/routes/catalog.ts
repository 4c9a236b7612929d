import { catalogAnswerSchema, ok } from "@wonflow/core";
import { z } from "zod";
import { cardRoute } from "../route.ts";

/** Interface: Card catalog search. */
export const catalogRoutes = [
  cardRoute({
    path: "/card-catalogs/search",
    operationId: "searchCardCatalog",
    summary: "Finds cards by name, the most similar first, by company, or by both; at least one is needed",
    tag: "Cards",
    authentication: "any-key",
    query: {
      name: { description: "Part of a card's name, as a person types it", schema: z.string().min(1).max(100) },
      acquirer: { description: "Card company code", schema: z.string().min(1) },
    },
    responses: { 200: catalogAnswerSchema },
    errors: ["INVALID_REQUEST"],
    async answer({ payments, query }) {
      const [name, acquirer] = [query.get("name") ?? undefined, query.get("acquirer") ?? undefined];
      const found = await payments.cards.searchCatalog({ name, acquirer });
      return found.ok ? ok({ status: 200, body: found.value }) : found;
    },
  }),
];
