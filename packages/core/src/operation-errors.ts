import { listFlaggedErrors } from "./engine/attempt/flag.ts";
import { resolveAttemptErrors } from "./engine/attempt/resolve.ts";
import { importBinsErrors, lookUpBinErrors } from "./gateway/bin.ts";
import { importCatalogErrors, searchCatalogErrors } from "./gateway/catalog.ts";
import { interestFreeErrors } from "./gateway/installment/interest-free-months.ts";
import { closeDayErrors } from "./ledger/calendar/calendar.ts";
import { moveClockErrors } from "./ledger/calendar/clock-move.ts";
import { listEntriesErrors } from "./ledger/entries/entries.ts";
import { authenticateErrors, issueKeyErrors, listKeysErrors, revokeKeyErrors } from "./merchant/api-key/api-key.ts";
import { beginActionErrors, listActionsErrors } from "./merchant/operator/action.ts";
import { authenticateOperatorErrors } from "./merchant/operator/authenticate-operator.ts";
import { confirmPasswordErrors } from "./merchant/operator/confirm-password.ts";
import { listOperatorsErrors } from "./merchant/operator/operator.ts";
import {
  addOperatorErrors,
  changeOperatorErrors,
  removeOperatorErrors,
  setOperatorErrors,
} from "./merchant/operator/set-operator.ts";
import { signInErrors, signOutAllErrors, signOutErrors } from "./merchant/operator/sign-in.ts";
import { getProviderKeysErrors, setProviderKeysErrors } from "./merchant/provider-key/provider-key.ts";
import { getMerchantErrors, listMerchantsErrors } from "./merchant/read-merchants.ts";
import { registerMerchantErrors } from "./merchant/register.ts";
import { acceptSecretErrors } from "./merchant/secret/check-secret.ts";
import { resumeMerchantErrors, suspendMerchantErrors } from "./merchant/suspend.ts";
import { dailyTotalsErrors } from "./oversight/overview/daily-totals.ts";
import { waitingErrors } from "./oversight/platform/waiting.ts";
import { reconcileErrors } from "./oversight/reconciliation/reconcile.ts";
import { listDeliveriesErrors, lookUpDeliveryErrors, resendDeliveryErrors } from "./oversight/webhook/deliveries.ts";
import { rotateSecretErrors } from "./oversight/webhook/endpoint-secret.ts";
import { getEndpointErrors } from "./oversight/webhook/endpoint.ts";
import { removeEndpointErrors, setEndpointErrors } from "./oversight/webhook/set-endpoint.ts";
import { testEndpointErrors } from "./oversight/webhook/test-endpoint.ts";
import { listBillingKeysErrors } from "./payment/billing/billing-key.ts";
import { chargeErrors } from "./payment/billing/charge.ts";
import { deleteBillingKeyErrors } from "./payment/billing/delete-key.ts";
import { issueBillingKeyErrors } from "./payment/billing/issue-key.ts";
import { cancelErrors } from "./payment/cancel/cancel.ts";
import { previewCancellationErrors } from "./payment/cancel/preview-cancellation.ts";
import { authenticateCardErrors } from "./payment/checkout/authenticate.ts";
import { createSessionErrors, openCheckoutErrors } from "./payment/checkout/create-session.ts";
import { describeCardErrors } from "./payment/checkout/describe-card.ts";
import { giveUpErrors } from "./payment/checkout/end-link.ts";
import { notifiedErrors } from "./payment/checkout/notification.ts";
import { openWindowErrors, readWindowErrors } from "./payment/checkout/open-window.ts";
import { returnErrors } from "./payment/checkout/return-from-window.ts";
import { readCheckoutErrors } from "./payment/checkout/read-session.ts";
import { confirmErrors } from "./payment/confirm/confirm.ts";
import { listPaymentsErrors } from "./payment/intent/list-payments.ts";
import { lookUpErrors } from "./payment/intent/look-up-payment.ts";
import { readReceiptErrors } from "./payment/receipt.ts";
import { timelineErrors } from "./payment/timeline.ts";
import { createBatchErrors } from "./payout/check-batch.ts";
import { getTransferAccountErrors, setTransferAccountErrors } from "./payout/daily-transfer.ts";
import { listPayoutsErrors, lookUpPayoutErrors } from "./payout/list-payouts.ts";
import { resolvePayoutErrors } from "./payout/resolve.ts";
import { createSellerErrors } from "./payout/seller/create-seller.ts";
import { removeSellerErrors } from "./payout/seller/delete-seller.ts";
import { listSellersErrors, lookUpSellerErrors } from "./payout/seller/view.ts";
import { listSettlementsErrors, lookUpSettlementErrors } from "./payout/settlement/look-up-settlement.ts";
import { settlementDaysErrors } from "./payout/settlement/settlement-days.ts";
import { payoutTimelineErrors } from "./payout/timeline.ts";
import type { ReconciliationOperations } from "./oversight/reconciliation/operations.ts";
import type { Payments } from "./payments.ts";
import type { CodeOf, Result } from "./result.ts";

