import { expect, test } from "vitest";

import { customerIdSchema } from "./fields.ts";

test.each([
  ["010-1234-5678", false],
  ["010-123-4567", false],
  ["01012345678", false],
  ["82-10-1234-5678", false],
  ["8210-1234-5678", false],
  ["82-101234-5678", false],
  ["010-12-4567", true],
  ["010-12345-6789", true],
  ["010-1234-567", true],
  ["010-1234-56789", true],
  ["010-1234-5678-a", true],
  ["a-010-1234-5678", true],
  ["012-1234-5678", true],
  ["kim@shop.kr", false],
  ["kim@shop.k", true],
  ["@shop.kr", true],
  ["kim@@shop.kr", true],
  ["kim@shop", true],
  ["12", false],
  ["12a", true],
  ["a12", true],
])("a customer id that is easy to guess is refused: %s", (customerId, valid) => {
  expect(customerIdSchema.safeParse(customerId).success).toBe(valid);
});
