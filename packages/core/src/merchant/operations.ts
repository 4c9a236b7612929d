import type { Context } from "../context.ts";
import type { Page, PageInput } from "../engine/request/page.ts";
import type { Answer } from "../result.ts";
import type { Tenant } from "../engine/tenant/tenant.ts";
import {
  getMerchant,
  type getMerchantErrors,
  listMerchants,
  type ListedMerchant,
  type listMerchantsErrors,
} from "./read-merchants.ts";
import type { MerchantInput, RegisteredMerchant } from "./merchant.ts";
import {
  resumeMerchant,
  suspendMerchant,
  type resumeMerchantErrors,
  type SuspendInput,
  type suspendMerchantErrors,
  type Suspension,
} from "./suspend.ts";
import { registerMerchant, type registerMerchantErrors, type BoundGateways } from "./register.ts";

/** For operators of the service: its merchants. */
export interface MerchantOperations {
  /**
   * Registers a merchant in one mode, or replaces the registration: a field that is left out gets its default. To
   * change a part, send the answer of `get` with the change. A changed fee rate (percent, as a decimal string) holds
   * for payments that are confirmed from then on, `nextFeeRate` for those from the beginning of its day in Seoul on.
   * Payments keep the rate that they were confirmed at.
   *
   * At checkout buyers read `name`, `businessName`, `businessRegistrationNumber`, `phone` and `terms`, and see `color`
   * (`#rrggbb`, with a contrast of 5:1 to white at least) and `logo` (a data URL of a picture of at most 8,000 bytes).
   * With `terms.consent` no card is taken from a buyer who has not agreed. A suspended merchant stays suspended.
   *
   * `gateway` moves the merchant to another gateway, by the name under which it is bound: cards that are typed
   * from then on go there. Payments that are under way, cancellations and billing keys stay where their card is.
   *
   * Refusals: `INVALID_REQUEST`, with the fields that cannot be accepted; `CONCURRENT_REQUEST`.
   *
   * @example
   * await payments.merchants.register({ mId: 7, mode: "test", name: "Corner Shop", feeRate: "2.8" });
   */
  register(input: MerchantInput): Answer<RegisteredMerchant, typeof registerMerchantErrors>;

  /**
   * Reads a merchant as it is registered, with all defaults. A `nextFeeRate` whose day has come is its `feeRate`.
   *
   * Refusals: `FORBIDDEN_REQUEST` where the merchant is not registered in this mode.
   *
   * @example
   * const merchant = await payments.merchants.get({ mId: 7, mode: "test" });
   */
  get(tenant: Tenant): Answer<RegisteredMerchant, typeof getMerchantErrors>;

  /**
   * Lists all merchants, by mId, then mode.
   *
   * Refusals: `INVALID_REQUEST` for a limit below 1 or above 10,000, or an invalid cursor.
   *
   * @example
   * const page = await payments.merchants.list({ limit: 100 });
   */
  list(input?: PageInput): Answer<Page<ListedMerchant>, typeof listMerchantsErrors>;

  /**
   * Suspends a merchant: from now on it opens no sessions, takes and stores no cards, confirms and charges nothing and
   * requests no payouts; each is `FORBIDDEN_REQUEST`, with `merchant` in `details`. Look-ups, cancellations,
   * settlements, webhooks, deletions and the daily transfer continue, and so does work in progress: attempts at
   * gateways, and payouts that are reserved. An authenticated payment that is not confirmed expires uncharged. `reason`
   * (at most 200 characters) is for the service's own operators. Suspending again keeps `since`.
   *
   * Refusals: `INVALID_REQUEST` for a reason that cannot be accepted; `FORBIDDEN_REQUEST` where the merchant is not
   * registered in this mode; `CONCURRENT_REQUEST`.
   *
   * @example
   * await payments.merchants.suspend({ mId: 7, mode: "test" }, { reason: "complaints of 24 November" });
   */
  suspend(tenant: Tenant, input?: SuspendInput): Answer<Suspension, typeof suspendMerchantErrors>;

  /**
   * Ends a suspension. Links and authenticated payments that have not expired stay valid.
   *
   * Refusals: `FORBIDDEN_REQUEST` where the merchant is not registered in this mode; `CONCURRENT_REQUEST`.
   *
   * @example
   * await payments.merchants.resume({ mId: 7, mode: "test" });
   */
  resume(tenant: Tenant): Answer<Suspension, typeof resumeMerchantErrors>;
}

export function merchantOperations(context: Context & BoundGateways): MerchantOperations {
  return {
    register: (input) => registerMerchant(context, input),
    get: (tenant) => getMerchant(context, tenant),
    list: (input = {}) => listMerchants(context, input),
    suspend: (tenant, input = {}) => suspendMerchant(context, tenant, input),
    resume: (tenant) => resumeMerchant(context, tenant),
  };
}
