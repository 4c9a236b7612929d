import { expect, test } from "vitest";
import type { ChangeSet, Store } from "../index.ts";
import { createIdentityWorld, dayMs, doAllDue, kyc } from "../../test/identity-world.ts";
import { cardEntry, codeOf, sessionInput, shop, valueOf } from "../../test/world.ts";

const settings = { unpaidIdentityLifetimeMs: 5 * dayMs, paidIdentityLifetimeMs: 40 * dayMs };
const minute = 60_000;

type IdentityWorld = Awaited<ReturnType<typeof createIdentityWorld>>;

/** The key of the only payment of an order. */
async function keyOf({ payments }: IdentityWorld, orderId: string): Promise<string> {
  return valueOf(await payments.intents.lookUp(shop, { orderId })).intentKey;
}

/** The events of a payment, and for how many days from which moment the data are kept. */
const cases: readonly (readonly [
  name: string,
  days: number,
  happens: (world: IdentityWorld) => Promise<{ readonly intentKey: string; readonly from: number }>,
])[] = [
  [
    "a link that was never opened, from its end",
    5,
    async (world) => {
      const from = world.clock.now() + 30 * minute;
      await world.session({ kyc });
      return { intentKey: await keyOf(world, sessionInput.orderId), from };
    },
  ],
  [
    "a payment that was never confirmed, from the end of its link",
    5,
    async (world) => {
      const from = world.clock.now() + 30 * minute;
      return { ...(await world.authenticated({ kyc })), from };
    },
  ],
  [
    "a payment that was never confirmed, from the end of its time where that is later",
    5,
    async (world) => {
      const { token } = await world.session({ kyc });
      await world.clock.advance(29 * minute);
      valueOf(await world.payments.checkout.authenticate(token, cardEntry("kb")));
      return { intentKey: await keyOf(world, sessionInput.orderId), from: world.clock.now() + 10 * minute };
    },
  ],
  [
    "a payment that the gateway refused, from the end of its link",
    5,
    async (world) => {
      const from = world.clock.now() + 30 * minute;
      const confirmation = await world.authenticated({ kyc, card: "no-funds" });
      await world.payments.intents.confirm(shop, confirmation);
      return { ...confirmation, from };
    },
  ],
  [
    "a payment, from its settlement",
    40,
    async (world) => {
      const { intentKey } = await world.paid({ kyc });
      return { intentKey, from: Date.parse("2026-11-25T00:00:00+09:00") };
    },
  ],
  [
    "a payment that was canceled before its settlement, from then",
    40,
    async (world) => {
      const { intentKey } = await world.paid({ kyc });
      await world.clock.advance(dayMs);
      valueOf(await world.cancel(intentKey));
      return { intentKey, from: world.clock.now() };
    },
  ],
  [
    "a payment that was canceled in part long after, from the settlement of that",
    40,
    async (world) => {
      const { intentKey } = await world.paid({ kyc });
      await world.moveTo(Date.parse("2026-12-24T10:00:00+09:00"));
      valueOf(await world.cancel(intentKey, 1_000));
      // Christmas is a holiday, and a weekend follows.
      return { intentKey, from: Date.parse("2026-12-28T00:00:00+09:00") };
    },
  ],
];

test.each(cases)("identity data of a payer are kept for their time: %s (%d days)", async (_name, days, happens) => {
  const world = await createIdentityWorld({ settings });
  const { intentKey, from } = await happens(world);
  await world.moveTo(from + days * dayMs - dayMs);
  const before = await world.lookUp(intentKey);
  expect(await world.isIdentified(intentKey)).toBe(true);
  await world.moveTo(from + days * dayMs - 1);
  expect(await world.isIdentified(intentKey)).toBe(true);
  await world.moveTo(from + days * dayMs + dayMs);
  expect(await world.isIdentified(intentKey)).toBe(false);
  // Every look-up answers as before.
  expect(await world.lookUp(intentKey)).toEqual(before);
  expect(world.notices).toEqual([]);
});

test("data are deleted when their time is over, once a process looks", async () => {
  const world = await createIdentityWorld({ settings });
  await world.session({ kyc });
  const intentKey = await keyOf(world, sessionInput.orderId);
  const until = world.clock.now() + 30 * minute + 5 * dayMs;
  // A look before the end of the time makes it due at its end.
  await world.moveTo(until - 10 * minute);
  await world.moveTo(until - 1);
  expect(await world.isIdentified(intentKey)).toBe(true);
  await world.moveTo(until);
  expect(await world.isIdentified(intentKey)).toBe(false);
});

