import { cardEntrySchema, checkoutRedirectSchema, checkoutViewSchema, type ErrorCode } from "@wonflow/core";
import { checkoutRoute } from "../route.ts";

const noLink: readonly ErrorCode[] = [
  "NOT_FOUND_PAYMENT_SESSION",
  "EXPIRED_PAYMENT_SESSION",
  "INVALIDATED_PAYMENT_SESSION",
];

/** The calls of the checkout page itself, which knows nothing but its session's token. */
export const checkoutRoutes = [
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
    answer: ({ payments, token }) => payments.checkout.giveUp(token),
  }),
];
