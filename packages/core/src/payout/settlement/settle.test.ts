import { testHolidays } from "@wonflow/testkit";
import { describe, expect, test } from "vitest";

import { createWorld, shop, valueOf, type World } from "../../../test/world.ts";

/** The world begins on Friday, 2026-11-20 at 10:00 in Seoul: what is approved then settles on Wednesday, the 25th. */
const day = (yyyyMmDd: string, time = "00:00:00") => Date.parse(`${yyyyMmDd}T${time}+09:00`);

/** Moves the clock to a moment and does what is due by then. */
async function until(world: World, moment: number) {
  await world.clock.advance(moment - world.clock.now());
  await settleAll(world);
}

async function settleAll(world: World) {
  for (let runs = 0; runs < 20; runs += 1) await world.payments.work.runDue();
}

async function made(world: World) {
  const page = valueOf(
    await world.payments.settlements.list(shop, { from: "2020-01-01", to: "2029-12-31", limit: 100 }),
  );
  return page.items;
}

const orderId = (n: number) => `order-20261120-${String(n).padStart(4, "0")}`;

test("a payment settles three business days after its approval, from the beginning of the day in Seoul", async () => {
  const world = await createWorld();
  const payment = await world.paid();
  const expected = {
    settlementId: null,
    orderId: payment.orderId,
    orderName: payment.orderName,
    transactionAmount: 10_000,
    fee: 330,
    vat: 33,
    settlementAmount: 9637,
    approvedAt: "2026-11-20T01:00:00.000Z",
    scheduledAt: "2026-11-24T15:00:00.000Z",
    settledAt: null,
    status: "UNSETTLED",
  };
  expect(valueOf(await world.payments.settlements.lookUpOrder(shop, payment.orderId))).toEqual(expected);
  await until(world, day("2026-11-25") - 1);
  expect(await made(world)).toEqual([]);
  expect(await world.payments.ledger.balances(shop)).toMatchObject({ pending: 9637, available: 0, bank: 0 });

  await until(world, day("2026-11-25"));
  const [settlement, ...others] = await made(world);
  const line = { orderId: payment.orderId, transactionAmount: 10_000, feeRate: 3.3, feeAmount: 330, vatAmount: 33 };
  const settledAt = "2026-11-24T15:00:00.000Z";
  expect(settlement).toEqual({
    settlementId: expect.stringMatching(/^stl\.[\w-]{20}$/),
    amount: 9637,
    settledAt,
    lines: [{ ...line, settledAmount: 9637 }],
  });
  expect(others).toEqual([]);
  const settlementId = settlement?.settlementId ?? "";
  const after = { ...expected, settlementId, settledAt, status: "SETTLED" };
  expect(valueOf(await world.payments.settlements.lookUpOrder(shop, payment.orderId))).toEqual(after);
  expect(valueOf(await world.payments.intents.lookUp(shop, payment)).settlementId).toBe(settlementId);
  expect(valueOf(await world.payments.settlements.lookUp(shop, settlementId))).toEqual(settlement);
  const books = { receivable: 0, bank: 10_000, pending: 0, available: 9637, fee: 330, vat: 33, reserved: 0 };
  expect(await world.payments.ledger.balances(shop)).toEqual(books);
  const entries = await world.payments.ledger.entries(shop, settlementId);
  expect(entries.map(({ postings }) => postings.length)).toEqual([4]);
});

