import type { Context } from "../../context.ts";
import type { Answer } from "../../result.ts";
import type { Tenant } from "../../engine/tenant/tenant.ts";
import {
  interestFreeMonths,
  type InterestFree,
  type interestFreeErrors,
  type InterestFreeInput,
} from "./interest-free-months.ts";

/** Installment plans (interface: Interest-free installment information). */
export interface InstallmentOperations {
  /**
   * The months that a gateway offers without interest, by card company and minimum amount in won. Offers that ended
   * before today in Seoul are left out. Months with a gap are several entries of the same company.
   *
   * Refusals, in this order: `INVALID_REQUEST` if `pg` is not a gateway, `FORBIDDEN_REQUEST` if the merchant may not
   * read it, `INSTALLMENTS_NOT_READY` before the first successful read.
   *
   * @example
   * await payments.installments.interestFreeMonths({ mId: 1, mode: "test" }, { pg: "PG_A" });
   */
  interestFreeMonths(tenant: Tenant, input: InterestFreeInput): Answer<InterestFree, typeof interestFreeErrors>;
}

export function installmentOperations(context: Context): InstallmentOperations {
  return { interestFreeMonths: (tenant, input) => interestFreeMonths(context, tenant, input) };
}
