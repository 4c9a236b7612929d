import { expect, test } from "vitest";
import { createWorld, shop, valueOf, type World } from "../../../test/world.ts";
import { intentRecord, newIntent } from "./intent.ts";
import { mostLookedThrough } from "./list-payments.ts";
import type { ListPaymentsInput } from "./payment-filters.ts";

const order = (n: number) => `order-20261120-000${n}`;

/**
 * Orders 1 to 6, from 20 November on, one a day: paid, canceled in part, canceled, refused, never confirmed, and one
 * whose link is open.
 */
async function sixOrders() {
  const world = await createWorld();
  const day = () => world.clock.advance(24 * 60 * 60 * 1000);
  const kb = await world.paid({ orderId: order(1), amount: { value: 1_000 } });
  await day();
  const shinhan = await world.paid({ orderId: order(2), amount: { value: 20_000 }, card: "shinhan" });
  valueOf(await world.cancel(shinhan.intentKey, 5_000));
  await day();
  const canceled = await world.paid({ orderId: order(3), amount: { value: 30_000 } });
  valueOf(await world.cancel(canceled.intentKey));
  await day();
  const { intentKey, orderId, amount } = await world.authenticated({
    orderId: order(4),
    amount: { value: 40_000 },
    card: "no-funds",
  });
  await world.payments.intents.confirm(shop, { intentKey, orderId, amount });
  await day();
  await world.authenticated({ orderId: order(5), amount: { value: 50_000 } });
  await day();
  await world.payments.work.runDue(10);
  await world.session({ orderId: order(6), amount: { value: 60_000 } });
  const listed = async (input: ListPaymentsInput) => {
    const page = valueOf(await world.payments.intents.list(shop, input));
    return page.items.map(({ orderId: id }) => Number(id.at(-1)));
  };
  return { ...world, kb, listed };
}

test.each<[ListPaymentsInput, readonly number[]]>([
  [{}, [6, 5, 4, 3, 2, 1]],
  [{ status: ["DONE"] }, [1]],
  [{ status: ["DONE", "PARTIAL_CANCELED", "CANCELED"] }, [3, 2, 1]],
  [{ status: ["ABORTED"] }, [4]],
  [{ status: ["EXPIRED"] }, [5]],
  [{ status: ["IN_PROGRESS"] }, []],
  [{ status: ["READY"] }, [6]],
  [{ from: "2026-11-22" }, [6, 5, 4, 3]],
  [{ to: "2026-11-21" }, [2, 1]],
  [{ from: "2026-11-21", to: "2026-11-23" }, [4, 3, 2]],
  [{ amountGte: 20_000 }, [6, 5, 4, 3, 2]],
  [{ amountLte: 20_000 }, [2, 1]],
  [{ amountGte: 20_001, amountLte: 39_999 }, [3]],
  [{ issuerCode: "41" }, [4, 2]],
  [{ issuerCode: "11" }, [5, 3, 1]],
  [{ lastFourDigits: "0009" }, [5, 4, 3, 1]],
  [{ lastFourDigits: "1111" }, []],
  [{ orderId: order(2) }, [2]],
  [{ orderId: order(2), status: ["DONE"] }, []],
  [{ orderId: order(2), to: "2026-11-20" }, []],
  [{ orderId: order(2), from: "2026-11-21", to: "2026-11-21" }, [2]],
  [{ orderId: "order-that-was-never-made" }, []],
  [{ intentKey: "x".repeat(21) }, []],
  [{ status: ["CANCELED"], issuerCode: "41" }, []],
])("%j", async (input, expected) => {
  expect(await (await sixOrders()).listed(input)).toEqual(expected);
});

test("a payment is found by its key, and by the number of its approval, as its receipt shows it", async () => {
  const { kb, listed, payments } = await sixOrders();
  expect(await listed({ intentKey: kb.intentKey })).toEqual([1]);
  expect(await listed({ intentKey: kb.intentKey, orderId: order(2) })).toEqual([]);
  const token = new URL(kb.receipt?.candyUrl ?? "").pathname.split("/").at(-1) ?? "";
  const { approvalNumber } = valueOf(await payments.receipts.read(token)).slips[0];
  expect(await listed({ approvalNumber })).toEqual([1]);
  expect(await listed({ approvalNumber: `${approvalNumber}0` })).toEqual([]);
});

test("a payment just before midnight in Seoul is of that day, and of no other", async () => {
  const world = await createWorld();
  await world.clock.advance(Date.parse("2026-11-20T23:59:59.999+09:00") - world.clock.now());
  await world.session({ orderId: order(1) });
  await world.clock.advance(1);
  await world.session({ orderId: order(2) });
  const of = async (date: string) => {
    const days = { from: date, to: date };
    return valueOf(await world.payments.intents.list(shop, days)).items.map(({ orderId }) => orderId);
  };
  expect([await of("2026-11-20"), await of("2026-11-21")]).toEqual([[order(1)], [order(2)]]);
});

test.each<[ListPaymentsInput, string]>([
  [{ status: [] }, "status"],
  [{ status: ["PAID" as "DONE"] }, "status.0"],
  [{ from: "2026-11-31" }, "from"],
  [{ from: "2026-11-22", to: "2026-11-21" }, "from"],
  [{ amountGte: 0 }, "amountGte"],
  [{ amountGte: 2, amountLte: 1 }, "amountGte"],
  [{ issuerCode: "KB국민" }, "issuerCode"],
  [{ lastFourDigits: "009" }, "lastFourDigits"],
  [{ approvalNumber: "" }, "approvalNumber"],
  [{ orderId: "short" }, "orderId"],
  [{ intentKey: "short" }, "intentKey"],
])("%j is refused by its field", async (input, field) => {
  const { payments } = await createWorld();
  expect(await payments.intents.list(shop, input)).toMatchObject({ error: { details: [{ field }] } });
});

