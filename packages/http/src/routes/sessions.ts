import { createdSessionSchema, createSessionErrors, createSessionSchema } from "@wonflow/core";
import { merchant } from "../caller.ts";
import * as examples from "../examples/checkout.ts";
import { route } from "../route.ts";

/** Interface: Checkout session. */
export const sessionRoutes = [
  route({
    method: "POST",
    path: "/px/payfront/sessions",
    operationId: "createSession",
    summary: "Creates a checkout session for an order; an earlier session of the same order ends at once",
    description:
      "Answers a link to hand to the buyer, through any channel of the merchant's, who pays there. The link works for 30 minutes. Nothing repeats this request by itself: a session made again for the same order ends the one before, unless an Idempotency-Key says that it is the same request.",
    examples: examples.createSession,
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
