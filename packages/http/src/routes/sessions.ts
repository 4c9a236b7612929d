import { createdSessionSchema, createSessionSchema } from "@wonflow/core";
import { merchant } from "../caller.ts";
import { route } from "../route.ts";

const createSessionErrors = [
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
] as const;

/** Interface: Checkout session. */
export const sessionRoutes = [
  route({
    method: "POST",
    path: "/px/payfront/sessions",
    operationId: "createSession",
    summary: "Creates a checkout session for an order; an earlier session of the same order ends at once",
    tag: "Checkout sessions",
    caller: merchant,
    headers: ["Idempotency-Key"],
    request: createSessionSchema,
    response: createdSessionSchema,
    statuses: [201],
    errors: createSessionErrors,
    answer: ({ payments, tenant, body, options }) => payments.sessions.create(tenant, body, options),
  }),
];
