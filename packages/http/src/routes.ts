import * as examples from "./examples/probes.ts";
import { ok, type Language } from "@wonflow/core";
import { z } from "zod";
import { anyone } from "./callers/caller.ts";
import { inKorean } from "./korean/korean-texts.ts";
import { documentOf, type OpenApiDocument } from "./openapi/document.ts";
import { route, type Route } from "./route.ts";
import { balanceRoutes, settlementRoutes } from "./routes/settlements.ts";
import { billingRoutes } from "./routes/billing.ts";
import { binRoutes, catalogRoutes, installmentRoutes } from "./routes/cards.ts";
import { checkoutRoutes, sessionRoutes } from "./routes/checkout.ts";
import { csvFileRoutes } from "./routes/csv-files.ts";
import { intentRoutes, paymentDetailRoutes } from "./routes/payments.ts";
import { keyRoutes } from "./routes/keys.ts";
import { operatorActionRoutes, operatorRoutes } from "./routes/operators.ts";
import { operatorSessionRoutes } from "./routes/operator-session.ts";
import { overviewRoutes } from "./routes/overview.ts";
import { payoutRoutes } from "./routes/payouts.ts";
import { platformRoutes } from "./routes/platform/platform-routes.ts";
import { probeRoutes } from "./routes/probes.ts";
import { sellerRoutes } from "./routes/sellers.ts";
import { deliveryRoutes } from "./routes/webhook-deliveries.ts";
import { webhookEndpointRoutes } from "./routes/webhook-endpoint.ts";

const documentRoute = route({
  at: "GET /openapi.json",
  operationId: "openApiDocument",
  summary: "This document",
  description: "OpenAPI 3.1, made of the same routes that answer requests.",
  examples: examples.openApiDocument,
  tag: "Service",
  caller: anyone,
  limits: {},
  query: z.object({
    lang: z.enum(["en", "ko"]).optional().meta({ description: "The language of the texts; English by default" }),
  }),
  response: z.looseObject({ openapi: z.string() }).meta({ id: "OpenApiDocument" }),
  errors: ["INVALID_REQUEST"],
  cacheSeconds: 300,
  answer: async ({ query }) => ok({ ...openApiDocument(query.lang) }),
});

export const routes: readonly Route[] = [
  ...sessionRoutes,
  ...intentRoutes,
  ...paymentDetailRoutes,
  ...csvFileRoutes,
  ...billingRoutes,
  ...settlementRoutes,
  ...balanceRoutes,
  ...sellerRoutes,
  ...payoutRoutes,
  ...overviewRoutes,
  ...webhookEndpointRoutes,
  ...deliveryRoutes,
  ...operatorSessionRoutes,
  ...operatorActionRoutes,
  ...operatorRoutes,
  ...keyRoutes,
  ...platformRoutes,
  ...checkoutRoutes,
  ...binRoutes,
  ...catalogRoutes,
  ...installmentRoutes,
  ...probeRoutes,
  documentRoute,
];

/**
 * The interface as an OpenAPI 3.1 document, from the same routes that answer requests. In Korean it differs in what people
 * read: summaries, descriptions, and the names of tags as `x-displayName`.
 *
 * @example
 * const { openapi } = openApiDocument(); // "3.1.1"
 */
export function openApiDocument(language: Language = "en"): OpenApiDocument {
  const document = documents.get(language) ?? (language === "ko" ? inKorean(openApiDocument()) : documentOf(routes));
  documents.set(language, document);
  return document;
}

const documents = new Map<Language, OpenApiDocument>();
