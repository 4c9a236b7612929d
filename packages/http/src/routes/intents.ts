import { cancelSchema, confirmSchema, paymentIntentSchema } from "@wonflow/core";
import { z } from "zod";
import { merchant } from "../caller.ts";
import { passedOn } from "../request/parameters.ts";
import { route } from "../route.ts";

const { intentKey, orderId } = confirmSchema.shape;

/** The two names of a payment in a path. */
const byIntentKey = z.object({ intentKey: passedOn(intentKey, "The payment's key") });
const byOrderId = z.object({ orderId: passedOn(orderId, "The merchant's order number") });

const confirmErrors = [
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
  // What a card network may answer to an approval.
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
  "UNKNOWN_PAYMENT_ERROR",
] as const;

const lookUpErrors = ["NOT_FOUND_PAYMENT"] as const;

const cancelErrors = [
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
] as const;

interface Named {
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  readonly params: typeof byIntentKey | typeof byOrderId;
}

function lookUpRoute(named: Named) {
  return route({
    ...named,
    method: "GET",
    tag: "Payments",
    caller: merchant,
    response: paymentIntentSchema,
    errors: lookUpErrors,
    answer: ({ payments, tenant, params }) => payments.intents.lookUp(tenant, params),
  });
}

function cancelRoute(named: Named) {
  return route({
    ...named,
    method: "POST",
    tag: "Payments",
    caller: merchant,
    headers: ["Idempotency-Key", "Payments-Test-Code"],
    request: cancelSchema,
    response: paymentIntentSchema,
    errors: cancelErrors,
    answer: ({ payments, tenant, params, body, options }) =>
      payments.intents.cancel(tenant, params, { input: body, options }),
  });
}

/** Interface: Payments. */
export const intentRoutes = [
  route({
    method: "POST",
    path: "/px/intents/confirm",
    operationId: "confirmPayment",
    summary: "Confirms (approves) a payment that its buyer has authenticated; repeated, it charges nothing again",
    tag: "Payments",
    caller: merchant,
    headers: ["Idempotency-Key", "Payments-Test-Code"],
    request: confirmSchema,
    response: paymentIntentSchema,
    errors: confirmErrors,
    answer: ({ payments, tenant, body, options }) => payments.intents.confirm(tenant, body, options),
  }),
  lookUpRoute({
    path: "/px/intents/{intentKey}",
    operationId: "getPayment",
    summary: "Reads a payment by its key",
    params: byIntentKey,
  }),
  lookUpRoute({
    path: "/px/intents/orders/{orderId}",
    operationId: "getPaymentOfOrder",
    summary: "Reads the live or last payment of an order",
    params: byOrderId,
  }),
  cancelRoute({
    path: "/px/intents/{intentKey}/cancel",
    operationId: "cancelPayment",
    summary: "Cancels a payment by its key: all that remains, or the part named by cancelAmount",
    params: byIntentKey,
  }),
  cancelRoute({
    path: "/px/intents/orders/{orderId}/cancel",
    operationId: "cancelPaymentOfOrder",
    summary: "Cancels the payment of an order: all that remains, or the part named by cancelAmount",
    params: byOrderId,
  }),
];