describe("a cancellation", () => {
  test("before the settlement makes the expected line smaller", async () => {
    const world = await createWorld();
    const { intentKey, orderId: id } = await world.paid();
    valueOf(await world.cancel(intentKey, 3_333));
    const shares = { transactionAmount: 6667, fee: 220, vat: 22, settlementAmount: 6425 };
    expect(valueOf(await world.payments.settlements.lookUpOrder(shop, id))).toMatchObject(shares);
    await until(world, day("2026-11-25"));
    expect((await made(world)).map(({ amount }) => amount)).toEqual([6425]);
    expect(await world.payments.ledger.balances(shop)).toMatchObject({ pending: 0, available: 6425, bank: 6667 });
  });

  test("of all before the settlement leaves nothing to settle", async () => {
    const world = await createWorld();
    const { intentKey, orderId: id } = await world.paid();
    valueOf(await world.cancel(intentKey, 1));
    valueOf(await world.cancel(intentKey));
    await until(world, day("2026-12-01"));
    expect(await made(world)).toEqual([]);
    const none = { transactionAmount: 0, fee: 0, vat: 0, settlementAmount: 0, settlementId: null, status: "UNSETTLED" };
    expect(valueOf(await world.payments.settlements.lookUpOrder(shop, id))).toMatchObject(none);
  });

  test("after the settlement is a line below zero on the next business day, at the payment's own rate", async () => {
    const world = await createWorld();
    const { intentKey, orderId: id } = await world.paid();
    await until(world, day("2026-11-25"));
    await world.payments.merchants.register({ ...shop, name: "Corner Shop", feeRate: "5" });
    await until(world, day("2026-11-27", "23:59:59"));
    valueOf(await world.cancel(intentKey, 3_333));
    const before = { pending: 0, available: 6425, receivable: -3333, bank: 10_000, fee: 220, vat: 22 };
    expect(await world.payments.ledger.balances(shop)).toMatchObject(before);
    await until(world, day("2026-11-30") - 1);
    expect(await made(world)).toHaveLength(1);
    await until(world, day("2026-11-30"));
    const [first, second] = await made(world);
    const line = { orderId: id, transactionAmount: -3333, feeRate: 3.3, feeAmount: -110, vatAmount: -11 };
    expect(second).toMatchObject({ amount: -3212, lines: [{ ...line, settledAmount: -3212 }] });
    const [entry] = await world.payments.ledger.entries(shop, second?.settlementId ?? "");
    expect(entry?.postings.map(({ account }) => account)).toEqual(["bank", "receivable"]);
    expect(await world.payments.ledger.balances(shop)).toMatchObject({ available: 6425, receivable: 0, bank: 6667 });
    const net = { transactionAmount: 6667, fee: 220, vat: 22, settlementAmount: 6425, status: "SETTLED" };
    const ofOrder = valueOf(await world.payments.settlements.lookUpOrder(shop, id));
    expect(ofOrder).toMatchObject({ ...net, settlementId: first?.settlementId });

    valueOf(await world.cancel(intentKey));
    await until(world, day("2026-12-01"));
    const zero = { receivable: 0, bank: 0, pending: 0, available: 0, reserved: 0, fee: 0, vat: 0 };
    expect(await world.payments.ledger.balances(shop)).toEqual(zero);
    const nothing = { transactionAmount: 0, fee: 0, vat: 0, settlementAmount: 0, status: "SETTLED" };
    expect(valueOf(await world.payments.settlements.lookUpOrder(shop, id))).toMatchObject(nothing);
  });
});

test("a part without a fee is refunded without one", async () => {
  const world = await createWorld();
  const { intentKey } = await world.paid({ amount: { value: 10_010 } });
  await until(world, day("2026-11-25"));
  valueOf(await world.cancel(intentKey, 10));
  await until(world, day("2026-11-26"));
  const [, second] = await made(world);
  const line = { transactionAmount: -10, feeAmount: 0, vatAmount: 0, settledAmount: -10 };
  expect(second).toMatchObject({ amount: -10, lines: [line] });
});

test("what was canceled in full before its settlement does not hold up others", async () => {
  const world = await createWorld({ settings: { settlementLines: 1 } });
  const first = await world.paid({ orderId: orderId(1) });
  await world.paid({ orderId: orderId(2) });
  const last = await world.paid({ orderId: orderId(3) });
  for (const { intentKey } of [first, last]) valueOf(await world.cancel(intentKey));
  await until(world, day("2026-11-25"));
  expect((await made(world)).map(({ lines }) => lines.map((line) => line.orderId))).toEqual([[orderId(2)]]);
});

test("what is due on a holiday waits, and everything that has become due meanwhile settles together", async () => {
  const world = await createWorld({ merchant: { settlementDays: 1 } });
  await until(world, day("2026-12-23", "12:00:00"));
  await world.paid({ orderId: orderId(1) });
  await until(world, day("2026-12-24", "12:00:00"));
  await world.paid({ orderId: orderId(2) });
  expect((await made(world)).map(({ lines }) => lines.map((line) => line.orderId))).toEqual([[orderId(1)]]);
  await until(world, day("2026-12-25", "12:00:00"));
  await world.paid({ orderId: orderId(3) });
  await until(world, day("2026-12-28") - 1);
  expect(await made(world)).toHaveLength(1);
  await until(world, day("2026-12-28"));
  const [, second] = await made(world);
  expect(second?.lines.map((line) => line.orderId)).toEqual([orderId(2), orderId(3)]);
});

