import { expect, test } from "vitest";

import { createWorld, shop, valueOf, type World } from "../../../test/world.ts";

const orderId = (n: number) => `order-20261120-${String(n).padStart(4, "0")}`;

async function paidAndCanceled(world: World) {
  const first = await world.paid({ orderId: orderId(1) });
  const second = await world.paid({ orderId: orderId(2) });
  valueOf(await world.cancel(first.intentKey, 100));
  return [first.intentKey, second.intentKey, first.intentKey];
}

test("a merchant's entries are listed page by page with their causes", async () => {
  const world = await createWorld();
  const references = await paidAndCanceled(world);
  const { ledger } = world.payments;
  const whole = valueOf(await ledger.list(shop));
  expect(whole.items.map(({ reference }) => reference)).toEqual(references);
  expect(whole).toMatchObject({ hasMore: false, size: 3, nextCursor: null });
  const first = valueOf(await ledger.list(shop, { limit: 2 }));
  expect(first).toMatchObject({ hasMore: true, size: 2, items: whole.items.slice(0, 2) });
  const second = valueOf(await ledger.list(shop, { limit: 2, startingAfter: first.nextCursor ?? "" }));
  expect(second).toMatchObject({ hasMore: false, size: 1, nextCursor: null, items: whole.items.slice(2) });
});

test("a cursor is good for one merchant's ledger, and no other text is one", async () => {
  const world = await createWorld();
  await paidAndCanceled(world);
  const { ledger, intents } = world.payments;
  const { nextCursor } = valueOf(await ledger.list(shop, { limit: 1 }));
  const ofPayments = valueOf(await intents.list(shop, { limit: 1 })).nextCursor;
  const refused = { ok: false, error: { code: "INVALID_REQUEST", details: [{ field: "startingAfter" }] } };
  expect(await ledger.list({ ...shop, mId: 8 }, { startingAfter: nextCursor ?? "" })).toMatchObject(refused);
  expect(await ledger.list(shop, { startingAfter: ofPayments ?? "" })).toMatchObject(refused);
  expect(await ledger.list(shop, { startingAfter: "x" })).toMatchObject(refused);
  expect(await ledger.list(shop, { limit: 0 })).toMatchObject({ ok: false, error: { details: [{ field: "limit" }] } });
});

test("an audit recomputes every balance from the postings, and names the differences", async () => {
  const sound = await createWorld();
  await paidAndCanceled(sound);
  const balances = await sound.payments.ledger.balances(shop);
  expect(await sound.payments.ledger.audit(shop)).toEqual({ balances, differences: [] });

  const wrong = await createWorld({
    store: (store) => ({
      ...store,
      async sumPostings(tenant) {
        const { sums } = await store.sumPostings(tenant);
        return { balances: { ...sums, pending: sums.pending + 7 }, sums };
      },
    }),
  });
  await paidAndCanceled(wrong);
  const { differences } = await wrong.payments.ledger.audit(shop);
  expect(differences).toEqual([{ account: "pending", balance: balances.pending + 7, postings: balances.pending }]);
});
