/** How an amount divides, all in won. */
export interface Shares {
  readonly fee: number;
  readonly vat: number;
  readonly net: number;
}

/** The fee on an amount and the VAT on it, in won, said a second time in whole numbers: rates have four decimals at most. */
export function sharesOf(amount: number, feeRate: string): Shares {
  const [whole = "0", decimals = ""] = feeRate.split(".");
  const rate = BigInt(whole) * 10_000n + BigInt(decimals.padEnd(4, "0"));
  const fee = Number((BigInt(amount) * rate) / 1_000_000n);
  const vat = Math.floor((fee + 5) / 10);
  return { fee, vat, net: amount - fee - vat };
}
