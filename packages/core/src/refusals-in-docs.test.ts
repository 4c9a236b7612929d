import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

import { listFlaggedErrors } from "./attempt/list-flagged.ts";
import { resolveAttemptErrors } from "./attempt/resolve.ts";
import { importBinsErrors } from "./bin/import-bins.ts";
import { lookUpBinErrors } from "./bin/look-up-bin.ts";
import { moveClockErrors } from "./calendar/clock-move.ts";
import { closeDayErrors } from "./calendar/close-day.ts";
import { approvalRefusals, cancellationRefusals, authenticationRefusals } from "./card-network/card-network.ts";
import { importCatalogErrors } from "./catalog/import-catalog.ts";
import { searchCatalogErrors } from "./catalog/search-catalog.ts";
import { authenticateCardErrors } from "./checkout/authenticate.ts";
import { chargeErrors } from "./billing/charge.ts";
import { deleteBillingKeyErrors } from "./billing/delete-key.ts";
import { issueBillingKeyErrors } from "./billing/issue-key.ts";
import { createSessionErrors } from "./checkout/create-session.ts";
import { describeCardErrors } from "./checkout/describe-card.ts";
import { giveUpErrors } from "./checkout/give-up.ts";
import { openCheckoutErrors } from "./checkout/open-checkout.ts";
import { readCheckoutErrors } from "./checkout/read-session.ts";
import { isErrorCode } from "./errors.ts";
import { interestFreeErrors } from "./installment/interest-free-months.ts";
import { listEntriesErrors } from "./ledger/list-entries.ts";
import { authenticateErrors, issueKeyErrors } from "./api-key/api-key.ts";
import { getMerchantErrors } from "./merchant/get-merchant.ts";
import { listKeysErrors } from "./api-key/list-keys.ts";
import { listMerchantsErrors } from "./merchant/list-merchants.ts";
import { registerMerchantErrors } from "./merchant/register.ts";
import { revokeKeyErrors } from "./api-key/revoke-key.ts";
import { authenticateOperatorErrors } from "./operator/authenticate-operator.ts";
import { listOperatorsErrors } from "./operator/list-operators.ts";
import { removeOperatorErrors } from "./operator/remove-operator.ts";
import { setOperatorErrors } from "./operator/set-operator.ts";
import { signInErrors } from "./operator/sign-in.ts";
import { signOutAllErrors, signOutErrors } from "./operator/sign-out.ts";
import { cancelErrors } from "./payment/cancel.ts";
import { confirmErrors } from "./payment/confirm.ts";
import { listPaymentsErrors } from "./payment/list-payments.ts";
import { lookUpErrors } from "./payment/look-up-payment.ts";
import { createBatchErrors } from "./payout/batch-request.ts";
import { listPayoutsErrors } from "./payout/list-payouts.ts";
import { lookUpPayoutErrors } from "./payout/look-up-payout.ts";
import { resolvePayoutErrors } from "./payout/resolve.ts";
import { getTransferAccountErrors, setTransferAccountErrors } from "./payout/transfer-account.ts";
import { readReceiptErrors } from "./receipt/read-receipt.ts";
import { reconcileErrors } from "./reconciliation/reconcile.ts";
import { createSellerErrors } from "./seller/create-seller.ts";
import { listSellersErrors } from "./seller/list-sellers.ts";
import { lookUpSellerErrors } from "./seller/look-up-seller.ts";
import { removeSellerErrors } from "./seller/delete-seller.ts";
import { listSettlementsErrors } from "./settlement/list-settlements.ts";
import { lookUpSettlementErrors } from "./settlement/look-up-settlement.ts";
import { getEndpointErrors } from "./webhook/get-endpoint.ts";
import { listDeliveriesErrors } from "./webhook/list-deliveries.ts";
import { lookUpDeliveryErrors } from "./webhook/look-up-delivery.ts";
import { removeEndpointErrors } from "./webhook/remove-endpoint.ts";
import { resendDeliveryErrors } from "./webhook/resend-delivery.ts";
import { rotateSecretErrors } from "./webhook/rotate-secret.ts";
import { setEndpointErrors } from "./webhook/set-endpoint.ts";
import { acceptSecretErrors } from "./secret/check-secret.ts";

