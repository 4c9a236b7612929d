import type { RequestOptions } from "../../engine/idempotency/idempotency.ts";
import type { PaymentContext } from "../intent/intent.ts";
import type { PaymentIntent } from "../intent/view.ts";
import type { Page } from "../../engine/request/page.ts";
import type { Answer } from "../../result.ts";
import type { Tenant } from "../../engine/tenant/tenant.ts";
import {
  listBillingKeys,
  type BillkeyView,
  type listBillingKeysErrors,
  type ListBillingKeysInput,
  type ListedBillingKey,
} from "./billing-key.ts";
import { charge, type chargeErrors } from "./charge.ts";
import type { ChargeInput } from "./charge-request.ts";
import { deleteBillingKey, type deleteBillingKeyErrors } from "./delete-key.ts";
import { issueBillingKey, type issueBillingKeyErrors, type IssueBillingKeyInput } from "./issue-key.ts";

/** Stored cards, charged without their holder (interface: Billing). Amounts are in won. */
export interface BillingOperations {
  /**
   * Has the gateway store a card, and returns a billing key for it. Storing the same card twice gives two keys, and a
   * customer may have several. The number, CVC and password digits are never stored, not even as a digest.
   *
   * Refusals: `INVALID_REQUEST`, `INVALID_CUSTOMER_ID`, `INVALID_BILL_KEY_REQUEST`, `INVALID_BIRTH_DAY_FORMAT` and
   * `INVALID_CARD_EXPIRATION` with the fields; `INVALID_TEST_CODE`, `INVALID_IDEMPOTENCY_KEY`,
   * `IDEMPOTENCY_KEY_REUSED`, `IDEMPOTENT_REQUEST_PROCESSING`; `FORBIDDEN_REQUEST` where the merchant or a gateway is
   * missing in this mode; the gateway's (`authenticationRefusals`); `FAILED_BILL_KEY_AUTH_CREATION` where it did not
   * answer in time: no key was issued; `CONCURRENT_REQUEST`.
   *
   * @example
   * const issued = await payments.billing.issue(tenant, {
   *   customerId: "c_7f3b2a91", number: "4000000000110009", expriationYY: "39", expriationMM: "12", cvc: "123",
   *   passwordFront2: "00", ownerName: "김구매", registNo: "900101", ownerPhoneNumber: "01012345678",
   * });
   */
  issue(
    tenant: Tenant,
    input: IssueBillingKeyInput,
    options?: RequestOptions,
  ): Answer<BillkeyView, typeof issueBillingKeyErrors>;

  /**
   * Charges one to ten billing keys of a customer for an order: all are approved, or none remains approved. Repeated
   * with the same amounts and keys it returns the payment as it is and charges nothing again; after a refusal the order
   * may be charged again.
   *
   * Refusals: `INVALID_REQUEST`, `INVALID_ORDER_ID`, `INVALID_CUSTOMER_ID` with the fields; `NOT_MATCHES_TOTAL_AMOUNT`;
   * `INVALID_TEST_CODE`, `INVALID_IDEMPOTENCY_KEY`, `IDEMPOTENCY_KEY_REUSED`, `IDEMPOTENT_REQUEST_PROCESSING`;
   * `FORBIDDEN_REQUEST`; `TAX_FREE_NOT_AGREED`; `BELOW_MINIMUM_AMOUNT`, `EXCEED_MAX_AMOUNT`; `NOT_FOUND_BILLING`;
   * `NOT_MATCHES_CUSTOMER_KEY`; `ALREADY_PROCESSED_PAYMENT` while the same charge is in progress,
   * `FORBIDDEN_CONSECUTIVE_REQUEST` while another one of the order is; `ALREADY_CANCELED_PAYMENT`,
   * `DUPLICATED_ORDER_ID`; `CONCURRENT_REQUEST`; the gateway's (`approvalRefusals`); `UNKNOWN_PAYMENT_ERROR` and
   * `FAILED_BILLING_AUTO_CANCEL` while the outcome is unknown or the approvals are being reversed: look up.
   *
   * @example
   * const charged = await payments.billing.charge(tenant, {
   *   customerId: "c_7f3b2a91", orderId: "subscription-2026-11", orderName: "November", totalAmount: 9_900,
   *   instruments: [{ billing: billkey, amount: 9_900 }],
   * });
   */
  charge(tenant: Tenant, input: ChargeInput, options?: RequestOptions): Answer<PaymentIntent, typeof chargeErrors>;

  /**
   * Lists the billing keys that can be charged, of one customer or of all in the order of their ids, 10 a page unless
   * `limit` says otherwise. Card numbers are masked.
   *
   * Refusals: `INVALID_CUSTOMER_ID`; `INVALID_REQUEST` for a limit below 1 or above 10,000, or a cursor that is not
   * from this list.
   *
   * @example
   * const page = await payments.billing.list(tenant, { customerId: "c_7f3b2a91" });
   */
  list(tenant: Tenant, input?: ListBillingKeysInput): Answer<Page<ListedBillingKey>, typeof listBillingKeysErrors>;

  /**
   * Deletes a billing key. Charges in progress end as usual; then the card is released.
   *
   * Refusals: `NOT_FOUND_BILLING`, also for a key that is deleted already; `CONCURRENT_REQUEST`.
   *
   * @example
   * await payments.billing.remove(tenant, billkey);
   */
  remove(tenant: Tenant, billkey: string): Answer<BillkeyView, typeof deleteBillingKeyErrors>;
}

export function billingOperations(context: PaymentContext): BillingOperations {
  return {
    issue: (tenant, input, options) => issueBillingKey(context, tenant, { input, options }),
    charge: (tenant, input, options) => charge(context, tenant, { input, options }),
    list: (tenant, input = {}) => listBillingKeys(context, tenant, input),
    remove: (tenant, billkey) => deleteBillingKey(context, tenant, billkey),
  };
}