test("a payment keeps its data until its net-cancel is acknowledged, and ends as without the wait", async () => {
  const world = await createIdentityWorld({ settings });
  const confirmation = await world.authenticated({ kyc });
  world.gateway.faults.schedule(() => "refused-connection");
  const confirmed = world.payments.intents.confirm(shop, confirmation);
  await world.clock.advance(31_000);
  expect(codeOf(await confirmed)).toBe("UNKNOWN_PAYMENT_ERROR");
  for (let day = 0; day < 9; day += 1) {
    await world.clock.advance(dayMs);
    await doAllDue(world);
  }
  expect(await world.isIdentified(confirmation.intentKey)).toBe(true);
  world.gateway.faults.schedule();
  await world.clock.advance(dayMs);
  await doAllDue(world);
  expect(await world.status(confirmation.intentKey)).toBe("ABORTED");
  await world.clock.advance(dayMs);
  await doAllDue(world);
  expect(await world.isIdentified(confirmation.intentKey)).toBe(false);
});

test("data are kept until a cancellation has its outcome", async () => {
  const world = await createIdentityWorld({ settings });
  const { intentKey } = await world.paid({ kyc });
  await world.moveTo(Date.parse("2026-12-30T10:00:00+09:00"));
  world.gateway.faults.schedule(() => "refused-connection");
  void world.cancel(intentKey);
  await world.clock.advance(minute);
  await world.moveTo(Date.parse("2027-02-25T10:00:00+09:00"));
  expect(await world.isIdentified(intentKey)).toBe(true);
  world.gateway.faults.schedule();
  await world.moveTo(Date.parse("2027-02-27T10:00:00+09:00"));
  expect(await world.status(intentKey)).toBe("CANCELED");
  expect(await world.isIdentified(intentKey)).toBe(true);
});

test("data are kept until the settlement, however short their lifetime", async () => {
  const world = await createIdentityWorld({ settings: { ...settings, paidIdentityLifetimeMs: minute } });
  const { intentKey } = await world.paid({ kyc });
  await world.moveTo(Date.parse("2026-11-24T23:59:59+09:00"));
  expect(await world.isIdentified(intentKey)).toBe(true);
  // The next step settles it, and a look follows a day later.
  await world.moveTo(Date.parse("2026-11-27T00:00:00+09:00"));
  expect(await world.isIdentified(intentKey)).toBe(false);
});

test("data are kept until a cancellation after the settlement is settled too", async () => {
  const world = await createIdentityWorld({ settings: { ...settings, paidIdentityLifetimeMs: 3 * dayMs } });
  const { intentKey } = await world.paid({ kyc });
  await world.moveTo(Date.parse("2026-11-27T10:00:00+09:00"));
  valueOf(await world.cancel(intentKey, 1_000));
  // A weekend without settlements is longer than the lifetime.
  await world.moveTo(Date.parse("2026-11-30T12:00:00+09:00"));
  expect(await world.isIdentified(intentKey)).toBe(true);
  await world.moveTo(Date.parse("2026-12-02T23:00:00+09:00"));
  expect(await world.isIdentified(intentKey)).toBe(true);
  await world.moveTo(Date.parse("2026-12-04T01:00:00+09:00"));
  expect(await world.isIdentified(intentKey)).toBe(false);
});

test("a payment without its data can be canceled like any other", async () => {
  const world = await createIdentityWorld({ settings });
  const { intentKey } = await world.paid({ kyc });
  await world.moveTo(Date.parse("2027-03-02T10:00:00+09:00"));
  expect(await world.isIdentified(intentKey)).toBe(false);
  const canceled = valueOf(await world.cancel(intentKey, 4_000));
  expect(canceled).toMatchObject({ status: "PARTIAL_CANCELED", totalAmount: 10_000 });
  expect(world.gateway.held("7:test")).toBe(6_000);
  expect((await world.payments.ledger.audit(shop)).differences).toEqual([]);
});

test.each([
  ["the data of unpaid checkouts", { unpaidIdentityLifetimeMs: null }, [true, false]],
  ["the data of payments", { paidIdentityLifetimeMs: null }, [false, true]],
  ["all of it", { unpaidIdentityLifetimeMs: null, paidIdentityLifetimeMs: null }, [true, true]],
])("a setting keeps %s without limit", async (_name, change, kept) => {
  const world = await createIdentityWorld({ settings: { ...settings, ...change } });
  const unpaid = await world.authenticated({ kyc, orderId: "order-20261120-0002" });
  const paid = await world.paid({ kyc });
  await world.moveTo(Date.parse("2027-06-01T10:00:00+09:00"));
  expect([await world.isIdentified(unpaid.intentKey), await world.isIdentified(paid.intentKey)]).toEqual(kept);
});

