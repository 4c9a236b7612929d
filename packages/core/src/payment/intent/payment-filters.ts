import { z } from "zod";
import { amountSchema, optionalOrNull } from "../../engine/request/validate.ts";
import { pageSchema } from "../../engine/request/page.ts";
import { daySchema } from "../../ledger/calendar/business-days.ts";
import { methodChoices } from "../../merchant/payment-methods.ts";
import { intentKeySchema, intentStatuses, type soughtIntentSchema } from "./intent.ts";
import { orderIdSchema } from "./order.ts";

/** The filters of a list of payments; one that is left out matches all. */
const paymentFiltersSchema = z.object({
  /** One of them. */
  status: optionalOrNull(z.array(z.enum(intentStatuses)).min(1, "must name a status")),
  /** The first and last day in Seoul on which it was requested, both inclusive. */
  from: optionalOrNull(daySchema),
  to: optionalOrNull(daySchema),
  /** Won, of the whole payment. */
  amountGte: optionalOrNull(amountSchema),
  amountLte: optionalOrNull(amountSchema),
  /** Of one of its methods; a wallet's name is of the payments with that wallet. */
  method: optionalOrNull(z.enum(methodChoices)),
  /** Of one of its cards. */
  issuerCode: optionalOrNull(z.string().regex(/^[0-9A-Z]{2}$/, "must be a card company's code of two characters")),
  approvalNumber: optionalOrNull(z.string().regex(/^[\x21-\x7e]{1,200}$/, "must be 1 to 200 visible ASCII characters")),
  lastFourDigits: optionalOrNull(z.string().regex(/^\d{4}$/, "must be four digits")),
  /** The order's live or last payment. */
  orderId: optionalOrNull(orderIdSchema),
  intentKey: optionalOrNull(intentKeySchema),
});

export type PaymentFilters = z.output<typeof paymentFiltersSchema>;

export const listPaymentsSchema = z
  .object({ ...paymentFiltersSchema.shape, ...pageSchema.shape })
  .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
    path: ["from"],
    error: "must not be later than to",
  })
  .refine(({ amountGte: least, amountLte: most }) => least === undefined || most === undefined || least <= most, {
    path: ["amountGte"],
    error: "must not be above amountLte",
  });

export type ListPaymentsInput = z.input<typeof listPaymentsSchema>;

/** Whether a payment fits the filters but those of its day. */
export function fits(
  intent: z.output<typeof soughtIntentSchema>,
  filters: Omit<PaymentFilters, "from" | "to">,
): boolean {
  const { status, amountGte = 0, amountLte = Infinity, issuerCode, approvalNumber, lastFourDigits } = filters;
  const { method: choice } = filters;
  const { totalAmount, methods } = intent;
  return (
    (status === undefined || status.includes(intent.status)) &&
    totalAmount >= amountGte &&
    totalAmount <= amountLte &&
    (choice === undefined || methods.some((each) => each.method === choice || each.easyPay?.provider === choice)) &&
    (issuerCode === undefined || methods.some((method) => method.issuerCode === issuerCode)) &&
    (approvalNumber === undefined || methods.some((method) => method.approvalNumber === approvalNumber)) &&
    (lastFourDigits === undefined ||
      methods.some(({ maskedNumber }) => maskedNumber?.endsWith(lastFourDigits) === true))
  );
}
