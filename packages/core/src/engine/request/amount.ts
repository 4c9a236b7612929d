import { z } from "zod";

/** The largest amount of a payment, in won; a merchant's own maximum may be lower. */
export const amountCeiling = 1_000_000_000_000;

/** A whole number of won from 1: fractions, strings, NaN, infinity and unsafe integers are refused. */
export const amountSchema = z.int("must be a whole number of won").min(1, "must be at least 1 won");

/** A part of an amount that has no VAT. */
export const taxFreeAmountSchema = z.int("must be a whole number of won").min(0, "must be at least 0");

export function amountRefusal(
  amount: number,
  bounds: { readonly minAmount: number; readonly maxAmount: number },
): "BELOW_MINIMUM_AMOUNT" | "EXCEED_MAX_AMOUNT" | undefined {
  if (amount < bounds.minAmount) return "BELOW_MINIMUM_AMOUNT";
  if (amount > bounds.maxAmount) return "EXCEED_MAX_AMOUNT";
  return undefined;
}
