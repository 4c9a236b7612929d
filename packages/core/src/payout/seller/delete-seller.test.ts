import { expect, test } from "vitest";

import { createPayoutWorld, item, sellerInput } from "../../../test/payout-world.ts";
import { codeOf, shop, valueOf } from "../../../test/world.ts";

test("a deleted seller is not found or listed, and its account number is not stored any more", async () => {
  const world = await createPayoutWorld();
  const { payments } = world;
  const seller = await world.seller();
  await world.clock.advance(60_000);
  expect(valueOf(await payments.sellers.remove(shop, seller.id))).toEqual({
    ...seller,
    deletedAt: "2026-11-25T10:01:00+09:00",
  });
  expect(codeOf(await payments.sellers.lookUp(shop, seller.id))).toBe("NOT_FOUND_SELLER");
  expect(codeOf(await payments.sellers.remove(shop, seller.id))).toBe("NOT_FOUND_SELLER");
  expect(valueOf(await payments.sellers.list(shop)).items).toEqual([]);
  const { records } = await world.memory.read("7:test", { keys: [{ kind: "seller", id: seller.id }] });
  expect(records[0]?.body).toMatchObject({ sealedNumber: null, status: "DELETED" });
});

test.each(["", "seller_", "kim-001", "x\ny", `seller_${"a".repeat(101)}`])("%j is no seller", async (id) => {
  const { payments } = await createPayoutWorld({ available: 0 });
  expect(codeOf(await payments.sellers.lookUp(shop, id))).toBe("NOT_FOUND_SELLER");
  expect(codeOf(await payments.sellers.remove(shop, id))).toBe("NOT_FOUND_SELLER");
});

test("a reserved payout is still paid after its seller was deleted, and no other", async () => {
  const world = await createPayoutWorld();
  const { id } = await world.seller();
  const { payouts } = valueOf(await world.batch(item("a", id)));
  valueOf(await world.payments.sellers.remove(shop, id));
  await world.run("payout");
  expect(await world.payout(payouts.items[0]?.id ?? "")).toMatchObject({ status: "REQUESTED" });
  await world.moveTo("2026-11-26T10:00:00");
  expect(codeOf(await world.batch(item("b", id)))).toBe("NOT_FOUND_SELLER");
});

test("a registration that ends after its seller was deleted changes nothing else", async () => {
  const world = await createPayoutWorld();
  world.bank.onRegister = async () => ({ outcome: "unknown", reason: "slow" });
  const { id } = await world.seller();
  valueOf(await world.payments.sellers.remove(shop, id));
  const again = await world.seller();
  await world.clock.advance(60_000);
  await world.run("bankAttempt");
  // The bank never got it. Without an account it is not sent again, and the new seller keeps the refSellerId.
  expect(valueOf(await world.payments.attempts.flagged(shop)).items).toEqual([]);
  expect(codeOf(await world.payments.sellers.create(shop, sellerInput))).toBe("ALREADY_EXIST_SELLER");
  expect(valueOf(await world.payments.sellers.list(shop)).items.map((seller) => seller.id)).toEqual([again.id]);
});

test("sellers are listed with the oldest first, page by page, while others are created and deleted", async () => {
  const world = await createPayoutWorld();
  const { payments } = world;
  const sellers = [];
  for (let n = 0; n < 25; n += 1) {
    sellers.push(await world.seller({ refSellerId: `s${n}` }));
    await world.clock.advance(1);
  }
  const first = valueOf(await payments.sellers.list(shop));
  expect([first.size, first.hasMore]).toEqual([10, true]);
  valueOf(await payments.sellers.remove(shop, sellers[9]?.id ?? ""));
  await world.seller({ refSellerId: "late" });
  const rest = valueOf(await payments.sellers.list(shop, { limit: 100, startingAfter: first.nextCursor ?? "" }));
  expect([...first.items, ...rest.items].map(({ refSellerId }) => refSellerId)).toEqual([
    ...sellers.map(({ refSellerId }) => refSellerId),
    "late",
  ]);
  expect(codeOf(await payments.sellers.list(shop, { limit: 0 }))).toBe("INVALID_REQUEST");
  expect(codeOf(await payments.sellers.list(shop, { limit: 10_001 }))).toBe("INVALID_REQUEST");
  expect(codeOf(await payments.payouts.list(shop, { startingAfter: first.nextCursor ?? "" }))).toBe("INVALID_REQUEST");
});

test("account numbers are resealed every week until the seller is deleted", async () => {
  const world = await createPayoutWorld();
  const { id } = await world.seller();
  const sealed = async () => {
    const { records } = await world.memory.read("7:test", { keys: [{ kind: "seller", id }] });
    return [records[0]?.body["sealedNumber"], records[0]?.dueAt];
  };
  const [, dueAt] = await sealed();
  expect(dueAt).toBe(Date.parse("2026-12-02T10:00:00+09:00"));
  await world.moveTo("2026-12-02T10:00:00");
  await world.run("seller");
  expect((await sealed())[1]).toBe(Date.parse("2026-12-09T10:00:00+09:00"));
  valueOf(await world.payments.sellers.remove(shop, id));
  expect(await sealed()).toEqual([null, null]);
});
