/** What a sale is made of: `supply + vat + taxFree` is its amount, exactly. All in won. */
export interface SalesTax {
  /** What is taxed, without its VAT. */
  readonly supply: number;
  readonly vat: number;
  readonly taxFree: number;
}

/**
 * What a sale's amount is made of: VAT is in the price, an eleventh of what is taxed, rounded half up.
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
  // Eleven is odd, so that no part lies in the middle: rounding down after adding 5 is rounding half up.
  const vat = Number((BigInt(taxed) + 5n) / 11n);
  return { supply: taxed - vat, vat, taxFree: free };
}

/**
 * What each of the amounts that a sale was paid in is made of. What is free of tax is taken from them in order, and
 * their parts add up to those of the whole sale, so that one amount's VAT may differ by a won from its own eleventh.
 *
 * @param amounts won of each method
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