test("a settlement has a bounded number of lines; a day may have several", async () => {
  const world = await createWorld({ settings: { settlementLines: 2 } });
  for (let n = 1; n <= 5; n += 1) await world.paid({ orderId: orderId(n) });
  await until(world, day("2026-11-25"));
  const settlements = await made(world);
  expect(settlements.map(({ lines }) => lines.length)).toEqual([2, 2, 1]);
  expect(new Set(settlements.flatMap(({ lines }) => lines.map((line) => line.orderId))).size).toBe(5);
  expect(await world.payments.ledger.balances(shop)).toMatchObject({ pending: 0, available: 5 * 9637 });
});

test("a run makes ten settlements, and what is left is due again at once", async () => {
  const world = await createWorld({ settings: { settlementLines: 1 } });
  for (let n = 1; n <= 12; n += 1) await world.paid({ orderId: orderId(n) });
  await world.clock.advance(day("2026-11-25") - world.clock.now());
  await Promise.all(await world.payments.work.start("settlementSchedule", 10));
  expect(await made(world)).toHaveLength(10);
  await Promise.all(await world.payments.work.start("settlementSchedule", 10));
  expect(await made(world)).toHaveLength(12);
});

test("a run that finds nothing to do commits when it comes again, and no more", async () => {
  const world = await createWorld();
  const { commit } = world.memory;
  const written: string[] = [];
  world.memory.commit = (changeSet) => {
    written.push(changeSet.writes.map(({ key }) => key.kind).join());
    return commit(changeSet);
  };
  await Promise.all(await world.payments.work.start("settlementSchedule", 10));
  expect(written).toEqual(["settlementSchedule"]);
});

test("a settlement has 1,000 lines at most unless told otherwise", async () => {
  const world = await createWorld();
  const { list } = world.memory;
  const limits = new Set<number>();
  world.memory.list = (tenant, request) => {
    if (request.list === "unsettled") limits.add(request.limit);
    return list(tenant, request);
  };
  await Promise.all(await world.payments.work.start("settlementSchedule", 10));
  await until(world, day("2026-11-23"));
  expect([...limits]).toEqual([1000]);
});

test("nothing is left out by a run that midnight falls into", async () => {
  const world = await createWorld();
  await world.paid({ orderId: orderId(1) });
  await until(world, day("2026-11-23"));
  await world.paid({ orderId: orderId(2) });
  // On the 25th the first is due, on the 26th the second. The run of the 25th begins late and ends after midnight.
  await world.clock.advance(day("2026-11-26") - 1 - world.clock.now());
  const { list } = world.memory;
  let reads = 0;
  world.memory.list = async (tenant, request) => {
    const found = await list(tenant, request);
    reads += 1;
    if (reads === 2) await world.clock.advance(1);
    return found;
  };
  await settleAll(world);
  expect((await made(world)).flatMap(({ lines }) => lines.map((line) => line.orderId))).toEqual([
    orderId(1),
    orderId(2),
  ]);
});

describe("a day that is closed after payments were due on it", () => {
  test("moves them, and the day shown for them, to the next business day; what was settled stays", async () => {
    const world = await createWorld();
    const { orderId: id } = await world.paid();
    const scheduledAt = async () => valueOf(await world.payments.settlements.lookUpOrder(shop, id)).scheduledAt;
    expect(await scheduledAt()).toBe("2026-11-24T15:00:00.000Z");
    expect(valueOf(await world.payments.calendar.close("2026-11-25"))).toEqual({ days: ["2026-11-25"] });
    expect(await scheduledAt()).toBe("2026-11-25T15:00:00.000Z");
    await until(world, day("2026-11-26") - 1);
    expect(await made(world)).toEqual([]);
    await until(world, day("2026-11-26"));
    expect((await made(world)).map(({ settledAt }) => settledAt)).toEqual(["2026-11-25T15:00:00.000Z"]);
    await world.payments.calendar.close("2026-11-26");
    await world.payments.calendar.reopen("2026-11-25");
    expect(await scheduledAt()).toBe("2026-11-25T15:00:00.000Z");
  });

  test("must be a day, and stands once however often it is closed", async () => {
    const { payments } = await createWorld();
    const refused = await payments.calendar.close("2026-02-30");
    expect(refused).toMatchObject({ ok: false, error: { code: "INVALID_REQUEST", details: [{ field: "day" }] } });
    await payments.calendar.close("2026-12-31");
    await payments.calendar.close("2026-12-24");
    await payments.calendar.close("2026-12-31");
    expect(await payments.calendar.closedDays()).toEqual({ days: ["2026-12-24", "2026-12-31"], lastDay: "2029-12-31" });
    expect(valueOf(await payments.calendar.reopen("2026-12-24"))).toEqual({ days: ["2026-12-31"] });
  });
});

