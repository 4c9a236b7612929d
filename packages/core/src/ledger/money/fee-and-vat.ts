import { Decimal } from "decimal.js";
import { z } from "zod";

/** An amount has up to 16 digits and a rate up to 7, and their product must not be rounded. */
const Exact = Decimal.clone({ precision: 40 });

/** A fee rate in percent, 0 to 100 with at most four decimals, as a decimal string: `"3.3"`. */
export const feeRateSchema = z
  .string()
  .regex(/^(\d{1,2}(\.\d{1,4})?|100(\.0{1,4})?)$/, "must be a decimal string from 0 to 100 with at most 4 decimals");

/** The parts of an amount: `fee + vat + net` is the amount, exactly. All in won. */
export interface FeeSplit {
  readonly fee: number;
  /** VAT on the fee. */
  readonly vat: number;
  /** The merchant's part. */
  readonly net: number;
}

/**
 * Splits an amount by a fee rate: the fee is rounded down, the VAT on it is one tenth, rounded half up.
 *
 * @param amount won, a safe integer from 0
 * @param feeRate percent, see `feeRateSchema`
 *
 * @example
 * splitFee(10_000, "3.3"); // { fee: 330, vat: 33, net: 9637 }
 */
export function splitFee(amount: number, feeRate: string): FeeSplit {
  const fee = new Exact(amount).times(feeRate).div(100).floor().toNumber();
  const vat = new Exact(fee).div(10).toDecimalPlaces(0, Decimal.ROUND_HALF_UP).toNumber();
  return { fee, vat, net: amount - fee - vat };
}
