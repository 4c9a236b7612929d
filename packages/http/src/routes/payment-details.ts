import { confirmSchema, timelineErrors, timelineSchema } from "@wonflow/core";

import { merchantOrViewer, ofPath } from "../callers/caller.ts";
import * as examples from "../examples/payment-details.ts";
import { passedOn } from "../request/parameters.ts";
import { route } from "../route.ts";
import { merchantParams } from "./sellers.ts";

const paymentParams = merchantParams.extend({
  intentKey: passedOn(confirmSchema.shape.intentKey, "The payment's key"),
});

/** What a merchant's people ask about one payment. */
export const paymentDetailRoutes = [
  route({
    at: "GET /merchants/{mId}/payments/{intentKey}/timeline",
    operationId: "getPaymentTimeline",
    summary: "Reads the history of a payment, the oldest event first",
    description:
      "Its checkout, each call to a card network with its outcome, ledger entries, settlements, cancellations and webhooks, as far as records hold them: `at` is null where no record has the moment. Webhooks are forgotten after 90 days. At most 100 cancellations and webhooks are read; with more, `hasMore` is true and ledger entries are left out.",
    examples: examples.getPaymentTimeline,
    tag: "Payments",
    caller: ofPath(merchantOrViewer),
    params: paymentParams,
    response: timelineSchema,
    errors: timelineErrors,
    answer: ({ payments, tenant, params }) => payments.intents.timeline(tenant, params.intentKey),
  }),
];
