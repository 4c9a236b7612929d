/** The most months that a payment may be paid in (interface: Limits, installmentPlanMonths). */
export const longestPlanMonths = 3;

/** Card networks take installments from this amount, in won. */
export const leastInstallmentAmount = 50_000;

/** The installment plans that there are, in months, the shortest first; a lump sum is none of them. */
export const planMonths: readonly number[] = Array.from({ length: longestPlanMonths - 1 }, (_, index) => index + 2);
