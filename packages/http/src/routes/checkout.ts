import {
  cardDescriptionSchema,
  cardEntrySchema,
  checkoutRedirectSchema,
  checkoutViewSchema,
  createdSessionSchema,
  createSessionSchema,
  firstDigitsSchema,
  openCheckoutSchema,
  openedWindowSchema,
  windowChoiceSchema,
  operationErrors,
} from "@wonflow/core";
import { z } from "zod";
import { checkoutToken, merchant, page } from "../callers/caller.ts";
import * as examples from "../examples/checkout.ts";
import { route } from "../route.ts";

export const sessionRoutes = [
  route({
    at: "POST /px/payfront/sessions",
    operationId: "createSession",
    summary: "Creates a checkout session for an order; it ends an earlier session of the same order at once",
    description:
      "Answers a link for the buyer, to be passed on through any channel. The link works for 30 minutes. Don't repeat this request automatically: a new session of the same order ends the one before, unless both requests have the same Idempotency-Key.",
    examples: examples.createSession,
    tag: "Checkout sessions",
    caller: merchant,
    headers: ["Idempotency-Key"],
    request: createSessionSchema,
    response: createdSessionSchema,
    statuses: [201],
    errors: operationErrors.sessions.create,
    answer: ({ payments, tenant, body, options }) => payments.sessions.create(tenant, body, options),
  }),
];

/** The calls of the SDK and of the checkout page, which has only its session's token. */
export const checkoutRoutes = [
  route({
    at: "POST /checkout/sessions",
    operationId: "openCheckout",
    summary: "Opens a checkout from a merchant's page; the SDK calls it",
    description:
      "For `requestPayment` of the SDK. Any page with the client key may call it. It never replaces a session that the merchant's server has created. In live mode both URLs must be of the merchant's registered origins.",
    examples: examples.openCheckout,
    tag: "Checkout page",
    caller: page,
    limits: { address: "openingByAddress", tenant: "opening" },
    crossOrigin: true,
    request: openCheckoutSchema,
    response: createdSessionSchema,
    statuses: [201],
    errors: operationErrors.checkout.open,
    answer: ({ payments, tenant, body, origin }) => payments.checkout.open(tenant, body, { origin }),
  }),
  route({
    at: "GET /checkout/session",
    operationId: "readCheckout",
    summary: "Reads the session for the checkout page",
    description: "It has only what anyone with the link may see: the order, the amount, the seller and the status.",
    examples: examples.readCheckout,
    tag: "Checkout page",
    caller: checkoutToken,
    response: checkoutViewSchema,
    errors: operationErrors.checkout.read,
    answer: ({ payments, token, language }) => payments.checkout.read(token, { language }),
  }),
  route({
    at: "POST /checkout/session/card",
    operationId: "describeCard",
    summary: "Reads a card's company and installment months by its first digits",
    description: "The page sends 6 to 8 digits while the buyer types. The company of an unknown card is null.",
    examples: examples.describeCard,
    tag: "Checkout page",
    caller: checkoutToken,
    request: firstDigitsSchema,
    response: cardDescriptionSchema,
    errors: operationErrors.checkout.describeCard,
    answer: ({ payments, token, body }) => payments.checkout.describeCard(token, body),
  }),
  route({
    at: "POST /checkout/session/authenticate",
    operationId: "authenticateCheckout",
    summary: "Authenticates the buyer's card, and answers where the browser goes next",
    description:
      "Nothing is charged yet. A refusal that the buyer can correct names the fields in details, and uses up one try of the link; triesLeft counts the rest.",
    examples: examples.authenticateCheckout,
    tag: "Checkout page",
    caller: checkoutToken,
    limits: { address: "authenticatingByAddress" },
    request: cardEntrySchema,
    response: checkoutRedirectSchema,
    errors: operationErrors.checkout.authenticate,
    answer: ({ payments, token, body, language }) => payments.checkout.authenticate(token, body, { language }),
  }),
  route({
    at: "POST /checkout/session/window",
    operationId: "openCheckoutWindow",
    summary: "Opens the gateway's window for a method of the link, and answers the page that leads there",
    description:
      "The browser's top window goes to windowUrl. A new opening ends the one before. Nothing is charged yet. Where the buyer has authenticated already, it answers where the browser goes next.",
    examples: examples.openCheckoutWindow,
    tag: "Checkout page",
    caller: checkoutToken,
    limits: { address: "authenticatingByAddress" },
    request: windowChoiceSchema,
    response: z.union([openedWindowSchema, checkoutRedirectSchema]).meta({ id: "WindowOrRedirect" }),
    errors: operationErrors.checkout.openWindow,
    answer: ({ payments, token, body, language }) => payments.checkout.openWindow(token, body, { language }),
  }),
  route({
    at: "POST /checkout/session/give-up",
    operationId: "giveUpCheckout",
    summary: "Gives up: an open link works until it expires, an authenticated payment is reversed",
    description:
      "Returns the address for the browser: failUrl with code, message and intentKey. A payment that its merchant is confirming can't be abandoned.",
    examples: examples.giveUpCheckout,
    tag: "Checkout page",
    caller: checkoutToken,
    crossOrigin: true,
    response: checkoutRedirectSchema,
    errors: operationErrors.checkout.giveUp,
    answer: ({ payments, token, language }) => payments.checkout.giveUp(token, { language }),
  }),
];