test("a changed lifetime, shorter or longer, holds for data that are kept already", async () => {
  const world = await createIdentityWorld({ settings });
  const [first, second] = [await world.paid({ kyc }), await world.paid({ kyc, orderId: "order-20261120-0002" })];
  await world.moveTo(Date.parse("2026-12-10T10:00:00+09:00"));
  const longer = await world.sharedBy({ ...settings, paidIdentityLifetimeMs: 60 * dayMs });
  // The 40 days are over, and all processes have the longer setting.
  for (let day = 0; day < 30; day += 1) {
    await world.clock.advance(dayMs);
    await doAllDue(longer);
  }
  expect(await world.isIdentified(first.intentKey)).toBe(true);
  const shorter = await world.sharedBy({ ...settings, paidIdentityLifetimeMs: 3 * dayMs });
  await world.clock.advance(dayMs);
  await doAllDue(shorter);
  expect([await world.isIdentified(first.intentKey), await world.isIdentified(second.intentKey)]).toEqual([
    false,
    false,
  ]);
});

test("more payments than one run reads, with and without data, in several processes at once", async () => {
  const world = await createIdentityWorld({ settings });
  const keys: string[] = [];
  for (let n = 0; n < 450; n += 1) {
    const orderId = `order-20261120-${String(n).padStart(4, "0")}`;
    await world.session({ orderId, ...(n % 3 === 0 && { kyc }) });
    keys.push(await keyOf(world, orderId));
    await world.clock.advance(1);
  }
  const others = [await world.sharedBy(settings), await world.sharedBy(settings)];
  await world.clock.advance(6 * dayMs);
  const all = [world, ...others];
  for (let taken = 1; taken > 0;) {
    const done = await Promise.all(all.map(({ payments }) => payments.work.runDue(100)));
    taken = Math.max(...done.map((each) => each.taken));
  }
  // The payments of sessions that expired meanwhile are looked at a day later.
  await world.clock.advance(dayMs);
  await doAllDue(world);
  const kept = await Promise.all(keys.map((key) => world.isIdentified(key)));
  expect(kept.filter(Boolean)).toEqual([]);
  expect(await world.memory.listDue("payerIdentity", 9)).toEqual([]);
  expect([world, ...others].flatMap(({ notices }) => notices)).toEqual([]);
});

/** A store that loses commits of these kinds, every other one after it took place. */
function losing(store: Store, kinds: readonly string[], lost: ChangeSet[]): Store {
  return {
    ...store,
    async commit(changeSet) {
      if (!changeSet.writes.some(({ key }) => kinds.includes(key.kind)) || lost.length >= 40)
        return store.commit(changeSet);
      lost.push(changeSet);
      if (lost.length % 2 === 0) await store.commit(changeSet);
      // Core does not repeat this error, as if the process was killed.
      throw Object.assign(new Error("the database is unavailable"), { name: "StoreUnavailable" });
    },
  };
}

test("a process that dies at a commit has deleted all or nothing, and the next process continues", async () => {
  const lost: ChangeSet[] = [];
  const kinds = ["retention", "identityWalk", "payerIdentity"];
  const world = await createIdentityWorld({ settings });
  const unpaid = await world.authenticated({ kyc, orderId: "order-20261120-0002" });
  const paid = await world.paid({ kyc });
  const dying = await createIdentityWorld({ settings, sharing: world, store: (store) => losing(store, kinds, lost) });
  for (let hour = 0; hour < 24 * 60; hour += 1) {
    await world.clock.advance(60 * minute);
    await dying.payments.work.runDue(100).catch(() => undefined);
  }
  expect(lost).toHaveLength(40);
  expect([await world.isIdentified(unpaid.intentKey), await world.isIdentified(paid.intentKey)]).toEqual([
    false,
    false,
  ]);
  expect((await world.payments.ledger.audit(shop)).differences).toEqual([]);
});

test("a session shows the same after its payer's data are deleted", async () => {
  const world = await createIdentityWorld({ settings });
  const { token, intentKey } = await world.authenticatedLink({ kyc });
  await world.moveTo(world.clock.now() + 3 * dayMs);
  const before = await world.payments.checkout.read(token);
  await world.moveTo(world.clock.now() + 5 * dayMs);
  expect(await world.isIdentified(intentKey)).toBe(false);
  expect(await world.payments.checkout.read(token)).toEqual(before);
});
