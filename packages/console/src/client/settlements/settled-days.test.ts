// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { settledDays, sumOf } from "./settled-days.ts";

const settlement = (settledAt: string, ...lines: readonly (readonly [gross: number, fee: number, vat: number])[]) => ({
  settlementId: `stl.${settledAt}`,
  amount: 0,
  settledAt,
  lines: lines.map(([transactionAmount, feeAmount, vatAmount]) => {
    const settledAmount = transactionAmount - feeAmount - vatAmount;
    return { orderId: "order", transactionAmount, feeRate: 3.3, feeAmount, vatAmount, settledAmount };
  }),
});

test("settlements of one day in Seoul are one, and a cancellation is deducted", () => {
  const days = settledDays([
    settlement("2026-02-12T15:00:00.000Z", [10_000, 330, 33]),
    settlement("2026-02-13T14:59:59.000Z", [-3_000, -99, -10]),
    settlement("2026-02-19T03:00:00.000Z", [50_000, 1_650, 165]),
  ]);
  expect(days).toEqual([
    { day: "2026-02-19", gross: 50_000, fee: 1_650, vat: 165, net: 48_185, lines: 1 },
    { day: "2026-02-13", gross: 7_000, fee: 231, vat: 23, net: 6_746, lines: 2 },
  ]);
  expect(sumOf(days)).toEqual({ gross: 57_000, fee: 1_881, vat: 188, net: 54_931, lines: 3 });
  expect(sumOf([])).toEqual({ gross: 0, fee: 0, vat: 0, net: 0, lines: 0 });
});