describe("where the calendar ends", () => {
  const ending = (lastDay: string) => ({ ...testHolidays("2026-12-25"), lastDay });

  test("payments are approved all the same, and settle when a newer calendar is there", async () => {
    const world = await createWorld({ holidays: ending("2026-11-24") });
    const payment = await world.paid();
    const unknown = { scheduledAt: null, settlementAmount: 9637, status: "UNSETTLED" };
    expect(valueOf(await world.payments.settlements.lookUpOrder(shop, payment.orderId))).toMatchObject(unknown);
    await until(world, day("2026-11-30"));
    expect(await made(world)).toEqual([]);
    expect(world.notices).toContainEqual({ kind: "earnings-not-dated", tenant: "7:test", lastDay: "2026-11-24" });

    const newer = await createWorld({ sharing: world, holidays: ending("2026-12-31") });
    await until(newer, day("2026-12-01"));
    expect((await made(newer)).map(({ amount }) => amount)).toEqual([9637]);
    expect(newer.notices.filter(({ kind }) => kind === "earnings-not-dated")).toEqual([]);
    const dated = { scheduledAt: "2026-11-24T15:00:00.000Z", status: "SETTLED" };
    expect(valueOf(await newer.payments.settlements.lookUpOrder(shop, payment.orderId))).toMatchObject(dated);
  });

  test("what a newer calendar dates settles, even behind earnings that it does not date", async () => {
    const settings = { settlementLines: 1 };
    const world = await createWorld({ holidays: ending("2026-11-20"), settings });
    const contract = { ...shop, name: "Corner Shop", feeRate: "3.3" };
    valueOf(await world.payments.merchants.register({ ...contract, settlementDays: 10 }));
    for (const n of [1, 2]) await world.paid({ orderId: orderId(n) });
    valueOf(await world.payments.merchants.register({ ...contract, settlementDays: 3 }));
    for (const n of [3, 4]) await world.paid({ orderId: orderId(n) });
    const stored = await world.memory.list("7:test", { list: "unsettled", limit: 10, order: "ascending" });
    expect(stored.map(({ body }) => body["orderId"])).toEqual([1, 2, 3, 4].map(orderId));

    const newer = await createWorld({ sharing: world, holidays: ending("2026-11-30"), settings });
    newer.notices.length = 0;
    await until(newer, day("2026-11-25") - 1);
    const told = newer.notices.filter(({ kind }) => kind === "earnings-not-dated");
    expect(told).toContainEqual({ kind: "earnings-not-dated", tenant: "7:test", lastDay: "2026-11-30" });
    await until(newer, day("2026-11-25"));
    const settled = (await made(newer)).flatMap(({ lines }) => lines.map((line) => line.orderId));
    expect(settled.toSorted()).toEqual([orderId(3), orderId(4)]);
  });

  test.each([
    ["2027-01-19", "2026-11-21T00:00:00+09:00", 0],
    ["2027-01-19", "2026-11-21T00:00:00.001+09:00", 1],
    ["2027-01-18", "2026-11-20T10:00:00+09:00", 1],
  ])("on %s, operators are notified once less than 60 days are left: at %s", async (lastDay, time, told) => {
    const world = await createWorld({ holidays: ending(lastDay) });
    await world.clock.advance(Date.parse(time) - world.clock.now());
    await world.payments.work.runDue();
    await world.payments.work.runDue();
    expect(world.notices.filter(({ kind }) => kind === "calendar-ends")).toHaveLength(told);
  });

  test("operators are notified of a calendar of one day too", async () => {
    const world = await createWorld({ holidays: { ...ending("2026-11-20"), firstDay: "2026-11-20" } });
    await world.payments.work.runDue();
    expect(world.notices).toContainEqual({ kind: "calendar-ends", lastDay: "2026-11-20" });
  });
});

test("listed payments name their settlements, once they have one", async () => {
  const world = await createWorld();
  await world.paid({ orderId: orderId(1) });
  await world.session({ orderId: orderId(2) });
  const listed = async () =>
    valueOf(await world.payments.intents.list(shop)).items.map((item) => [item.orderId, item.settlementId]);
  expect(await listed()).toEqual(expect.arrayContaining([[orderId(1), null]]));
  await until(world, day("2026-11-25"));
  const [settlement] = await made(world);
  expect(await listed()).toEqual(
    expect.arrayContaining([
      [orderId(1), settlement?.settlementId],
      [orderId(2), null],
    ]),
  );
});
