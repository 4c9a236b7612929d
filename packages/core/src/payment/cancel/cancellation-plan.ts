import { z } from "zod";
import { amountSchema, taxFreeAmountSchema } from "../../engine/request/validate.ts";
import { taxFreeRange } from "../../ledger/money/sales-tax.ts";
import { ok, refuse, refuseField } from "../../result.ts";
import { remainingAmount, type Intent } from "../intent/intent.ts";

/** The requested amounts of a cancellation. */
export const cancellationAmountsSchema = z.object({
  taxFreeAmount: taxFreeAmountSchema.optional().meta({
    description:
      "Won of the canceled amount that have no VAT; left out, none as long as the taxable part suffices. Give it where goods without VAT come back",
  }),
  cancelAmount: amountSchema.optional().meta({
    description: "Won; all that remains when left out. null is refused, as it may be an amount that got lost",
  }),
});

type CancellationAmounts = z.output<typeof cancellationAmountsSchema>;

/** Refusals because of the payment or the requested amounts. */
export const planErrors = [
  "INVALID_REQUEST",
  "NOT_FOUND_PAYMENT",
  "ALREADY_CANCELED_PAYMENT",
  "NOT_MATCHES_REFUNDABLE_AMOUNT",
  "NOT_CANCELABLE_AMOUNT",
  "NOT_CANCELABLE_PAYMENT",
  "NOT_ALLOWED_PARTIAL_REFUND",
  "FORBIDDEN_CONSECUTIVE_REQUEST",
] as const;

/** A cancellation that a payment allows. Amounts are in won. */
export interface CancellationPlan {
  readonly intent: Intent;
  /** An unpaid payment was not charged: it ends without a call. */
  readonly isPaid: boolean;
  readonly amount: number;
  readonly taxFreeAmount: number;
}

/**
 * Whether a payment can be canceled so, and the amounts. Both the cancellation and its preview use it, so that the one
 * does what the other has shown.
 */
export function planCancellation(asked: CancellationAmounts, intent: Intent | undefined) {
  if (intent === undefined) return refuse("NOT_FOUND_PAYMENT");
  if (intent.openAttempt !== null) return refuse("FORBIDDEN_CONSECUTIVE_REQUEST");
  const remaining = remainingAmount(intent);
  const amount = asked.cancelAmount ?? remaining;
  const taxFree = taxFreeOf(asked, intent, amount);
  switch (intent.status) {
    case "CANCELED":
      return refuse("ALREADY_CANCELED_PAYMENT");
    case "EXPIRED":
    case "ABORTED":
      return refuse("NOT_CANCELABLE_PAYMENT");
    case "READY":
    case "IN_PROGRESS":
      if (amount !== remaining) return refuse("NOT_CANCELABLE_AMOUNT");
      if (!taxFree.ok) return taxFree;
      return ok<CancellationPlan>({ intent, isPaid: false, amount, taxFreeAmount: taxFree.value });
    case "DONE":
    case "PARTIAL_CANCELED":
      if (amount > remaining) {
        const problem = `must be at most the ${remaining} won that remain`;
        return refuseField("NOT_MATCHES_REFUNDABLE_AMOUNT", "cancelAmount", problem);
      }
      if (amount < remaining && intent.methods.length > 1) return refuse("NOT_ALLOWED_PARTIAL_REFUND");
      if (!taxFree.ok) return taxFree;
      return ok<CancellationPlan>({ intent, isPaid: true, amount, taxFreeAmount: taxFree.value });
  }
}

/** The part of a cancellation that has no VAT: as requested, or as little as is needed. */
function taxFreeOf({ taxFreeAmount: asked }: CancellationAmounts, intent: Intent, amount: number) {
  const left = { amount: remainingAmount(intent), taxFree: intent.taxFreeAmount - intent.canceledTaxFreeAmount };
  const { least, most } = taxFreeRange(amount, left);
  const taxFree = asked ?? least;
  if (taxFree >= least && taxFree <= most) return ok(taxFree);
  const range = least === most ? `${least} won` : `from ${least} to ${most} won`;
  const problem = `must be ${range}: of the ${left.amount} won that remain ${left.taxFree} have no VAT`;
  return refuseField("INVALID_REQUEST", "taxFreeAmount", problem);
}
