import { expect, test } from "vitest";

import { createWorld, shop } from "../../test/world.ts";

test.each([
  [1_000, 1_000, true],
  [1_001, 1_000, false],
])("bounds of a payment from %s to %s won", async (minAmount, maxAmount, valid) => {
  const { payments } = await createWorld();
  const answer = await payments.merchants.register({ ...shop, name: "Shop", feeRate: "3.3", minAmount, maxAmount });
  const refused = {
    code: "INVALID_REQUEST",
    details: [{ field: "minAmount", problem: "must not be above maxAmount" }],
  };
  expect(answer).toMatchObject(valid ? { ok: true } : { ok: false, error: refused });
});
