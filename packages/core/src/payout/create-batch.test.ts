import { expect, test } from "vitest";

import { createPayoutWorld, item, type PayoutWorld } from "../../test/payout-world.ts";
import { codeOf, createWorld, shop, valueOf } from "../../test/world.ts";

/** The fields that a refusal names. */
function faults(answer: Awaited<ReturnType<PayoutWorld["batch"]>>) {
  return answer.ok ? [] : [answer.error.code, ...(answer.error.details ?? []).map(({ field }) => field)];
}

async function nothingMade(world: PayoutWorld, available = 1_000_000) {
  expect(valueOf(await world.payments.payouts.list(shop)).items).toEqual([]);
  expect(await world.balances()).toMatchObject({ available, reserved: 0 });
}

const value = (amount: unknown) => ({ refPayoutId: "a", destination: "x", amount: { value: amount } });
const ref = (refPayoutId: unknown) => ({ refPayoutId, destination: "x", amount: { value: 1 } });

test.each<[string, unknown, string]>([
  ["no list", {}, "body"],
  ["no payout", [], "body"],
  ["101 payouts", Array.from({ length: 101 }, (_, n) => ref(`r${n}`)), "body"],
  ["an amount of 0", [value(0)], "0.amount.value"],
  ["an amount below 0", [value(-1)], "0.amount.value"],
  ["a broken amount", [value(1.5)], "0.amount.value"],
  ["an amount as a text", [value("1000")], "0.amount.value"],
  ["an amount of 1,000,000,000", [value(1_000_000_000)], "0.amount.value"],
  ["another currency", [{ ...value(1), amount: { value: 1, currency: "USD" } }], "0.amount.currency"],
  ["an empty refPayoutId", [ref("")], "0.refPayoutId"],
  ["a refPayoutId of 51", [ref("r".repeat(51))], "0.refPayoutId"],
  ["a refPayoutId with a blank", [ref("a b")], "0.refPayoutId"],
  ["one of the service's own refPayoutIds", [ref("wonflow.transfer.2026-11-25")], "0.refPayoutId"],
  ["no destination", [ref("ok"), { refPayoutId: "b", amount: { value: 1 } }], "1.destination"],
])("%s is refused by its field", async (_what, input, field) => {
  const world = await createPayoutWorld();
  // A program without types may send this input.
  const answer = await world.payments.payouts.createBatch(shop, input as Parameters<typeof world.batch>);
  expect(faults(answer)).toEqual(["INVALID_REQUEST", field]);
  await nothingMade(world);
});

test.each<[string, object]>([
  ["1 won", { amount: { value: 1 } }],
  ["999,999,999 won", { amount: { value: 999_999_999, currency: "KRW" } }],
  ["a refPayoutId of 50", { refPayoutId: "r".repeat(50) }],
  ["a refPayoutId of 1", { refPayoutId: "r" }],
  ["every character of a refPayoutId", { refPayoutId: "Az09_.:-" }],
  ["a refPayoutId that only looks like ours", { refPayoutId: "wonflow-1" }],
])("%s is taken", async (_what, change) => {
  const world = await createPayoutWorld({ available: 2_000_000_000 });
  const { id } = await world.seller();
  expect(codeOf(await world.batch({ ...item("a", id), ...change }))).toBe("ok");
});

test("100 payouts in one batch, each with its own id, in the order of the request", async () => {
  const world = await createPayoutWorld();
  const items = [];
  for (let n = 0; n < 100; n += 1) items.push(item(`r${n}`, (await world.seller({ refSellerId: `s${n}` })).id, n + 1));
  const { payouts } = valueOf(await world.batch(...items));
  expect(payouts).toMatchObject({ size: 100, hasMore: false, nextCursor: null });
  expect(payouts.items.map(({ refPayoutId }) => refPayoutId)).toEqual(items.map(({ refPayoutId }) => refPayoutId));
  expect(new Set(payouts.items.map(({ batchId }) => batchId)).size).toBe(1);
  expect(new Set(payouts.items.map(({ id }) => id)).size).toBe(100);
  const begin = world.clock.now().toString(36).padStart(9, "0");
  for (const { id, batchId } of payouts.items) {
    expect([id.slice(0, 16), batchId?.slice(0, 15)]).toEqual([`payout_${begin}`, `batch_${begin}`]);
  }
  expect(await world.balances()).toMatchObject({ available: 1_000_000 - 5050, reserved: 5050 });
});

