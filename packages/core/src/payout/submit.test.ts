import { expect, test } from "vitest";

import { createPayoutWorld, item } from "../../test/payout-world.ts";
import { valueOf } from "../../test/world.ts";

test("a payout from its request to its end", async () => {
  const world = await createPayoutWorld();
  const seller = await world.seller();
  const { isNew, payouts } = valueOf(await world.batch(item("2026-11-kim", seller.id, 400_000)));
  const [payout] = payouts.items;
  expect(isNew).toBe(true);
  expect(payout).toMatchObject({
    refPayoutId: "2026-11-kim",
    destination: { type: "SELLER", sellerId: seller.id },
    payoutDate: "2026-11-25",
    amount: { currency: "KRW", value: 400_000 },
    requestedAt: "2026-11-25T10:00:00+09:00",
    status: "PENDING",
    submittedAt: null,
  });
  expect(await world.balances()).toMatchObject({ available: 600_000, reserved: 400_000, bank: 1_000_000 });

  await world.run("payout");
  const id = payout?.id ?? "";
  expect(await world.payout(id)).toMatchObject({ status: "REQUESTED", submittedAt: "2026-11-25T10:00:00+09:00" });
  expect(world.bank.submissions).toMatchObject([
    { key: `payout.${id}`, payee: { type: "SELLER", externalSellerId: seller.externalSellerId }, amount: 400_000 },
  ]);

  const key = `payout.${id}`;
  world.bank.payouts.set(key, { key, amount: 400_000, status: "PAID", at: world.clock.now() + 30_000, reason: null });
  await world.clock.advance(60_000);
  await world.run("bankAttempt");
  expect(await world.payout(id)).toMatchObject({
    status: "COMPLETED",
    lastResultCheckedAt: "2026-11-25T10:01:00+09:00",
    completedAt: "2026-11-25T10:00:30+09:00",
    reconciliationRequired: false,
    error: null,
  });
  expect(await world.balances()).toMatchObject({ available: 600_000, reserved: 0, bank: 600_000 });
});
