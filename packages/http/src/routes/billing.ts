import {
  billkeySchema,
  chargeErrors,
  chargeSchema,
  deleteBillingKeyErrors,
  issueBillingKeyErrors,
  issueSchema,
  ok,
  paymentIntentSchema,
} from "@wonflow/core";
import { z } from "zod";
import { merchant } from "../caller.ts";
import * as examples from "../examples/billing.ts";
import { Reply } from "../response/reply.ts";
import { route } from "../route.ts";

/** Interface: Billing. */
export const billingRoutes = [
  route({
    method: "POST",
    path: "/px/billing/billkeys/issue",
    operationId: "issueBillingKey",
    summary: "Has the card network store a card, and answers the billing key that stands for it",
    description:
      "The card network keeps the card; the service keeps the key alone, encrypted, and never the number. Whoever has the key can charge the card, so store it like a password.",
    examples: examples.issueBillingKey,
    tag: "Billing",
    caller: merchant,
    headers: ["Idempotency-Key", "Payments-Test-Code"],
    request: issueSchema,
    response: billkeySchema,
    statuses: [201],
    errors: issueBillingKeyErrors,
    async answer({ payments, tenant, body, options }) {
      const issued = await payments.billing.issue(tenant, body, options);
      return issued.ok ? ok(new Reply(201, issued.value)) : issued;
    },
  }),
  route({
    method: "DELETE",
    path: "/px/billing/{billkey}",
    operationId: "deleteBillingKey",
    summary: "Deletes a billing key; what is being charged with it ends as it would have",
    description: "It can't be charged from then on, nor made to work again.",
    examples: examples.deleteBillingKey,
    tag: "Billing",
    caller: merchant,
    params: z.object({ billkey: z.string() }),
    response: billkeySchema,
    errors: deleteBillingKeyErrors,
    answer: ({ payments, tenant, params: { billkey } }) => payments.billing.remove(tenant, billkey),
  }),
  route({
    method: "POST",
    path: "/px/billing",
    operationId: "charge",
    summary: "Charges one to ten billing keys of a customer: all are approved, or none stands",
    description:
      "Needs no buyer. The instruments' amounts must add up to totalAmount. Where one card refuses, what the others approved is taken back; while a network has not answered, UNKNOWN_PAYMENT_ERROR says so: look the payment up by its order id. The order id makes it safe to repeat.",
    examples: examples.charge,
    tag: "Billing",
    caller: merchant,
    headers: ["Idempotency-Key", "Payments-Test-Code"],
    request: chargeSchema,
    response: paymentIntentSchema,
    errors: chargeErrors,
    answer: ({ payments, tenant, body, options }) => payments.billing.charge(tenant, body, options),
  }),
];
