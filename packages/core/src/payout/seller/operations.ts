import type { Page, PageInput } from "../../engine/request/page.ts";
import type { RequestOptions } from "../../engine/idempotency/idempotency.ts";
import type { PayoutBankContext } from "../bank/context.ts";
import type { Answer } from "../../result.ts";
import type { Tenant } from "../../engine/tenant/tenant.ts";
import { createSeller, type createSellerErrors, type CreateSellerInput } from "./create-seller.ts";
import { listSellers, type listSellersErrors, lookUpSeller, type lookUpSellerErrors, type SellerView } from "./view.ts";
import { removeSeller, type removeSellerErrors } from "./delete-seller.ts";

/** The payees of a merchant (interface: Seller). Account numbers are always masked. */
export interface SellerOperations {
  /**
   * Creates a seller and has the payout bank register it. `externalSellerId` is null while the bank has not answered;
   * due work looks it up, and the seller can be paid from then on.
   *
   * Refusals: `INVALID_REQUEST` or `INVALID_METADATA` with the fields; `FORBIDDEN_REQUEST` where the merchant is not
   * registered in this mode; `ALREADY_EXIST_SELLER` where a live seller has the refSellerId;
   * `ACCOUNT_OWNER_CHECK_FAILED` or `PROVIDER_ERROR` where the bank refused it, and `UNAUTHORIZED_PROVIDER_KEY`,
   * `PROVIDER_NOT_AGREED` or `EXCEED_PROVIDER_LIMIT` where it refused the service; nothing is left of the seller then;
   * `INVALID_IDEMPOTENCY_KEY`, `IDEMPOTENCY_KEY_REUSED`, `IDEMPOTENT_REQUEST_PROCESSING`; `CONCURRENT_REQUEST`.
   *
   * @example
   * const seller = await payments.sellers.create(tenant, {
   *   refSellerId: "kim-001",
   *   name: "Kim's Ceramics",
   *   businessType: "INDIVIDUAL",
   *   account: { bankCode: "004", accountNumber: "110-123-456789", holderName: "김상인" },
   * });
   */
  create(
    tenant: Tenant,
    input: CreateSellerInput,
    options?: RequestOptions,
  ): Answer<SellerView, typeof createSellerErrors>;

  /**
   * Reads one seller.
   *
   * Refusals: `NOT_FOUND_SELLER`, also for a deleted one and another merchant's.
   *
   * @example
   * const seller = await payments.sellers.lookUp(tenant, sellerId);
   */
  lookUp(tenant: Tenant, sellerId: string): Answer<SellerView, typeof lookUpSellerErrors>;

  /**
   * Lists the sellers that are not deleted, the oldest first, 10 a page unless `limit` says otherwise.
   *
   * Refusals: `INVALID_REQUEST` for a limit below 1 or above 10,000, or an invalid cursor.
   *
   * @example
   * const page = await payments.sellers.list(tenant, { limit: 100 });
   */
  list(tenant: Tenant, input?: PageInput): Answer<Page<SellerView>, typeof listSellersErrors>;

  /**
   * Deletes a seller, and returns it with `deletedAt`. It can't be paid any more, except by payouts that are reserved
   * already. Its refSellerId may be used again.
   *
   * Refusals: `NOT_FOUND_SELLER`, also for a deleted one; `CONCURRENT_REQUEST`.
   *
   * @example
   * await payments.sellers.remove(tenant, sellerId);
   */
  remove(tenant: Tenant, sellerId: string): Answer<SellerView, typeof removeSellerErrors>;
}

export function sellerOperations(context: PayoutBankContext): SellerOperations {
  return {
    create: (tenant, input, options) => createSeller(context, tenant, { input, options }),
    lookUp: (tenant, sellerId) => lookUpSeller(context, tenant, sellerId),
    list: (tenant, input = {}) => listSellers(context, tenant, input),
    remove: (tenant, sellerId) => removeSeller(context, tenant, sellerId),
  };
}
