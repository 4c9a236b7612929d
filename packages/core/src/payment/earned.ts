import type { BankHolidays } from "../calendar/business-days.ts";
import { earningOf, type Earning } from "../earning/earning.ts";
import { remainingAmount, type Intent } from "./intent.ts";

/**
 * What a payment earned; undefined where it was never approved. A payment that was approved by an older
 * release, which made no such records, earned what remains of it.
 */
export function earnedBy(intent: Intent, earning: Earning | undefined, holidays: BankHolidays): Earning | undefined {
  const { feeRate, approvedAt } = intent;
  if (earning !== undefined || feeRate === null || approvedAt === null) return earning;
  return earningOf({ ...intent, feeRate }, { amount: remainingAmount(intent), approvedAt, holidays });
}