test("pages of a filter have each payment once, and their cursor is for the same filter", async () => {
  const { payments } = await sixOrders();
  const filter = { status: ["DONE", "PARTIAL_CANCELED", "CANCELED"] } satisfies ListPaymentsInput;
  const first = valueOf(await payments.intents.list(shop, { ...filter, limit: 2 }));
  expect(first.items.map(({ orderId }) => orderId)).toEqual([order(3), order(2)]);
  const startingAfter = first.nextCursor;
  const second = valueOf(await payments.intents.list(shop, { ...filter, limit: 2, startingAfter }));
  expect(second).toMatchObject({ hasMore: false, nextCursor: null, items: [{ orderId: order(1) }] });
  for (const other of [{}, { status: ["DONE"] as const }]) {
    const answer = await payments.intents.list(shop, { ...other, startingAfter } as ListPaymentsInput);
    expect(answer).toMatchObject({ error: { details: [{ field: "startingAfter" }] } });
  }
});

/** Payments that no link was ever opened for, as many as one page looks through and some more. */
async function manyOrders(world: World, count: number) {
  for (let from = 0; from < count; from += 1_000) {
    const numbers = Array.from({ length: Math.min(1_000, count - from) }, (_, index) => from + index);
    const writes = numbers.map((number) => {
      const intentKey = `many-${String(number).padStart(16, "0")}`;
      const about = { orderId: `many-orders-${number}`, orderName: "Tea", customerId: "c_many" };
      return intentRecord.make(newIntent({ ...about, intentKey, totalAmount: 1, requestedAt: 1_000 + number }));
    });
    await world.memory.commit({
      id: `many ${from}`,
      tenant: "7:test",
      at: world.clock.now(),
      expect: writes.map(({ key }) => ({ key, version: "absent" })),
      writes: writes.map(({ how: _how, ...write }) => write),
      postings: [],
      reference: "many",
      floors: [],
      tallies: [],
    });
  }
}

test("a page looks through 10,000 payments; its cursor continues, also if it has found none", async () => {
  let looked = 0;
  const world = await createWorld({
    store: (store) => ({
      ...store,
      async list(...asked) {
        const found = await store.list(...asked);
        looked += found.length;
        return found;
      },
    }),
  });
  await manyOrders(world, mostLookedThrough + 1);
  const { list } = world.payments.intents;
  const rare = { status: ["DONE"] } satisfies ListPaymentsInput;
  const first = valueOf(await list(shop, rare));
  expect([first.hasMore, first.size, first.items, looked]).toEqual([true, 0, [], mostLookedThrough]);
  const second = valueOf(await list(shop, { ...rare, startingAfter: first.nextCursor }));
  expect([second.hasMore, second.nextCursor, looked]).toEqual([false, null, mostLookedThrough + 1]);
  looked = 0;
  const common = valueOf(await list(shop, { status: ["READY"], limit: 5 }));
  expect([common.size, common.hasMore, looked]).toEqual([5, true, 100]);
  looked = 0;
  valueOf(await list(shop, { limit: 5 }));
  expect(looked).toBe(6);
});

test("a search parses no more of a payment than it needs until it fits, and checks all of one that does", async () => {
  const world = await createWorld({
    store: (store) => ({
      ...store,
      async list(...asked) {
        const found = await store.list(...asked);
        return found.map((record) => ({ ...record, body: { ...Object(record.body), orderName: 7 } }));
      },
    }),
  });
  await manyOrders(world, 3);
  const { list } = world.payments.intents;
  expect(valueOf(await list(shop, { status: ["DONE"] })).items).toEqual([]);
  await expect(list(shop, { status: ["READY"] })).rejects.toThrow("orderName");
});

test("no read of a page is of more than 100 records, of payments or of what belongs to them", async () => {
  const sizes: number[] = [];
  const world = await createWorld({
    store: (store) => ({
      ...store,
      list(tenant, request) {
        sizes.push(request.limit);
        return store.list(tenant, request);
      },
      read(tenant, request) {
        sizes.push(request.keys.length);
        return store.read(tenant, request);
      },
    }),
  });
  await manyOrders(world, 303);
  const { list } = world.payments.intents;
  for (const filter of [{}, { status: ["READY"] as const }]) {
    sizes.length = 0;
    const first = valueOf(await list(shop, { ...filter, limit: 300 } as ListPaymentsInput));
    expect([first.size, first.hasMore]).toEqual([300, true]);
    const { nextCursor: startingAfter } = first;
    const second = valueOf(await list(shop, { ...filter, limit: 300, startingAfter } as ListPaymentsInput));
    expect([second.size, second.hasMore]).toEqual([3, false]);
    expect(Math.max(...sizes)).toBe(100);
  }
});

test("a payment in the last place of a page is listed once", async () => {
  const world = await createWorld();
  const paid = await world.paid({ orderId: order(1) });
  const old = await world.memory.read("7:test", { keys: [{ kind: "intent", id: paid.intentKey }] });
  expect(old.records).toHaveLength(1);
  await manyOrders(world, mostLookedThrough);
  // The paid one is the newest; all others follow it.
  const rare = { status: ["DONE"], limit: 1 } satisfies ListPaymentsInput;
  const first = valueOf(await world.payments.intents.list(shop, rare));
  expect([first.items.map(({ orderId }) => orderId), first.hasMore]).toEqual([[order(1)], true]);
  const second = valueOf(await world.payments.intents.list(shop, { ...rare, startingAfter: first.nextCursor }));
  expect([second.items, second.hasMore]).toEqual([[], false]);
});
