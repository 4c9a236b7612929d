import { createdSessionSchema, createSessionSchema } from "@wonflow/core";
import { merchantRoute } from "../route.ts";

/** Interface: Checkout session. */
export const sessionRoutes = [
  merchantRoute({
    method: "POST",
    path: "/px/payfront/sessions",
    operationId: "createSession",
    summary: "Creates a checkout session for an order; an earlier session of the same order ends at once",
    tag: "Checkout sessions",
    headers: ["Idempotency-Key"],
    request: createSessionSchema,
    response: createdSessionSchema,
    status: 201,
    errors: [
      "INVALID_REQUEST",
      "INVALID_ORDER_ID",
      "INVALID_CUSTOMER_ID",
      "INVALID_METADATA",
      "INVALID_URL",
      "INVALID_AMOUNT",
      "BELOW_MINIMUM_AMOUNT",
      "EXCEED_MAX_AMOUNT",
      "KYC_NOT_AGREED",
      "DUPLICATED_ORDER_ID",
      "FORBIDDEN_REQUEST",
      "FORBIDDEN_CONSECUTIVE_REQUEST",
      "CONCURRENT_REQUEST",
    ],
    answer: ({ payments, tenant, body, options }) => payments.sessions.create(tenant, body, options),
  }),
];
