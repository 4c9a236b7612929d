import fc from "fast-check";
import { expect, test } from "vitest";

import { amountCeiling } from "../../engine/request/validate.ts";
import { salesTax, salesTaxOfEach } from "./sales-tax.ts";

test.each([
  [0, 0, { supply: 0, vat: 0, taxFree: 0 }],
  [1, 0, { supply: 1, vat: 0, taxFree: 0 }],
  [5, 0, { supply: 5, vat: 0, taxFree: 0 }],
  [6, 0, { supply: 5, vat: 1, taxFree: 0 }],
  [11, 0, { supply: 10, vat: 1, taxFree: 0 }],
  [16, 0, { supply: 15, vat: 1, taxFree: 0 }],
  [17, 0, { supply: 15, vat: 2, taxFree: 0 }],
  [10_000, 0, { supply: 9_091, vat: 909, taxFree: 0 }],
  [10_000, 3_400, { supply: 6_000, vat: 600, taxFree: 3_400 }],
  [10_000, 10_000, { supply: 0, vat: 0, taxFree: 10_000 }],
  [10_000, 10_001, { supply: 0, vat: 0, taxFree: 10_000 }],
])("%i won, of them %i free of tax", (amount, taxFree, made) => {
  expect(salesTax(amount, taxFree)).toEqual(made);
});

test.each([
  [
    [5_000, 5_000],
    0,
    [
      [4_545, 455, 0],
      [4_546, 454, 0],
    ],
  ],
  [
    [5_000, 5_000],
    6_000,
    [
      [0, 0, 5_000],
      [3_636, 364, 1_000],
    ],
  ],
  [
    [6, 6, 6],
    0,
    [
      [5, 1, 0],
      [6, 0, 0],
      [5, 1, 0],
    ],
  ],
])("%j won, of them %i free of tax, each", (amounts, taxFree, made) => {
  expect(salesTaxOfEach(amounts, taxFree)).toEqual(made.map(([supply, vat, free]) => ({ supply, vat, taxFree: free })));
});

test("the parts of each make each amount, and all together the whole sale's", () => {
  const amounts = fc.array(fc.integer({ min: 1, max: amountCeiling / 10 }), { minLength: 1, maxLength: 10 });
  fc.assert(
    fc.property(amounts, fc.integer({ min: 0, max: amountCeiling }), (each, wanted) => {
      const total = each.reduce((sum, amount) => sum + amount, 0);
      const taxFree = Math.min(wanted, total);
      const parts = salesTaxOfEach(each, taxFree);
      for (const [index, { supply, vat, taxFree: free }] of parts.entries()) {
        const amount = each[index] ?? 0;
        expect(supply + vat + free).toBe(amount);
        expect(Math.min(supply, vat, free)).toBeGreaterThanOrEqual(0);
        expect(Math.abs(vat - salesTax(amount, free).vat)).toBeLessThanOrEqual(1);
      }
      const sum = (of: "supply" | "vat" | "taxFree") => parts.reduce((all, part) => all + part[of], 0);
      expect({ supply: sum("supply"), vat: sum("vat"), taxFree: sum("taxFree") }).toEqual(salesTax(total, taxFree));
    }),
  );
});