/**
 * The faults of a request in the order of precedence: `make` gives an item with this fault and none that precedes it.
 */
const faulty: readonly (readonly [code: string, make: (world: PayoutWorld) => Promise<ReturnType<typeof item>>])[] = [
  [
    "DUPLICATE_REF_PAYOUT_ID",
    async (world) => {
      const { id } = await world.seller({ refSellerId: "used-ref" });
      valueOf(await world.batch(item("used", id, 1)));
      return item("used", (await world.seller({ refSellerId: "another" })).id, 2);
    },
  ],
  ["NOT_FOUND_SELLER", async () => item("not-found", "seller_none")],
  [
    "SELLER_NOT_REGISTERED",
    async (world) => {
      const register = world.bank.onRegister;
      world.bank.onRegister = async () => ({ outcome: "unknown", reason: "slow" });
      const { id } = await world.seller({ refSellerId: "not-registered" });
      world.bank.onRegister = register;
      return item("not-registered", id);
    },
  ],
  [
    "PAYOUT_PROVIDER_SLOT_CONFLICT",
    async (world) => {
      const { id } = await world.seller({ refSellerId: "paid-today" });
      valueOf(await world.batch(item("first-today", id, 1)));
      return item("second-today", id, 1);
    },
  ],
  ["NOT_ENOUGH_AMOUNT", async (world) => item("too-much", (await world.seller({ refSellerId: "rich" })).id, 1_000_001)],
];

const pairs = faulty.flatMap(([first, makeFirst], n) =>
  faulty.slice(n + 1).map(([second, makeSecond]) => [first, second, makeFirst, makeSecond] as const),
);

test.each(pairs)(
  "%s takes precedence over %s, in any order of items",
  async (first, _second, makeFirst, makeSecond) => {
    const world = await createPayoutWorld();
    const one = await makeFirst(world);
    const other = await makeSecond(world);
    const before = await world.balances();
    expect(codeOf(await world.batch(one, other))).toBe(first);
    expect(codeOf(await world.batch(other, one))).toBe(first);
    expect(await world.balances()).toEqual(before);
  },
);

test("a missing contract takes precedence over all faults but those of the request's shape", async () => {
  const world = await createPayoutWorld();
  const { id } = await world.seller();
  const payout = item("a", id);
  valueOf(await world.batch(payout));
  valueOf(await world.payments.merchants.register({ ...shop, name: "Corner Shop", feeRate: "0" }));
  expect(codeOf(await world.batch(payout))).toBe("PAYOUT_NOT_ENABLED");
  expect(codeOf(await world.batch(item("b", "seller_none")))).toBe("PAYOUT_NOT_ENABLED");
  expect(codeOf(await world.batch(item("", id)))).toBe("INVALID_REQUEST");
});

test("a merchant that is not registered in this mode is refused", async () => {
  const { payments } = await createWorld();
  const answer = await payments.payouts.createBatch({ mId: 99, mode: "test" }, [item("a", "seller_none")]);
  expect(codeOf(answer)).toBe("FORBIDDEN_REQUEST");
});

test("exactly the items at fault are named", async () => {
  const world = await createPayoutWorld();
  const { id } = await world.seller();
  const other = await world.seller({ refSellerId: "other" });
  const gone = await world.seller({ refSellerId: "gone" });
  valueOf(await world.payments.sellers.remove(shop, gone.id));
  expect(faults(await world.batch(item("a", id), item("b", gone.id), item("c", "x\ny")))).toEqual([
    "NOT_FOUND_SELLER",
    "1.destination",
    "2.destination",
  ]);
  expect(faults(await world.batch(item("a", id), item("b", other.id), item("a", other.id)))).toEqual([
    "DUPLICATE_REF_PAYOUT_ID",
    "2.refPayoutId",
  ]);
  expect(faults(await world.batch(item("a", id), item("b", other.id), item("c", id)))).toEqual([
    "PAYOUT_PROVIDER_SLOT_CONFLICT",
    "2.destination",
  ]);
  expect(faults(await world.batch(item("a", id, 1_000_000), item("b", other.id, 1)))).toEqual([
    "NOT_ENOUGH_AMOUNT",
    "body",
  ]);
  await nothingMade(world);
});

