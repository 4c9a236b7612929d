import { z } from "zod";
import { longestBillingPlan } from "../../gateway/plan-limits.ts";
import { customerIdSchema } from "../../engine/request/fields.ts";
import { amountSchema, taxFreeAmountSchema } from "../../engine/request/validate.ts";
import { orderIdSchema, orderNameSchema } from "../intent/order.ts";
import { refuseField } from "../../result.ts";

const instrumentSchema = z.object({
  billing: z.string().meta({ description: "A billing key" }),
  amount: amountSchema.meta({ description: "Won" }),
  // A plan of one month is a lump sum: 0.
  installmentPlanMonths: z
    .int("must be a whole number")
    .min(0, "must be at least 0")
    .max(longestBillingPlan, `must be at most ${longestBillingPlan}`)
    .optional()
    .transform((months = 0) => (months === 1 ? 0 : months)),
});

/** Interface: Billing, `POST /px/billing`. Amounts are in won. */
export const chargeSchema = z
  .object({
    customerId: customerIdSchema,
    orderId: orderIdSchema,
    orderName: orderNameSchema,
    totalAmount: amountSchema.meta({ description: "Won; the sum of the instruments' amounts" }),
    taxFreeAmount: taxFreeAmountSchema
      .optional()
      .transform((amount = 0) => amount)
      .meta({ description: "Won; only by agreement" }),
    instruments: z
      .array(instrumentSchema, "must be a list")
      .min(1, "must have at least 1 instrument")
      .max(10, "must have at most 10 instruments"),
  })
  .meta({ id: "ChargeRequest" });

export type ChargeInput = z.input<typeof chargeSchema>;

export type Charge = z.output<typeof chargeSchema>;

/** Refuses amounts and keys that do not fit together. */
export function misfit({ totalAmount, taxFreeAmount, instruments }: Charge) {
  const sum = instruments.reduce((total, { amount }) => total + amount, 0);
  if (sum !== totalAmount) {
    const problem = `must be the sum of the instruments' amounts, which is ${sum} won`;
    return refuseField("NOT_MATCHES_TOTAL_AMOUNT", "totalAmount", problem);
  }
  if (taxFreeAmount > totalAmount) {
    return refuseField("INVALID_REQUEST", "taxFreeAmount", `must be at most the total of ${totalAmount} won`);
  }
  for (const [index, { billing }] of instruments.entries()) {
    const first = instruments.findIndex((other) => other.billing === billing);
    if (first === index) continue;
    return refuseField("INVALID_REQUEST", `instruments.${index}.billing`, `is the key of instrument ${first} already`);
  }
  return undefined;
}
