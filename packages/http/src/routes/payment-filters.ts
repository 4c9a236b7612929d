import { paymentFiltersSchema, type ListPaymentsInput } from "@wonflow/core";
import { z } from "zod";

import { numberIn, passedOn, severalIn } from "../request/parameters.ts";

const filters = paymentFiltersSchema.shape;

/** The filters of a list of payments, as a query has them. */
export const paymentFilterParameters = {
  status: z
    .string()
    .optional()
    .meta({
      description: "One status, or several separated by commas",
      examples: ["DONE,PARTIAL_CANCELED"],
    }),
  from: passedOn(filters.from, "The first day in Seoul, YYYY-MM-DD").optional(),
  to: passedOn(filters.to, "The last day in Seoul, YYYY-MM-DD").optional(),
  amountGte: passedOn(filters.amountGte, "The least amount of the whole payment, in won").optional(),
  amountLte: passedOn(filters.amountLte, "The largest amount of the whole payment, in won").optional(),
  issuerCode: passedOn(filters.issuerCode, "The card company of one of its cards, two characters").optional(),
  approvalNumber: passedOn(filters.approvalNumber, "The number that an issuer gave its approval").optional(),
  lastFourDigits: passedOn(filters.lastFourDigits, "The last four digits of one of its cards").optional(),
  orderId: passedOn(filters.orderId, "The order, whose live or last payment is answered").optional(),
  intentKey: passedOn(filters.intentKey, "The payment's key").optional(),
};

type Filters = { readonly [Name in keyof typeof paymentFilterParameters]?: string | undefined };

/** The filters as the operation takes them. It checks them. */
export function filtersIn({ status, amountGte, amountLte, ...texts }: Filters): ListPaymentsInput {
  const statuses = severalIn(status) as ListPaymentsInput["status"];
  return { ...texts, amountGte: numberIn(amountGte), amountLte: numberIn(amountLte), status: statuses };
}

/** Whether a list with these filters looks through payments that do not fit. Days are found by their place. */
export function looksThrough({ orderId, intentKey, status, amountGte, amountLte, ...query }: Filters): boolean {
  if (orderId !== undefined || intentKey !== undefined) return false;
  const { issuerCode, approvalNumber, lastFourDigits } = query;
  const filters = [status, amountGte, amountLte, issuerCode, approvalNumber, lastFourDigits];
  return filters.some((filter) => filter !== undefined);
}
