/** The longest installment plan of a stored card, in months (interface: Limits, installmentPlanMonths). */
export const longestBillingPlan = 3;

/** The least amount for installments, in won: gateways refuse them below it. */
export const leastInstallmentAmount = 50_000;

/** Whether an amount is too small for a plan; 0 and 1 month are a lump sum. */
export function isBelowPlan(months: number, amount: number): boolean {
  return months > 1 && amount < leastInstallmentAmount;
}

export const belowPlan = `must be 0: installments begin at ${leastInstallmentAmount} won`;

/** The longest plan, in months: a greater number, of a gateway or in a feed, is a mistake. */
export const longestPlan = 36;

/** The plans at a checkout of a gateway that declares none, in months: those that it takes of stored cards. */
export const undeclaredPlans: readonly number[] = Array.from(
  { length: longestBillingPlan - 1 },
  (_, index) => index + 2,
);

/** Whether a gateway may declare these: months from 2 to 36, the shortest first, each once. */
export function arePlans(months: readonly number[]): boolean {
  return months.every(
    (month, index) => Number.isSafeInteger(month) && month > (months[index - 1] ?? 1) && month <= longestPlan,
  );
}
