import type { BinRow } from "../bin/bin.ts";
import { isGlobalBrand } from "../bin/card-company.ts";
import { plansAtCheckout, type CardNetworkContext } from "../card-network/context.ts";
import { leastInstallmentAmount } from "../installment/plan-limits.ts";
import type { Merchant } from "../merchant/merchant.ts";
import type { Tenant } from "../tenant/tenant.ts";

interface Paid {
  readonly intent: { readonly totalAmount: number };
  readonly merchant: Pick<Merchant, "cardNetwork">;
}

/** The months in which a credit card may pay a session's amount, the shortest first: none for a small amount. */
export function plansOf(context: CardNetworkContext, tenant: Tenant, { intent, merchant }: Paid): readonly number[] {
  return intent.totalAmount < leastInstallmentAmount ? [] : plansAtCheckout(context, tenant, merchant);
}

/** Debit, gift and foreign cards take no installments. An unknown card takes them. */
export function takesInstallments(row: BinRow | undefined): boolean {
  return row === undefined || (row.type !== "CHK" && !isGlobalBrand(row.issuer));
}
