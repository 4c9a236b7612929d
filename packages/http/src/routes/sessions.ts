import { createdSessionSchema, createSessionErrors, createSessionSchema } from "@wonflow/core";
import { merchant } from "../caller.ts";
import { route } from "../route.ts";

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
