import { expect, test } from "vitest";

import type { listFlagged, listFlaggedErrors } from "./engine/attempt/flag.ts";
import type { resolveAttempt, resolveAttemptErrors } from "./engine/attempt/resolve.ts";
import type { importBins, importBinsErrors, lookUpBin, lookUpBinErrors } from "./gateway/bin.ts";
import type { importCatalog, importCatalogErrors, searchCatalog, searchCatalogErrors } from "./gateway/catalog.ts";
import type { authenticateCard, authenticateCardErrors } from "./payment/checkout/authenticate.ts";
import type {
  createSession,
  createSessionErrors,
  openCheckout,
  openCheckoutErrors,
} from "./payment/checkout/create-session.ts";
import type { describeCard, describeCardErrors } from "./payment/checkout/describe-card.ts";
import type { giveUpCheckout, giveUpErrors } from "./payment/checkout/end-link.ts";
import type { readCheckout, readCheckoutErrors } from "./payment/checkout/read-session.ts";
import type { interestFreeErrors, interestFreeMonths } from "./gateway/installment/interest-free-months.ts";
import type {
  authenticate,
  authenticateErrors,
  issueKey,
  issueKeyErrors,
  listKeys,
  listKeysErrors,
  revokeKey,
  revokeKeyErrors,
} from "./merchant/api-key/api-key.ts";
import type { acceptSecret, acceptSecretErrors } from "./merchant/secret/check-secret.ts";
import type { getMerchant, getMerchantErrors, listMerchants, listMerchantsErrors } from "./merchant/read-merchants.ts";
import type { registerMerchant, registerMerchantErrors } from "./merchant/register.ts";
import type { cancel, cancelErrors } from "./payment/cancel/cancel.ts";
import type { confirm, confirmErrors } from "./payment/confirm/confirm.ts";
import type { listPayments, listPaymentsErrors } from "./payment/intent/list-payments.ts";
import type { lookUpErrors, lookUpPayment } from "./payment/intent/look-up-payment.ts";
import type { CodeOf } from "./result.ts";
import type { getEndpoint, getEndpointErrors } from "./oversight/webhook/endpoint.ts";
import type {
  listDeliveries,
  listDeliveriesErrors,
  lookUpDelivery,
  lookUpDeliveryErrors,
  resendDelivery,
  resendDeliveryErrors,
} from "./oversight/webhook/deliveries.ts";
import type {
  removeEndpoint,
  removeEndpointErrors,
  setEndpoint,
  setEndpointErrors,
} from "./oversight/webhook/set-endpoint.ts";
import type { rotateSecret, rotateSecretErrors } from "./oversight/webhook/endpoint-secret.ts";

type UseCase = (...input: never[]) => Promise<unknown>;
type Returned<Of extends UseCase> = CodeOf<Awaited<ReturnType<Of>>>;

/** "same" where a use case can refuse with exactly the codes of its list; else the codes that differ. */
type Compared<Of extends UseCase, List extends readonly string[]> = [Returned<Of>, List[number]] extends [
  List[number],
  Returned<Of>,
]
  ? "same"
  : {
      readonly notListed: Exclude<Returned<Of>, List[number]>;
      readonly neverReturned: Exclude<List[number], Returned<Of>>;
    };

/**
 * The compiler compares each list of codes with the inferred result of its use case: a code that is missing in a list,
 * or that is listed and never returned, is a type error here.
 */
const lists: {
  readonly register: Compared<typeof registerMerchant, typeof registerMerchantErrors>;
  readonly getMerchant: Compared<typeof getMerchant, typeof getMerchantErrors>;
  readonly listMerchants: Compared<typeof listMerchants, typeof listMerchantsErrors>;
  readonly issueKey: Compared<typeof issueKey, typeof issueKeyErrors>;
  readonly revokeKey: Compared<typeof revokeKey, typeof revokeKeyErrors>;
  readonly listKeys: Compared<typeof listKeys, typeof listKeysErrors>;
  readonly acceptSecret: Compared<typeof acceptSecret, typeof acceptSecretErrors>;
  readonly authenticate: Compared<typeof authenticate, typeof authenticateErrors>;
  readonly createSession: Compared<typeof createSession, typeof createSessionErrors>;
  readonly openCheckout: Compared<typeof openCheckout, typeof openCheckoutErrors>;
  readonly readCheckout: Compared<typeof readCheckout, typeof readCheckoutErrors>;
  readonly giveUp: Compared<typeof giveUpCheckout, typeof giveUpErrors>;
  readonly authenticateCard: Compared<typeof authenticateCard, typeof authenticateCardErrors>;
  readonly describeCard: Compared<typeof describeCard, typeof describeCardErrors>;
  readonly confirm: Compared<typeof confirm, typeof confirmErrors>;
  readonly cancel: Compared<typeof cancel, typeof cancelErrors>;
  readonly lookUp: Compared<typeof lookUpPayment, typeof lookUpErrors>;
  readonly listPayments: Compared<typeof listPayments, typeof listPaymentsErrors>;
  readonly resolveAttempt: Compared<typeof resolveAttempt, typeof resolveAttemptErrors>;
  readonly flagged: Compared<typeof listFlagged, typeof listFlaggedErrors>;
  readonly lookUpBin: Compared<typeof lookUpBin, typeof lookUpBinErrors>;
  readonly importBins: Compared<typeof importBins, typeof importBinsErrors>;
  readonly interestFreeMonths: Compared<typeof interestFreeMonths, typeof interestFreeErrors>;
  readonly searchCatalog: Compared<typeof searchCatalog, typeof searchCatalogErrors>;
  readonly importCatalog: Compared<typeof importCatalog, typeof importCatalogErrors>;
  readonly setEndpoint: Compared<typeof setEndpoint, typeof setEndpointErrors>;
  readonly getEndpoint: Compared<typeof getEndpoint, typeof getEndpointErrors>;
  readonly removeEndpoint: Compared<typeof removeEndpoint, typeof removeEndpointErrors>;
  readonly rotateSecret: Compared<typeof rotateSecret, typeof rotateSecretErrors>;
  readonly listDeliveries: Compared<typeof listDeliveries, typeof listDeliveriesErrors>;
  readonly lookUpDelivery: Compared<typeof lookUpDelivery, typeof lookUpDeliveryErrors>;
  readonly resendDelivery: Compared<typeof resendDelivery, typeof resendDeliveryErrors>;
} = {
  register: "same",
  getMerchant: "same",
  listMerchants: "same",
  issueKey: "same",
  revokeKey: "same",
  listKeys: "same",
  acceptSecret: "same",
  authenticate: "same",
  createSession: "same",
  openCheckout: "same",
  readCheckout: "same",
  giveUp: "same",
  authenticateCard: "same",
  describeCard: "same",
  confirm: "same",
  cancel: "same",
  lookUp: "same",
  listPayments: "same",
  resolveAttempt: "same",
  flagged: "same",
  lookUpBin: "same",
  importBins: "same",
  interestFreeMonths: "same",
  searchCatalog: "same",
  importCatalog: "same",
  setEndpoint: "same",
  getEndpoint: "same",
  removeEndpoint: "same",
  rotateSecret: "same",
  listDeliveries: "same",
  lookUpDelivery: "same",
  resendDelivery: "same",
};

test("every use case refuses with exactly the codes of its list", () => {
  expect(new Set(Object.values(lists))).toEqual(new Set(["same"]));
});
