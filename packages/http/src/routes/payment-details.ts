import {
  amountSchema,
  cancellationPreviewSchema,
  confirmSchema,
  previewCancellationErrors,
  taxFreeAmountSchema,
  timelineErrors,
  timelineSchema,
} from "@wonflow/core";
import { z } from "zod";

import { merchantOrViewer, ofPath } from "../callers/caller.ts";
import * as examples from "../examples/payment-details.ts";
import { numberIn, passedOn } from "../request/parameters.ts";
import { route } from "../route.ts";
import { merchantParams } from "./sellers.ts";

const paymentParams = merchantParams.extend({
  intentKey: passedOn(confirmSchema.shape.intentKey, "The payment's key"),
});

/** Answers to the questions of a merchant's people about one payment. */
export const paymentDetailRoutes = [
  route({
    at: "GET /merchants/{mId}/payments/{intentKey}/timeline",
    operationId: "getPaymentTimeline",
    summary: "Reads the history of a payment, the oldest event first",
    description:
      "Its checkout, each call to a gateway with its outcome, ledger entries, settlements, cancellations and webhooks, if there are records of them: `at` is null if no record has the time. Webhooks are deleted after 90 days. At most 100 cancellations and webhooks are read; with more, `hasMore` is true and ledger entries are left out.",
    examples: examples.getPaymentTimeline,
    tag: "Payments",
    caller: ofPath(merchantOrViewer),
    params: paymentParams,
    response: timelineSchema,
    errors: timelineErrors,
    answer: ({ payments, tenant, params }) => payments.intents.timeline(tenant, params.intentKey),
  }),
  route({
    at: "GET /merchants/{mId}/payments/{intentKey}/cancellation-preview",
    operationId: "previewCancellation",
    summary: "Shows the amounts that a cancellation would refund, and deduct from the merchant",
    description:
      "Without cancelAmount it is about all that remains. It changes nothing, and is refused where the cancellation would be. Before the settlement the net comes out of pending, and the settlement of `settlesOn` becomes smaller; afterwards it comes out of the available balance at once, and is a line of the next business day's settlement.",
    examples: examples.previewCancellation,
    tag: "Payments",
    caller: ofPath(merchantOrViewer),
    params: paymentParams,
    // Unknown parameters are passed on: one that is meant as the amount is refused.
    query: z.looseObject({
      cancelAmount: passedOn(amountSchema, "Won; all that remains when left out").optional(),
      taxFreeAmount: passedOn(taxFreeAmountSchema, "Won of the canceled amount that have no VAT").optional(),
    }),
    response: cancellationPreviewSchema,
    errors: previewCancellationErrors,
    answer({ payments, tenant, params: { intentKey }, query }) {
      const amounts = { cancelAmount: numberIn(query.cancelAmount), taxFreeAmount: numberIn(query.taxFreeAmount) };
      return payments.intents.previewCancellation(tenant, { intentKey }, { ...query, ...amounts });
    },
  }),
];
