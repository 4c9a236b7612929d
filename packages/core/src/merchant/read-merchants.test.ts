import { expect, test } from "vitest";

import { codeOf, createWorld, shop, valueOf } from "../../test/world.ts";

test("the answer of get can be registered again, and changes nothing", async () => {
  const merchant = {
    name: "Tea House",
    contracts: { kyc: true, installmentFeeds: ["PG_A" as const] },
    maxAmount: 50_000,
  };
  const { payments } = await createWorld({ merchant });
  const before = valueOf(await payments.merchants.get(shop));
  expect(before).toMatchObject({ ...shop, ...merchant, minAmount: 1, origins: [] });
  expect(valueOf(await payments.merchants.register({ ...before, feeRate: "2.8" }))).toEqual({
    ...before,
    feeRate: "2.8",
  });
  expect(valueOf(await payments.merchants.get(shop))).toEqual({ ...before, feeRate: "2.8" });
});

test("a merchant that is not registered in this mode is refused", async () => {
  const { payments } = await createWorld();
  expect(codeOf(await payments.merchants.get({ ...shop, mode: "live" }))).toBe("FORBIDDEN_REQUEST");
});
