import type { PaymentContext } from "../../payment/intent/intent.ts";
import type { PayoutBankContext } from "../../payout/bank/context.ts";
import type { Answer } from "../../result.ts";
import type { Tenant } from "../../engine/tenant/tenant.ts";
import { reconcile, type Reconciliation, type reconcileErrors } from "./reconcile.ts";

/** Reconciliation with the providers, for the service's operators. Amounts are in won. */
export interface ReconciliationOperations {
  /**
   * Compares a day of a merchant three ways: the ledger, the gateway's and the payout bank's own records, and the
   * bank's statement. It asks about each payment that was requested on that day and each payout of it, changes nothing,
   * and lists every difference with what to do. `unanswered` lists the keys that a provider did not answer about.
   *
   * Refusals: `INVALID_REQUEST` for a day, `YYYY-MM-DD` in Seoul, that does not exist or is not over.
   *
   * @example
   * const day = await payments.reconcile(tenant, "2026-11-25");
   * if (day.ok) for (const { reference, action } of day.value.differences) console.log(reference, action);
   */
  reconcile(tenant: Tenant, day: string): Answer<Reconciliation, typeof reconcileErrors>;
}

export function reconciliationOperations(context: PaymentContext & PayoutBankContext): ReconciliationOperations {
  return { reconcile: (tenant, day) => reconcile(context, tenant, day) };
}