/** The list of each operation, by the folder and method that document it; none where it refuses nothing. */
const lists: Readonly<Record<string, readonly string[]>> = {
  "api-key issue": issueKeyErrors,
  "api-key list": listKeysErrors,
  "api-key revoke": revokeKeyErrors,
  "api-key authenticate": authenticateErrors,
  "attempt flagged": listFlaggedErrors,
  "attempt resolve": resolveAttemptErrors,
  "billing issue": issueBillingKeyErrors,
  "billing charge": chargeErrors,
  "billing remove": deleteBillingKeyErrors,
  "bin lookUp": lookUpBinErrors,
  "bin list": [],
  "bin enums": [],
  "bin import": importBinsErrors,
  "calendar close": closeDayErrors,
  "calendar movedTo": moveClockErrors,
  "calendar reopen": closeDayErrors,
  "calendar closedDays": [],
  "catalog search": searchCatalogErrors,
  "catalog import": importCatalogErrors,
  "checkout create": createSessionErrors,
  "checkout open": openCheckoutErrors,
  "checkout frameOrigins": [],
  "checkout read": readCheckoutErrors,
  "checkout describeCard": describeCardErrors,
  "checkout authenticate": authenticateCardErrors,
  "checkout giveUp": giveUpErrors,
  "installment interestFreeMonths": interestFreeErrors,
  "ledger balances": [],
  "ledger entries": [],
  "ledger list": listEntriesErrors,
  "ledger audit": [],
  "merchant register": registerMerchantErrors,
  "merchant get": getMerchantErrors,
  "merchant list": listMerchantsErrors,
  "operator set": setOperatorErrors,
  "operator list": listOperatorsErrors,
  "operator remove": removeOperatorErrors,
  "operator signIn": signInErrors,
  "operator authenticate": authenticateOperatorErrors,
  "operator signOut": signOutErrors,
  "operator signOutAll": signOutAllErrors,
  "payment confirm": confirmErrors,
  "payment lookUp": lookUpErrors,
  "payment list": listPaymentsErrors,
  "payment cancel": cancelErrors,
  "payout createBatch": createBatchErrors,
  "payout lookUp": lookUpPayoutErrors,
  "payout list": listPayoutsErrors,
  "payout resolve": resolvePayoutErrors,
  "payout setTransferAccount": setTransferAccountErrors,
  "payout getTransferAccount": getTransferAccountErrors,
  "receipt read": readReceiptErrors,
  "reconciliation reconcile": reconcileErrors,
  "seller create": createSellerErrors,
  "seller lookUp": lookUpSellerErrors,
  "seller list": listSellersErrors,
  "seller remove": removeSellerErrors,
  "settlement list": listSettlementsErrors,
  "settlement lookUp": lookUpSettlementErrors,
  "settlement lookUpOrder": lookUpSettlementErrors,
  "secret check": [],
  "secret accept": acceptSecretErrors,
  "secret isRight": [],
  "webhook set": setEndpointErrors,
  "webhook get": getEndpointErrors,
  "webhook rotate": rotateSecretErrors,
  "webhook remove": removeEndpointErrors,
  "webhook deliveries": listDeliveriesErrors,
  "webhook delivery": lookUpDeliveryErrors,
  "webhook resend": resendDeliveryErrors,
};

/** What a docstring names by the name of its list. */
const groups: Readonly<Record<string, readonly string[]>> = {
  approvalRefusals,
  cancellationRefusals,
  authenticationRefusals,
};

/** The docstring and name of each documented method of an interface. */
const documented = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s+(\w+)\(/g;

const methods = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith("operations.ts"))
  .flatMap((path) => {
    const folder = path.split(/[/\\]/)[0] ?? "";
    const text = readFileSync(join(import.meta.dirname, path), "utf8");
    return [...text.matchAll(documented)].map(([, docstring = "", name = ""]) => ({
      name: `${folder} ${name}`,
      docstring,
    }));
  });

/** The codes that stand between "Refusals" and the example. */
function codesOf(docstring: string): ReadonlySet<string> {
  const [, refusals = ""] =
    /Refusals[^:]*:([\s\S]*?)(?=@example|$)/.exec(docstring.replaceAll(/\n\s*\* ?/g, " ")) ?? [];
  const words = [...refusals.matchAll(/`(\w+)`/g)].map(([, word = ""]) => word);
  return new Set(words.flatMap((word) => groups[word] ?? (isErrorCode(word) ? [word] : [])));
}

test("every operation is documented, and here", () => {
  expect(methods.map(({ name }) => name).toSorted()).toEqual(Object.keys(lists).toSorted());
});

test.each(methods)("the docstring of $name names exactly the codes that it may refuse with", ({ name, docstring }) => {
  expect([...codesOf(docstring)].toSorted()).toEqual([...new Set(lists[name])].toSorted());
});

test.each(methods)("the docstring of $name has an example", ({ docstring }) => {
  expect(docstring).toContain("@example");
});
