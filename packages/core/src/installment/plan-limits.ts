/** The longest installment plan, in months (interface: Limits, installmentPlanMonths). */
export const longestPlanMonths = 3;

/** The least amount for installments, in won: card networks refuse them below it. */
export const leastInstallmentAmount = 50_000;

/** All installment plans in months, the shortest first, without the lump sum. */
export const planMonths: readonly number[] = Array.from({ length: longestPlanMonths - 1 }, (_, index) => index + 2);
