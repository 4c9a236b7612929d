import {
  cardDescriptionSchema,
  cardEntrySchema,
  checkoutRedirectSchema,
  checkoutViewSchema,
  createdSessionSchema,
  firstDigitsSchema,
  openCheckoutSchema,
} from "@wonflow/core";
import { checkoutToken, page } from "../caller.ts";
import { route } from "../route.ts";

const openCheckoutErrors = [
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
] as const;

const readCheckoutErrors = [
  "NOT_FOUND_PAYMENT_SESSION",
  "EXPIRED_PAYMENT_SESSION",
  "INVALIDATED_PAYMENT_SESSION",
] as const;

const describeCardErrors = [...readCheckoutErrors, "INVALID_REQUEST"] as const;
const authenticateErrors = [...readCheckoutErrors, "INVALID_REQUEST", "CONCURRENT_REQUEST"] as const;
const giveUpErrors = readCheckoutErrors;

/** The calls of the SDK, and of the checkout page itself, which knows nothing but its session's token. */
export const checkoutRoutes = [
  route({
    method: "POST",
    path: "/checkout/sessions",
    operationId: "openCheckout",
    summary: "Opens a checkout from a merchant's page; the SDK calls it",
    tag: "Checkout page",
    caller: page,
    crossOrigin: true,
    request: openCheckoutSchema,
    response: createdSessionSchema,
    statuses: [201],
    errors: openCheckoutErrors,
    answer: ({ payments, tenant, body, origin }) => payments.checkout.open(tenant, { input: body, origin }),
  }),
  route({
    method: "GET",
    path: "/checkout/session",
    operationId: "readCheckout",
    summary: "Reads what the checkout page shows",
    tag: "Checkout page",
    caller: checkoutToken,
    response: checkoutViewSchema,
    errors: readCheckoutErrors,
    answer: ({ payments, token }) => payments.checkout.read(token),
  }),
  route({
    method: "POST",
    path: "/checkout/session/card",
    operationId: "describeCard",
    summary: "Names the company of a card from its first digits, and the months that it may be paid in",
    tag: "Checkout page",
    caller: checkoutToken,
    request: firstDigitsSchema,
    response: cardDescriptionSchema,
    errors: describeCardErrors,
    answer: ({ payments, token, body }) => payments.checkout.describeCard(token, body),
  }),
  route({
    method: "POST",
    path: "/checkout/session/authenticate",
    operationId: "authenticateCheckout",
    summary: "Authenticates the buyer's card and says where the browser goes next; repeated, it says the same",
    tag: "Checkout page",
    caller: checkoutToken,
    request: cardEntrySchema,
    response: checkoutRedirectSchema,
    errors: authenticateErrors,
    answer: ({ payments, token, body }) => payments.checkout.authenticate(token, body),
  }),
  route({
    method: "POST",
    path: "/checkout/session/give-up",
    operationId: "giveUpCheckout",
    summary: "The buyer gives up: says where the browser goes next; the link works until it expires",
    tag: "Checkout page",
    caller: checkoutToken,
    crossOrigin: true,
    response: checkoutRedirectSchema,
    errors: giveUpErrors,
    answer: ({ payments, token }) => payments.checkout.giveUp(token),
  }),
];
