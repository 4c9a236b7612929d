import * as examples from "../examples/payments.ts";
import {
  listPaymentsSchema,
  type ListPaymentsInput,
  cancelSchema,
  confirmSchema,
  ok,
  paymentIntentSchema,
  type PaymentIntent,
  amountSchema,
  cancellationPreviewSchema,
  taxFreeAmountSchema,
  timelineSchema,
  operationErrors,
} from "@wonflow/core";
import { z } from "zod";
import { numberIn, passedOn, severalIn, pageParameters } from "../request/parameters.ts";
import { merchant, merchantOrCashier, merchantOrViewer, ofPath } from "../callers/caller.ts";
import { route, type Example } from "../route.ts";
import { fieldsOf } from "../recorded-change.ts";
import { merchantParams } from "./sellers.ts";

const filters = listPaymentsSchema.shape;

/** The filters of a list of payments, as a query has them. */
export const paymentFilterParameters = {
  status: z
    .string()
    .optional()
    .meta({
      description: "One status, or several separated by commas",
      examples: ["DONE,PARTIAL_CANCELED"],
    }),
  from: passedOn(filters.from, "The first day in Seoul, YYYY-MM-DD").optional(),
  to: passedOn(filters.to, "The last day in Seoul, YYYY-MM-DD").optional(),
  amountGte: passedOn(filters.amountGte, "The least amount of the whole payment, in won").optional(),
  amountLte: passedOn(filters.amountLte, "The largest amount of the whole payment, in won").optional(),
  method: passedOn(filters.method, "How it was paid; a wallet's name is of the payments with that wallet").optional(),
  issuerCode: passedOn(filters.issuerCode, "The card company of one of its cards, two characters").optional(),
  approvalNumber: passedOn(filters.approvalNumber, "The number that an issuer gave its approval").optional(),
  lastFourDigits: passedOn(filters.lastFourDigits, "The last four digits of one of its cards").optional(),
  orderId: passedOn(filters.orderId, "The order, whose live or last payment is answered").optional(),
  intentKey: passedOn(filters.intentKey, "The payment's key").optional(),
};

type Filters = { readonly [Name in keyof typeof paymentFilterParameters]?: string | undefined };

/** The filters as the operation takes them. It checks them. */
export function filtersIn({ status, amountGte, amountLte, method: named, ...texts }: Filters): ListPaymentsInput {
  const statuses = severalIn(status) as ListPaymentsInput["status"];
  const method = named as ListPaymentsInput["method"];
  return { ...texts, method, amountGte: numberIn(amountGte), amountLte: numberIn(amountLte), status: statuses };
}

/** Whether a list with these filters looks through payments that do not fit. Days are found by their place. */
function looksThrough({ orderId, intentKey, status, amountGte, amountLte, ...query }: Filters): boolean {
  if (orderId !== undefined || intentKey !== undefined) return false;
  const { method, issuerCode, approvalNumber, lastFourDigits } = query;
  const filters = [status, amountGte, amountLte, method, issuerCode, approvalNumber, lastFourDigits];
  return filters.some((filter) => filter !== undefined);
}

const { intentKey, orderId } = confirmSchema.shape;

const byIntentKey = z.object({ intentKey: passedOn(intentKey, "The payment's key") });
const byOrderId = z.object({ orderId: passedOn(orderId, "The merchant's order number") });

type Path = z.input<typeof byIntentKey> | z.input<typeof byOrderId>;

interface Named<Body> {
  readonly at: `GET /${string}` | `POST /${string}`;
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly examples: Readonly<Record<string, Example<Path, never, Body, PaymentIntent>>>;
  readonly params: typeof byIntentKey | typeof byOrderId;
}

function lookUpRoute(named: Named<undefined>) {
  return route({
    ...named,
    tag: "Payments",
    caller: merchantOrViewer,
    response: paymentIntentSchema,
    errors: operationErrors.intents.lookUp,
    answer: ({ payments, tenant, params }) => payments.intents.lookUp(tenant, params),
  });
}

function cancelRoute(named: Named<z.input<typeof cancelSchema>>) {
  return route({
    ...named,
    tag: "Payments",
    caller: merchantOrCashier,
    about: (body) => fieldsOf(body, "cancelAmount", "cancelReason"),
    headers: ["Idempotency-Key", "Payments-Test-Code"],
    request: cancelSchema,
    response: paymentIntentSchema,
    errors: operationErrors.intents.cancel,
    answer: ({ payments, tenant, acting: by, params, body, options }) =>
      payments.intents.cancel(tenant, params, body, { ...options, by }),
  });
}