test("slots that are taken by an earlier payout and by the same request are both named", async () => {
  const world = await createPayoutWorld();
  const { id } = await world.seller();
  const other = await world.seller({ refSellerId: "other" });
  valueOf(await world.batch(item("earlier", id)));
  expect(faults(await world.batch(item("a", other.id), item("b", id), item("c", other.id)))).toEqual([
    "PAYOUT_PROVIDER_SLOT_CONFLICT",
    "1.destination",
    "2.destination",
  ]);
});

test("a taken slot is found by one failed commit and a second pass", async () => {
  let commits = 0;
  const world = await createPayoutWorld({
    store: (store) => ({
      ...store,
      commit: (changeSet) => ((commits += 1), store.commit(changeSet)),
    }),
  });
  const { id } = await world.seller();
  valueOf(await world.batch(item("earlier", id)));
  commits = 0;
  expect(codeOf(await world.batch(item("a", id)))).toBe("PAYOUT_PROVIDER_SLOT_CONFLICT");
  expect(commits).toBe(1);
});

test("the whole available amount can be reserved, and not a won more", async () => {
  const world = await createPayoutWorld();
  const { id } = await world.seller();
  const other = await world.seller({ refSellerId: "other" });
  expect(codeOf(await world.batch(item("a", id, 600_000), item("b", other.id, 400_001)))).toBe("NOT_ENOUGH_AMOUNT");
  expect(codeOf(await world.batch(item("a", id, 600_000), item("b", other.id, 400_000)))).toBe("ok");
  expect(await world.balances()).toMatchObject({ available: 0, reserved: 1_000_000 });
});

test("nothing is reserved from a balance below zero", async () => {
  const world = await createPayoutWorld();
  const { id } = await world.seller();
  const [payment] = valueOf(await world.payments.intents.list(shop)).items;
  valueOf(await world.batch(item("a", id, 900_000)));
  await world.cancel(payment?.intentKey ?? "");
  expect(await world.balances()).toMatchObject({ available: -900_000 });
  const other = await world.seller({ refSellerId: "other" });
  expect(codeOf(await world.batch(item("b", other.id, 1)))).toBe("NOT_ENOUGH_AMOUNT");
});

test("the same payouts again, in another order and on a later day, answer the earlier batch", async () => {
  const world = await createPayoutWorld();
  const [a, b] = [await world.seller(), await world.seller({ refSellerId: "other" })];
  const first = valueOf(await world.batch(item("a", a.id, 1000), item("b", b.id, 2000)));
  await world.run("payout");
  await world.moveTo("2026-11-30T10:00:00");
  const again = valueOf(await world.batch(item("b", b.id, 2000), item("a", a.id, 1000)));
  expect(again.isNew).toBe(false);
  expect(again.payouts.items.map(({ id }) => id)).toEqual(first.payouts.items.map(({ id }) => id));
  expect(again.payouts.items.map(({ status }) => status)).toEqual(["REQUESTED", "REQUESTED"]);
  expect(await world.balances()).toMatchObject({ reserved: 3000 });
});

test("a batch with more, fewer or other payouts under the same refPayoutIds is refused whole", async () => {
  const world = await createPayoutWorld();
  const [a, b, c] = [
    await world.seller(),
    await world.seller({ refSellerId: "b" }),
    await world.seller({ refSellerId: "c" }),
  ];
  valueOf(await world.batch(item("a", a.id, 1000), item("b", b.id, 2000)));
  valueOf(await world.batch(item("c", c.id, 3000)));
  const one = item("a", a.id, 1000);
  const others: readonly (readonly ReturnType<typeof item>[])[] = [
    [one],
    [one, one],
    [one, item("b", b.id, 2001)],
    [one, item("b", a.id, 2000)],
    [one, item("b", b.id, 2000), item("d", c.id, 1)],
    [one, item("b", b.id, 2000), item("c", c.id, 3000)],
    [item("c", c.id, 3000), one],
  ];
  for (const items of others) expect(codeOf(await world.batch(...items))).toBe("DUPLICATE_REF_PAYOUT_ID");
  expect(await world.balances()).toMatchObject({ reserved: 6000 });
});

