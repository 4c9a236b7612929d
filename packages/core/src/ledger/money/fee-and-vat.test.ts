import fc from "fast-check";
import { expect, test } from "vitest";

import { amountCeiling } from "../../engine/request/validate.ts";
import { feeRateSchema, splitFee } from "./fee-and-vat.ts";

test.each([
  [10_000, "3.3", 330, 33],
  [9999, "3.3", 329, 33],
  [100, "3.3", 3, 0],
  [150, "3.3333", 4, 0],
  [200, "2.5", 5, 1],
  [1, "3.3", 0, 0],
  [10_000, "0", 0, 0],
  [10_000, "100", 10_000, 1000],
  [1_000_000_000_000, "33.3333", 333_333_000_000, 33_333_300_000],
  // The product has 22 digits and ends in .999999: rounded to fewer, it would be a won more.
  [9_007_199_000_000_003, "33.3333", 3_002_396_664_267_000, 300_239_666_426_700],
])("%d won at %s %%: fee %d, VAT %d", (amount, rate, fee, vat) => {
  expect(splitFee(amount, rate)).toEqual({ fee, vat, net: amount - fee - vat });
});

const rates = fc.integer({ min: 0, max: 1_000_000 }).map((tenThousandths) => (tenThousandths / 10_000).toFixed(4));

test("fee + VAT + net is the amount, and the fee is the exact product rounded down", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: amountCeiling }), rates, (amount, rate) => {
      const { fee, vat, net } = splitFee(amount, rate);
      expect(fee + vat + net).toBe(amount);
      const tenThousandths = BigInt(rate.replace(".", ""));
      expect(BigInt(fee)).toBe((BigInt(amount) * tenThousandths) / 1_000_000n);
      expect(BigInt(vat)).toBe((BigInt(fee) + 5n) / 10n);
    }),
  );
});

test.each([
  ["0", true],
  ["100", true],
  ["100.0000", true],
  ["3.3333", true],
  ["33.3", true],
  ["99.9999", true],
  ["3.33333", false],
  ["100.1", false],
  ["-1", false],
  ["3,3", false],
  ["", false],
])("a rate of %s", (rate, valid) => {
  expect(feeRateSchema.safeParse(rate).success).toBe(valid);
});