/** The codes of each operation that answers a `Result`. */
type ErrorsOf<Operations> = {
  readonly [
    Name in keyof Operations as Operations[Name] extends (...given: never) => Promise<Result<unknown>> ? Name : never
  ]: Operations[Name] extends (...given: never) => infer Answered ? readonly CodeOf<Awaited<Answered>>[] : never;
};

type Group = Exclude<keyof Payments, keyof ReconciliationOperations | "readiness" | "work">;

/** The codes that each operation of `Payments` may refuse with, by its name there. */
export const operationErrors: ErrorsOf<ReconciliationOperations> & {
  readonly [Name in Group]: ErrorsOf<Payments[Name]>;
} = {
  reconcile: reconcileErrors,
  merchants: {
    register: registerMerchantErrors,
    get: getMerchantErrors,
    list: listMerchantsErrors,
    suspend: suspendMerchantErrors,
    resume: resumeMerchantErrors,
  },
  keys: { issue: issueKeyErrors, list: listKeysErrors, revoke: revokeKeyErrors, authenticate: authenticateErrors },
  providerKeys: { set: setProviderKeysErrors, get: getProviderKeysErrors },
  operators: {
    set: setOperatorErrors,
    list: listOperatorsErrors,
    add: addOperatorErrors,
    change: changeOperatorErrors,
    remove: removeOperatorErrors,
    signIn: signInErrors,
    confirmPassword: confirmPasswordErrors,
    authenticate: authenticateOperatorErrors,
    signOut: signOutErrors,
    signOutAll: signOutAllErrors,
    actions: listActionsErrors,
    beginAction: beginActionErrors,
    endAction: beginActionErrors,
  },
  platform: { signIn: signInErrors, authenticate: authenticateOperatorErrors, waiting: waitingErrors },
  sessions: { create: createSessionErrors },
  checkout: {
    open: openCheckoutErrors,
    read: readCheckoutErrors,
    describeCard: describeCardErrors,
    authenticate: authenticateCardErrors,
    openWindow: openWindowErrors,
    readWindow: readWindowErrors,
    returnFromWindow: returnErrors,
    notified: notifiedErrors,
    giveUp: giveUpErrors,
  },
  intents: {
    confirm: confirmErrors,
    lookUp: lookUpErrors,
    list: listPaymentsErrors,
    timeline: timelineErrors,
    previewCancellation: previewCancellationErrors,
    cancel: cancelErrors,
  },
  receipts: { read: readReceiptErrors },
  billing: {
    issue: issueBillingKeyErrors,
    charge: chargeErrors,
    list: listBillingKeysErrors,
    remove: deleteBillingKeyErrors,
  },
  settlements: {
    list: listSettlementsErrors,
    lookUp: lookUpSettlementErrors,
    lookUpOrder: lookUpSettlementErrors,
    days: settlementDaysErrors,
  },
  sellers: {
    create: createSellerErrors,
    lookUp: lookUpSellerErrors,
    list: listSellersErrors,
    remove: removeSellerErrors,
  },
  payouts: {
    createBatch: createBatchErrors,
    lookUp: lookUpPayoutErrors,
    timeline: payoutTimelineErrors,
    list: listPayoutsErrors,
    resolve: resolvePayoutErrors,
    setTransferAccount: setTransferAccountErrors,
    getTransferAccount: getTransferAccountErrors,
  },
  webhooks: {
    set: setEndpointErrors,
    get: getEndpointErrors,
    rotate: rotateSecretErrors,
    test: testEndpointErrors,
    remove: removeEndpointErrors,
    deliveries: listDeliveriesErrors,
    delivery: lookUpDeliveryErrors,
    resend: resendDeliveryErrors,
  },
  attempts: { flagged: listFlaggedErrors, resolve: resolveAttemptErrors },
  bins: { lookUp: lookUpBinErrors, import: importBinsErrors },
  installments: { interestFreeMonths: interestFreeErrors },
  catalog: { search: searchCatalogErrors, import: importCatalogErrors },
  ledger: { list: listEntriesErrors },
  overview: { dailyTotals: dailyTotalsErrors },
  calendar: { close: closeDayErrors, reopen: closeDayErrors, movedTo: moveClockErrors },
  secret: { accept: acceptSecretErrors },
};