test("a repeat answers the earlier batch also without its seller and without money", async () => {
  const world = await createPayoutWorld();
  const { id } = await world.seller();
  const payout = item("a", id, 1_000_000);
  valueOf(await world.batch(payout));
  valueOf(await world.payments.sellers.remove(shop, id));
  expect(valueOf(await world.batch(payout)).isNew).toBe(false);
});

test("a seller is paid once a day, also if the first payout failed, and again on the next", async () => {
  const world = await createPayoutWorld();
  const { id } = await world.seller();
  world.bank.onSubmit = async () => ({ outcome: "refused", code: "PAYOUT_REJECTED" });
  const { payouts } = valueOf(await world.batch(item("a", id)));
  await world.run("payout");
  expect((await world.payout(payouts.items[0]?.id ?? "")).status).toBe("FAILED");
  expect(codeOf(await world.batch(item("b", id)))).toBe("PAYOUT_PROVIDER_SLOT_CONFLICT");
  await world.moveTo("2026-11-26T09:00:00");
  expect(codeOf(await world.batch(item("b", id)))).toBe("ok");
});

test.each([
  ["2026-11-25T14:59:59.999", "2026-11-25"],
  ["2026-11-25T15:00:00", "2026-11-26"],
  ["2026-11-26T00:00:00", "2026-11-26"],
  ["2026-11-27T15:00:00", "2026-11-30"],
  ["2026-11-28T09:00:00", "2026-11-30"],
  ["2026-11-29T23:59:59.999", "2026-11-30"],
  // 25 December is a holiday, and a Friday.
  ["2026-12-24T15:00:00", "2026-12-28"],
  ["2026-12-25T09:00:00", "2026-12-28"],
])("a payout that is requested at %s is paid on %s", async (time, payoutDate) => {
  const world = await createPayoutWorld();
  const { id } = await world.seller();
  await world.moveTo(time);
  expect(valueOf(await world.batch(item("a", id))).payouts.items[0]?.payoutDate).toBe(payoutDate);
});

test("a batch has the time of its request, also if its read ends after our cut-off", async () => {
  let slow = false;
  const world = await createPayoutWorld({
    store: (memory) => ({
      ...memory,
      async read(...asked) {
        if (slow) await world.clock.advance(60_000);
        slow = false;
        return memory.read(...asked);
      },
    }),
  });
  const { id } = await world.seller();
  await world.moveTo("2026-11-25T14:59:30");
  slow = true;
  const { payouts } = valueOf(await world.batch(item("a", id)));
  expect(payouts.items[0]).toMatchObject({ payoutDate: "2026-11-25" });
  expect(world.clock.now()).toBe(Date.parse("2026-11-25T15:00:30+09:00"));
});

test("a day that another process has just closed has no payouts", async () => {
  const world = await createPayoutWorld();
  const { id } = await world.seller();
  valueOf(await world.batch(item("a", id)));
  const other = await createWorld({ sharing: world, merchant: { contracts: { payouts: true } } });
  valueOf(await other.payments.calendar.close("2026-11-26"));
  await world.moveTo("2026-11-25T15:00:00");
  expect(valueOf(await world.batch(item("b", id))).payouts.items[0]?.payoutDate).toBe("2026-11-27");
});

test("a payout date past the calendar's end is refused", async () => {
  const world = await createPayoutWorld({
    holidays: { firstDay: "2026-01-01", lastDay: "2026-11-25", has: () => false },
  });
  const { id } = await world.seller();
  await world.moveTo("2026-11-25T15:00:00");
  expect(codeOf(await world.batch(item("a", id)))).toBe("CALENDAR_ENDED");
  await nothingMade(world);
});

