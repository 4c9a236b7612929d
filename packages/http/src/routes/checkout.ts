import {
  cardEntrySchema,
  checkoutRedirectSchema,
  checkoutViewSchema,
  createdSessionSchema,
  openCheckoutSchema,
  type ErrorCode,
} from "@wonflow/core";
import { checkoutRoute, pageRoute } from "../route.ts";

const noLink: readonly ErrorCode[] = [
  "NOT_FOUND_PAYMENT_SESSION",
  "EXPIRED_PAYMENT_SESSION",
  "INVALIDATED_PAYMENT_SESSION",
];

/** The calls of the SDK, and of the checkout page itself, which knows nothing but its session's token. */
export const checkoutRoutes = [
  pageRoute({
    method: "POST",
    path: "/checkout/sessions",
    operationId: "openCheckout",
    summary: "Opens a checkout from a merchant's page; the SDK calls it",
    tag: "Checkout page",
    request: openCheckoutSchema,
    response: createdSessionSchema,
    status: 201,
    errors: [
      "INVALID_REQUEST",
      "INVALID_CUSTOMER_ID",
      "INVALID_ORDER_ID",
      "INVALID_AMOUNT",
      "INVALID_URL",
      "BELOW_MINIMUM_AMOUNT",
      "EXCEED_MAX_AMOUNT",
      "DUPLICATED_ORDER_ID",
      "FORBIDDEN_REQUEST",
      "FORBIDDEN_CONSECUTIVE_REQUEST",
      "CONCURRENT_REQUEST",
    ],
    answer: ({ payments, tenant, body, origin }) => payments.checkout.open(tenant, { input: body, origin }),
  }),
  checkoutRoute({
    method: "GET",
    path: "/checkout/session",
    operationId: "readCheckout",
    summary: "Reads what the checkout page shows",
    tag: "Checkout page",
    response: checkoutViewSchema,
    errors: noLink,
    answer: ({ payments, token }) => payments.checkout.read(token),
  }),
  checkoutRoute({
    method: "POST",
    path: "/checkout/session/authenticate",
    operationId: "authenticateCheckout",
    summary: "Authenticates the buyer's card and says where the browser goes next; repeated, it says the same",
    tag: "Checkout page",
    request: cardEntrySchema,
    response: checkoutRedirectSchema,
    errors: [...noLink, "INVALID_REQUEST", "CONCURRENT_REQUEST"],
    answer: ({ payments, token, body }) => payments.checkout.authenticate(token, body),
  }),
  checkoutRoute({
    method: "POST",
    path: "/checkout/session/give-up",
    operationId: "giveUpCheckout",
    summary: "The buyer gives up: says where the browser goes next; the link works until it expires",
    tag: "Checkout page",
    response: checkoutRedirectSchema,
    errors: noLink,
    crossOrigin: true,
    answer: ({ payments, token }) => payments.checkout.giveUp(token),
  }),
];
