// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { balances } from "./balance-plot.tsx";

test("the balance of each day is the current one, less later movements", () => {
  expect(balances([100, -30, 0, 50], 500)).toEqual([480, 450, 450, 500]);
  expect(balances([], 500)).toEqual([]);
});