test("of two simultaneous batches that exceed the balance together, one is reserved", async () => {
  const world = await createPayoutWorld();
  const sellers = await Promise.all(["a", "b", "c"].map((refSellerId) => world.seller({ refSellerId })));
  const answers = await Promise.all(sellers.map(({ id }, n) => world.batch(item(`r${n}`, id, 600_000))));
  expect(answers.map(codeOf).toSorted()).toEqual(["NOT_ENOUGH_AMOUNT", "NOT_ENOUGH_AMOUNT", "ok"]);
  expect(await world.balances()).toMatchObject({ available: 400_000, reserved: 600_000 });
});

/** A world in which a test can act between the decision of a batch and its commit. */
async function interrupted() {
  let meanwhile: (() => Promise<unknown>) | undefined;
  const world = await createPayoutWorld({
    store: (memory) => ({
      ...memory,
      async commit(changeSet) {
        const before = meanwhile;
        if (changeSet.floors.length > 0 && before !== undefined) {
          meanwhile = undefined;
          await before();
        }
        return memory.commit(changeSet);
      },
    }),
  });
  const { id } = await world.seller();
  return { ...world, id, beforeCommit: (run: () => Promise<unknown>) => (meanwhile = run) };
}

test("money that is spent between the decision and the commit is not reserved twice", async () => {
  const world = await interrupted();
  const postings = [
    { account: "available", amount: 500_000 },
    { account: "reserved", amount: -500_000 },
  ] as const;
  const another = { id: "another-process", tenant: "7:test", reference: "another", postings } as const;
  world.beforeCommit(() =>
    world.memory.commit({ ...another, at: world.clock.now(), expect: [], writes: [], floors: [], tallies: [] }),
  );
  expect(codeOf(await world.batch(item("a", world.id, 600_000)))).toBe("NOT_ENOUGH_AMOUNT");
  expect(await world.balances()).toMatchObject({ available: 500_000, reserved: 500_000 });
});

test("a seller that is deleted between the decision and the commit is not paid", async () => {
  const world = await interrupted();
  world.beforeCommit(() => world.payments.sellers.remove(shop, world.id));
  expect(codeOf(await world.batch(item("a", world.id)))).toBe("NOT_FOUND_SELLER");
  await nothingMade(world);
});

test("an idempotency key gives the first answer again, and belongs to one request", async () => {
  const world = await createPayoutWorld();
  const { id } = await world.seller();
  const once = { idempotencyKey: "payday" };
  const create = (value: number) => world.payments.payouts.createBatch(shop, [item("a", id, value)], once);
  const first = await create(1000);
  await world.run("payout");
  // To the last byte: clients may compare answers.
  expect(JSON.stringify(await create(1000))).toBe(JSON.stringify(first));
  expect(codeOf(await create(2000))).toBe("IDEMPOTENCY_KEY_REUSED");
  expect(await world.balances()).toMatchObject({ reserved: 1000 });
});

test("an idempotency key that repeated an earlier batch answers the same again", async () => {
  const world = await createPayoutWorld();
  const { id } = await world.seller();
  valueOf(await world.batch(item("a", id)));
  const once = { idempotencyKey: "payday" };
  const repeated = await world.payments.payouts.createBatch(shop, [item("a", id)], once);
  await world.run("payout");
  expect(await world.payments.payouts.createBatch(shop, [item("a", id)], once)).toEqual(repeated);
});

test("in a mode without a bank nothing is reserved, and the refusal names the setting", async () => {
  const world = await createPayoutWorld();
  const seller = await world.seller();
  const without = await createWorld({ sharing: world, merchant: { feeRate: "0", contracts: { payouts: true } } });
  const refused = await without.payments.payouts.createBatch(shop, [item("p1", seller.id)]);
  expect(refused).toMatchObject({ error: { code: "FORBIDDEN_REQUEST", details: [{ field: "mode" }] } });
  expect(JSON.stringify(refused)).toContain("payoutBanks.test of createPayments");
  expect(await world.balances()).toMatchObject({ available: 1_000_000, reserved: 0 });
  const made = valueOf(await world.batch(item("p1", seller.id)));
  // A repeat is answered all the same.
  const again = valueOf(await without.payments.payouts.createBatch(shop, [item("p1", seller.id)]));
  expect(again.payouts).toEqual(made.payouts);
});
