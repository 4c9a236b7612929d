import { createdSessionSchema, createSessionErrors, createSessionSchema } from "@wonflow/core";
import { merchant } from "../callers/caller.ts";
import * as examples from "../examples/checkout.ts";
import { route } from "../route.ts";

export const sessionRoutes = [
  route({
    at: "POST /px/payfront/sessions",
    operationId: "createSession",
    summary: "Creates a checkout session for an order; it ends an earlier session of the same order at once",
    description:
      "Answers a link for the buyer, to be passed on through any channel. The link works for 30 minutes. Don't repeat this request automatically: a new session of the same order ends the one before, unless both requests have the same Idempotency-Key.",
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
