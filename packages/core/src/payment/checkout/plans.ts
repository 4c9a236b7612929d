import type { BinRow } from "../../gateway/bin.ts";
import { isGlobalBrand } from "../../gateway/card-company.ts";
import { plansAtCheckout, type GatewayContext } from "../../gateway/context.ts";
import { belowPlan, isBelowPlan, leastInstallmentAmount } from "../../gateway/plan-limits.ts";
import type { OfferedMethod, WindowMethod } from "../../merchant/payment-methods.ts";
import type { Merchant } from "../../merchant/merchant.ts";
import { refuseField } from "../../result.ts";
import type { Tenant } from "../../engine/tenant/tenant.ts";

interface Paid {
  readonly intent: { readonly totalAmount: number };
  readonly merchant: Pick<Merchant, "gateway">;
}

/** The months in which a credit card may pay a session's amount, the shortest first: none for a small amount. */
export function plansOf(context: GatewayContext, tenant: Tenant, { intent, merchant }: Paid): readonly number[] {
  return intent.totalAmount < leastInstallmentAmount ? [] : plansAtCheckout(context, tenant, merchant);
}

/** Refuses months that the card, the amount, or the gateway of the merchant's new cards, does not take; 0 is a lump sum. */
export function planRefusal(
  context: GatewayContext,
  tenant: Tenant,
  asked: Paid & { readonly months: number; readonly takesMonths: boolean },
) {
  const field = "installmentPlanMonths";
  if (!asked.takesMonths) {
    const problem = "must be 0: this card takes no installments";
    return refuseField("NOT_SUPPORTED_INSTALLMENT_PLAN_CARD_OR_MERCHANT", field, problem);
  }
  const plans = plansAtCheckout(context, tenant, asked.merchant);
  if (asked.months !== 0 && !plans.includes(asked.months)) {
    const problem = plans.length === 0 ? "must be 0" : `must be 0, or one of ${plans.join(", ")}`;
    return refuseField("INVALID_REQUEST", field, problem);
  }
  const isTooSmall = isBelowPlan(asked.months, asked.intent.totalAmount);
  return isTooSmall ? refuseField("INVALID_CARD_INSTALLMENT_PLAN", field, belowPlan) : undefined;
}

/** Debit, gift and foreign cards take no installments. An unknown card takes them. */
export function takesInstallments(row: BinRow | undefined): boolean {
  return row === undefined || (row.type !== "CHK" && !isGlobalBrand(row.issuer));
}

/** What a gateway offers: typed cards, and the methods of its window. */
export function offeredMethods(
  { gateways }: Pick<GatewayContext, "gateways">,
  { mode }: Tenant,
  { gateway, offers }: { readonly gateway: string; readonly offers: ReadonlyMap<string, readonly WindowMethod[]> },
): readonly OfferedMethod[] {
  const window = offers.get(gateway) ?? [];
  return gateways[mode].get(gateway)?.keyIn === undefined ? window : ["KEYIN", ...window];
}
