import {
  cancelErrors,
  cancelSchema,
  confirmErrors,
  confirmSchema,
  lookUpErrors,
  paymentIntentSchema,
} from "@wonflow/core";
import { z } from "zod";
import { merchant } from "../caller.ts";
import { passedOn } from "../request/parameters.ts";
import { route } from "../route.ts";

const { intentKey, orderId } = confirmSchema.shape;

/** The two names of a payment in a path. */
const byIntentKey = z.object({ intentKey: passedOn(intentKey, "The payment's key") });
const byOrderId = z.object({ orderId: passedOn(orderId, "The merchant's order number") });

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
    answer: ({ payments, tenant, params, body, options }) => payments.intents.cancel(tenant, params, body, options),
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
