/** The parts of a sale's amount: `supply + vat + taxFree` is the amount, exactly. All in won. */
export interface SalesTax {
  /** The taxed part, without its VAT. */
  readonly supply: number;
  readonly vat: number;
  readonly taxFree: number;
}

/**
 * Splits a sale's amount. VAT is in the price: an eleventh of the taxed part, rounded half up.
 *
 * @param amount won, a safe integer from 0
 * @param taxFree won of it without VAT; more than the amount counts as all of it
 *
 * @example
 * salesTax(10_000, 0); // { supply: 9091, vat: 909, taxFree: 0 }
 */
export function salesTax(amount: number, taxFree: number): SalesTax {
  const free = Math.min(taxFree, amount);
  const taxed = amount - free;
  // Eleven is odd, so no eleventh is a half: adding 5 and rounding down is rounding half up.
  const vat = Number((BigInt(taxed) + 5n) / 11n);
  return { supply: taxed - vat, vat, taxFree: free };
}

/**
 * Splits each of the amounts that a sale was paid in. The tax-free part is taken from the first amounts. All parts add
 * up to those of the whole sale, so one amount's VAT may differ by a won from its own eleventh.
 *
 * @param amounts won by each payment method
 * @param taxFree won of the whole sale without VAT
 *
 * @example
 * salesTaxOfEach([5_000, 5_000], 0); // supply 4545 and 4546, VAT 455 and 454
 */
export function salesTaxOfEach(amounts: readonly number[], taxFree: number): readonly SalesTax[] {
  let before: SalesTax = { supply: 0, vat: 0, taxFree: 0 };
  let sum = 0;
  return amounts.map((amount) => {
    sum += amount;
    const until = salesTax(sum, taxFree);
    const own = {
      supply: until.supply - before.supply,
      vat: until.vat - before.vat,
      taxFree: until.taxFree - before.taxFree,
    };
    before = until;
    return own;
  });
}

/** What is left of a sale, in won. */
export interface Left {
  readonly amount: number;
  /** The part of it without VAT. */
  readonly taxFree: number;
}

/** The least and the most of a cancellation that can be without VAT, in won: the taxable rest covers what it can. */
export function taxFreeRange(canceled: number, left: Left): { readonly least: number; readonly most: number } {
  const taxable = left.amount - left.taxFree;
  return { least: Math.max(0, canceled - taxable), most: Math.min(canceled, left.taxFree) };
}