const paymentListSchema = z
  .object({
    hasMore: z.boolean(),
    size: z.int().meta({ description: "Payments on this page; with a filter also none where more may follow" }),
    nextCursor: z.string().nullable().meta({ description: "startingAfter of the next page; null on the last one" }),
    items: z.array(paymentIntentSchema),
  })
  .meta({ id: "PaymentList" });

const paymentQuery = z.object({
  ...pageParameters("The most payments of a page, from 1 to 10,000; 10 by default"),
  ...paymentFilterParameters,
});

/** Interface: Payments. */
export const intentRoutes = [
  route({
    at: "POST /px/intents/confirm",
    operationId: "confirmPayment",
    summary: "Confirms (approves) an authenticated payment; a repeat charges nothing again",
    description:
      "After the buyer has authenticated, the browser comes to successUrl with orderId, intentKey and amount. Compare the amount with the order's, then confirm within 10 minutes: only this charges the card. UNKNOWN_PAYMENT_ERROR means that the gateway has not answered yet: look the payment up, don't pay again.",
    examples: examples.confirmPayment,
    tag: "Payments",
    caller: merchant,
    headers: ["Idempotency-Key", "Payments-Test-Code"],
    request: confirmSchema,
    response: paymentIntentSchema,
    errors: operationErrors.intents.confirm,
    answer: ({ payments, tenant, body, options }) => payments.intents.confirm(tenant, body, options),
  }),
  lookUpRoute({
    at: "GET /px/intents/{intentKey}",
    operationId: "getPayment",
    summary: "Reads a payment by its key",
    description:
      "Also a payment by billing key, and a payment that failed or was canceled. `status` is IN_PROGRESS while it is unknown whether the payment was approved.",
    examples: examples.getPayment,
    params: byIntentKey,
  }),
  lookUpRoute({
    at: "GET /px/intents/orders/{orderId}",
    operationId: "getPaymentOfOrder",
    summary: "Reads the live or last payment of an order",
    description: "The order's live payment, or else its last one. Also for payments by billing key.",
    examples: examples.getPaymentOfOrder,
    params: byOrderId,
  }),
  cancelRoute({
    at: "POST /px/intents/{intentKey}/cancel",
    operationId: "cancelPayment",
    summary: "Cancels a payment by its key, in full or by cancelAmount in part",
    description:
      "Without cancelAmount the whole remaining amount is canceled. Before its confirm, or with several methods, a payment can be canceled in full only. Another cancellation meanwhile is refused as FORBIDDEN_CONSECUTIVE_REQUEST.",
    examples: examples.cancelPayment,
    params: byIntentKey,
  }),
  cancelRoute({
    at: "POST /px/intents/orders/{orderId}/cancel",
    operationId: "cancelPaymentOfOrder",
    summary: "Cancels the payment of an order, in full or by cancelAmount in part",
    description: "The same as by intentKey, for the order's live or last payment.",
    examples: examples.cancelPaymentOfOrder,
    params: byOrderId,
  }),
  route({
    at: "GET /merchants/{mId}/payments",
    operationId: "listPayments",
    summary: "Lists payments, the newest first: all, or those that fit every filter",
    description:
      "`orderId` and `intentKey` name one payment. With other filters than days a page looks through at most 10,000 payments: its nextCursor then leads on behind them, also where the page has no payment. It is good for the same filters only.",
    examples: examples.listPayments,
    tag: "Payments",
    caller: ofPath(merchantOrViewer),
    params: merchantParams,
    query: paymentQuery,
    heavy: looksThrough,
    response: paymentListSchema,
    errors: operationErrors.intents.list,
    async answer({ payments, tenant, query: { limit, startingAfter, ...query } }) {
      const asked = { ...filtersIn(query), limit: numberIn(limit), startingAfter };
      const page = await payments.intents.list(tenant, asked);
      return page.ok ? ok({ ...page.value, items: [...page.value.items] }) : page;
    },
  }),
];

const paymentParams = merchantParams.extend({
  intentKey: passedOn(confirmSchema.shape.intentKey, "The payment's key"),
});

/** What a merchant's support asks about one payment. */
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
    errors: operationErrors.intents.timeline,
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
    errors: operationErrors.intents.previewCancellation,
    answer({ payments, tenant, params: { intentKey }, query }) {
      const amounts = { cancelAmount: numberIn(query.cancelAmount), taxFreeAmount: numberIn(query.taxFreeAmount) };
      return payments.intents.previewCancellation(tenant, { intentKey }, { ...query, ...amounts });
    },
  }),
];
