import type { OperatorRole } from "@wonflow/core";

import type { Route } from "../src/route.ts";
import { routes } from "../src/routes.ts";
import { developmentRoutes } from "../src/routes/development.ts";
import { stillClock } from "./open-service.ts";

/** Whom an operation is for. */
export type Audience =
  | "the merchant's server"
  | "the server, or a viewer"
  | "the server, or a cashier"
  | "the server, or an owner"
  | "the server, or an owner again"
  | "an owner alone"
  | "an owner alone, again"
  | "an operator"
  | "the platform"
  | "the platform's operator"
  | "the platform's owner"
  | "a page"
  | "a link"
  | "anyone but another site's page"
  | "anyone, unless the service asks for a key"
  | "anyone";

/**
 * Every operation of the document and of development, its callers, and the code for a merchant who asks for a thing of
 * another. An operation without such a code never returns data of another merchant, or has the merchant in its path.
 */
export const audiences: Readonly<Record<string, readonly [Audience, notFound?: string]>> = {
  createSession: ["the merchant's server"],
  confirmPayment: ["the merchant's server", "NOT_FOUND_PAYMENT"],
  getPayment: ["the server, or a viewer", "NOT_FOUND_PAYMENT"],
  getPaymentOfOrder: ["the server, or a viewer", "NOT_FOUND_PAYMENT"],
  cancelPayment: ["the server, or a cashier", "NOT_FOUND_PAYMENT"],
  cancelPaymentOfOrder: ["the server, or a cashier", "NOT_FOUND_PAYMENT"],
  listPayments: ["the server, or a viewer"],
  getPaymentTimeline: ["the server, or a viewer", "NOT_FOUND_PAYMENT"],
  previewCancellation: ["the server, or a viewer", "NOT_FOUND_PAYMENT"],
  downloadPayments: ["the server, or a viewer"],
  downloadSettlements: ["the server, or a viewer"],
  issueBillingKey: ["the merchant's server"],
  deleteBillingKey: ["the server, or an owner again", "NOT_FOUND_BILLING"],
  charge: ["the merchant's server", "NOT_FOUND_BILLING"],
  listBillingKeys: ["the server, or a viewer"],
  listSettlements: ["the server, or a viewer"],
  getSettlement: ["the server, or a viewer", "NOT_FOUND_SETTLEMENT"],
  listSettlementDays: ["the server, or a viewer"],
  getBalance: ["the server, or a viewer"],
  createSeller: ["the server, or an owner again"],
  listSellers: ["the server, or a viewer"],
  getSeller: ["the server, or a viewer", "NOT_FOUND_SELLER"],
  deleteSeller: ["the server, or an owner again", "NOT_FOUND_SELLER"],
  createPayouts: ["the server, or an owner again", "NOT_FOUND_SELLER"],
  listPayouts: ["the server, or a viewer"],
  getPayout: ["the server, or a viewer", "NOT_FOUND_PAYOUT"],
  getPayoutTimeline: ["the server, or a viewer", "NOT_FOUND_PAYOUT"],
  getDailyTotals: ["the server, or a viewer"],
  listExpectedSettlements: ["the server, or a viewer"],
  getNextTransfer: ["the server, or a viewer"],
  getAttention: ["the server, or a viewer"],
  getWebhookEndpoint: ["the server, or an owner"],
  setWebhookEndpoint: ["the server, or an owner again"],
  removeWebhookEndpoint: ["the server, or an owner again"],
  rotateWebhookSecret: ["the server, or an owner again"],
  testWebhookEndpoint: ["the server, or a cashier"],
  listWebhookDeliveries: ["the server, or a viewer"],
  getWebhookDelivery: ["the server, or a viewer", "NOT_FOUND_WEBHOOK_DELIVERY"],
  resendWebhookDelivery: ["the server, or a cashier", "NOT_FOUND_WEBHOOK_DELIVERY"],
  signInOperator: ["anyone but another site's page"],
  getOperatorSession: ["an operator"],
  confirmOperatorPassword: ["an operator"],
  signOutOperator: ["an operator"],
  listOperatorActions: ["the server, or an owner"],
  listOperators: ["an owner alone"],
  addOperator: ["an owner alone, again"],
  changeOperator: ["an owner alone, again"],
  removeOperator: ["an owner alone, again"],
  signOutOperatorEverywhere: ["an owner alone, again"],
  listKeys: ["an owner alone"],
  issueKey: ["an owner alone, again"],
  revokeKey: ["an owner alone, again"],
  signInAtPlatform: ["anyone but another site's page"],
  getPlatformSession: ["the platform's operator"],
  confirmPlatformPassword: ["the platform's operator"],
  signOutAtPlatform: ["the platform's operator"],
  listWaiting: ["the platform"],
  getBacklog: ["the platform"],
  listFindings: ["the platform"],
  listPlatformActions: ["the platform"],
  listMerchants: ["the platform"],
  getMerchant: ["the platform"],
  resolveAttempt: ["the platform's owner"],
  resolvePayout: ["the platform's owner"],
  reconcileDay: ["the platform"],
  openCheckout: ["a page"],
  readCheckout: ["a link"],
  describeCard: ["a link"],
  authenticateCheckout: ["a link"],
  openCheckoutWindow: ["a link"],
  giveUpCheckout: ["a link"],
  getBin: ["anyone, unless the service asks for a key"],
  listBins: ["anyone, unless the service asks for a key"],
  listCardCompanies: ["anyone, unless the service asks for a key"],
  searchCardCatalog: ["anyone, unless the service asks for a key"],
  listInterestFreeMonths: ["a page"],
  health: ["anyone"],
  readiness: ["anyone"],
  openApiDocument: ["anyone"],
  // They exist in development only, and the document leaves them out.
  setDevelopmentWebhook: ["anyone but another site's page"],
  getDevelopmentClock: ["anyone but another site's page"],
  moveDevelopmentClock: ["anyone but another site's page"],
};

/** Every route that there may be. */
export const allRoutes: readonly Route[] = [...routes, ...developmentRoutes(stillClock(0).clock)];

/** Throws for an operation without a row. */
export function audienceOf({ operationId }: Pick<Route, "operationId">): Audience {
  const row = audiences[operationId];
  if (row === undefined) throw new Error(`${operationId} has no audience`);
  return row[0];
}

export const isForServer = (whom: Audience) => whom.startsWith("the server") || whom === "the merchant's server";
export const isForOperators = (whom: Audience) =>
  whom.startsWith("the server") || whom.startsWith("an owner") || whom === "an operator";
export const isForPlatform = (whom: Audience) => whom.startsWith("the platform");

/** Whether an operator's password must be fresh. */
export const isForFreshPassword = (whom: Audience) => whom.endsWith("again") || whom === "the platform's owner";

/** The lowest role of an operator for it; undefined if no role is required, as by the operations of a session. */
export function leastRoleOf(whom: Audience): OperatorRole | undefined {
  if (whom.includes("owner")) return "owner";
  if (whom.endsWith("a cashier")) return "cashier";
  return whom.endsWith("a viewer") || whom === "the platform" ? "viewer" : undefined;
}

/** The credentials that the document names for it. */
export function credentialsOf(whom: Audience): readonly string[] {
  if (whom.endsWith("asks for a key")) return ["clientKey", "secretKey"];
  if (whom === "a page") return ["clientKey"];
  if (whom === "a link") return ["checkoutToken"];
  if (isForPlatform(whom)) return ["platformSession"];
  return [...(isForServer(whom) ? ["secretKey"] : []), ...(isForOperators(whom) ? ["operatorSession"] : [])];
}
