import * as examples from "../examples/billing.ts";
import {
  billkeySchema,
  chargeSchema,
  issueSchema,
  listedBillingKeySchema,
  ok,
  paymentIntentSchema,
  operationErrors,
} from "@wonflow/core";
import { z } from "zod";
import { merchant, merchantOrOwnerAgain, merchantOrViewer, ofPath } from "../callers/caller.ts";
import { numberIn, pageParameters, passedOn } from "../request/parameters.ts";
import { Reply } from "../response/answer.ts";
import { pageSchema } from "../response/page.ts";
import { route } from "../route.ts";
import { merchantParams } from "./sellers.ts";

const { customerId } = issueSchema.shape;

export const billingRoutes = [
  route({
    at: "POST /px/billing/billkeys/issue",
    operationId: "issueBillingKey",
    summary: "Stores a card at the gateway, and answers its billing key",
    description:
      "The gateway keeps the card; the service keeps only the encrypted key, never the number. The key alone charges the card, so store it like a password.",
    examples: examples.issueBillingKey,
    tag: "Billing",
    caller: merchant,
    headers: ["Idempotency-Key", "Payments-Test-Code"],
    request: issueSchema,
    response: billkeySchema,
    statuses: [201],
    errors: operationErrors.billing.issue,
    async answer({ payments, tenant, body, options }) {
      const issued = await payments.billing.issue(tenant, body, options);
      return issued.ok ? ok(new Reply(201, issued.value)) : issued;
    },
  }),
  route({
    at: "DELETE /px/billing/{billkey}",
    operationId: "deleteBillingKey",
    summary: "Deletes a billing key; running charges end as they would have",
    description: "The key can never be charged again. An operator of the role owner may delete it too.",
    examples: examples.deleteBillingKey,
    tag: "Billing",
    caller: merchantOrOwnerAgain,
    params: z.object({ billkey: z.string().meta({ description: "A billing key" }) }),
    response: billkeySchema,
    errors: operationErrors.billing.remove,
    answer: ({ payments, tenant, params: { billkey } }) => payments.billing.remove(tenant, billkey),
  }),
  route({
    at: "POST /px/billing",
    operationId: "charge",
    summary: "Charges one to ten billing keys of a customer: all charges are approved, or none",
    description:
      "Needs no buyer. The instruments' amounts must add up to totalAmount. If one card is refused, the approvals of the others are reversed. UNKNOWN_PAYMENT_ERROR means that a gateway has not answered yet: look the payment up by its order id. The order id makes the request safe to repeat.",
    examples: examples.charge,
    tag: "Billing",
    caller: merchant,
    headers: ["Idempotency-Key", "Payments-Test-Code"],
    request: chargeSchema,
    response: paymentIntentSchema,
    errors: operationErrors.billing.charge,
    answer: ({ payments, tenant, body, options }) => payments.billing.charge(tenant, body, options),
  }),
  route({
    at: "GET /merchants/{mId}/billing-keys",
    operationId: "listBillingKeys",
    summary: "Lists the billing keys that can be charged: of one customer, or of all in the order of their ids",
    description: "Card numbers are masked. A key that is deleted is not in the list.",
    examples: examples.listBillingKeys,
    tag: "Billing",
    caller: ofPath(merchantOrViewer),
    params: merchantParams,
    query: z.object({
      ...pageParameters("The most keys of a page, from 1 to 10,000; 10 by default"),
      customerId: passedOn(customerId, "The merchant's id of the customer").optional(),
    }),
    response: pageSchema(listedBillingKeySchema).meta({ id: "BillingKeyList" }),
    errors: operationErrors.billing.list,
    async answer({ payments, tenant, query: { limit, ...query } }) {
      const page = await payments.billing.list(tenant, { ...query, limit: numberIn(limit) });
      return page.ok ? ok({ ...page.value, items: [...page.value.items] }) : page;
    },
  }),
];
