import { cancelSchema, confirmSchema, paymentIntentSchema, type ErrorCode, type PaymentName } from "@wonflow/core";
import { merchantRoute, type Call, type Route } from "../route.ts";

type Parameters = Call["parameters"];

const byIntentKey = ({ intentKey = "" }: Parameters): PaymentName => ({ intentKey });
const byOrderId = ({ orderId = "" }: Parameters): PaymentName => ({ orderId });

/** What a card network may answer to an approval. */
const refusedByNetwork: readonly ErrorCode[] = [
  "INVALID_CARD_NUMBER",
  "INVALID_CARD_EXPIRATION",
  "INVALID_STOPPED_CARD",
  "INVALID_CARD_LOST_OR_STOLEN",
  "INVALID_REJECT_CARD",
  "EXCEED_MAX_DAILY_PAYMENT_COUNT",
  "EXCEED_MAX_PAYMENT_AMOUNT",
  "EXCEED_MAX_CARD_INSTALLMENT_PLAN",
  "INVALID_CARD_INSTALLMENT_PLAN",
  "NOT_SUPPORTED_INSTALLMENT_PLAN_CARD_OR_MERCHANT",
  "PROVIDER_ERROR",
  "CARD_PROCESSING_ERROR",
  "REJECT_CARD_PAYMENT",
  "REJECT_CARD_COMPANY",
  "EXCEED_MAX_AUTH_COUNT",
  "EXCEED_MAX_ONE_DAY_AMOUNT",
  "FDS_ERROR",
];

const confirmRoute = merchantRoute({
  method: "POST",
  path: "/px/intents/confirm",
  operationId: "confirmPayment",
  summary: "Confirms (approves) a payment that its buyer has authenticated; repeated, it charges nothing again",
  tag: "Payments",
  headers: ["Idempotency-Key", "Payments-Test-Code"],
  request: confirmSchema,
  response: paymentIntentSchema,
  errors: [
    "INVALID_REQUEST",
    "INVALID_ORDER_ID",
    "INVALID_AMOUNT",
    "NOT_FOUND_PAYMENT",
    "UNAPPROVED_ORDER_ID",
    "NOT_AVAILABLE_PAYMENT",
    "EXPIRED_PAYMENT_SESSION",
    "INVALIDATED_PAYMENT_SESSION",
    "ALREADY_PROCESSED_PAYMENT",
    "ALREADY_CANCELED_PAYMENT",
    "FORBIDDEN_REQUEST",
    "CONCURRENT_REQUEST",
    ...refusedByNetwork,
    "UNKNOWN_PAYMENT_ERROR",
  ],
  answer: ({ payments, tenant, body, options }) => payments.intents.confirm(tenant, body, options),
});

function lookUpRoute(
  by: Pick<Route, "path" | "operationId" | "summary">,
  nameOf: (parameters: Parameters) => PaymentName,
) {
  return merchantRoute({
    ...by,
    method: "GET",
    tag: "Payments",
    response: paymentIntentSchema,
    errors: ["NOT_FOUND_PAYMENT"],
    answer: ({ payments, tenant, parameters }) => payments.intents.lookUp(tenant, nameOf(parameters)),
  });
}

function cancelRoute(
  by: Pick<Route, "path" | "operationId" | "summary">,
  nameOf: (parameters: Parameters) => PaymentName,
) {
  return merchantRoute({
    ...by,
    method: "POST",
    tag: "Payments",
    headers: ["Idempotency-Key", "Payments-Test-Code"],
    request: cancelSchema,
    response: paymentIntentSchema,
    errors: [
      "INVALID_REQUEST",
      "INVALID_AMOUNT",
      "NOT_FOUND_PAYMENT",
      "ALREADY_CANCELED_PAYMENT",
      "NOT_MATCHES_REFUNDABLE_AMOUNT",
      "NOT_CANCELABLE_AMOUNT",
      "NOT_CANCELABLE_PAYMENT",
      "NOT_ALLOWED_PARTIAL_REFUND",
      "FORBIDDEN_CONSECUTIVE_REQUEST",
      "CONCURRENT_REQUEST",
      "REFUND_REJECTED",
      "PROVIDER_ERROR",
      "FAILED_REFUND_PROCESS",
      "FAILED_PARTIAL_REFUND",
    ],
    answer: ({ payments, tenant, parameters, body, options }) =>
      payments.intents.cancel(tenant, nameOf(parameters), { input: body, options }),
  });
}

/** Interface: Payments. */
export const intentRoutes = [
  confirmRoute,
  lookUpRoute(
    { path: "/px/intents/{intentKey}", operationId: "getPayment", summary: "Reads a payment by its key" },
    byIntentKey,
  ),
  lookUpRoute(
    {
      path: "/px/intents/orders/{orderId}",
      operationId: "getPaymentOfOrder",
      summary: "Reads the live or last payment of an order",
    },
    byOrderId,
  ),
  cancelRoute(
    {
      path: "/px/intents/{intentKey}/cancel",
      operationId: "cancelPayment",
      summary: "Cancels a payment by its key: all that remains, or the part named by cancelAmount",
    },
    byIntentKey,
  ),
  cancelRoute(
    {
      path: "/px/intents/orders/{orderId}/cancel",
      operationId: "cancelPaymentOfOrder",
      summary: "Cancels the payment of an order: all that remains, or the part named by cancelAmount",
    },
    byOrderId,
  ),
];
