import { testHolidays } from "@wonflow/testkit";
import { describe, expect, test } from "vitest";

import { chargeInput, createBillingWorld } from "../../../test/billing-world.ts";
import { createPayoutWorld, item } from "../../../test/payout-world.ts";
import { answered, createWebhookWorld } from "../../../test/webhook-world.ts";
import { codeOf, createWorld, sessionInput, shop, valueOf, type World } from "../../../test/world.ts";
import type { DayTotals } from "./daily-totals.ts";

const orderId = (n: number) => `order-20261120-${String(n).padStart(4, "0")}`;

const nothing = { amount: 0, count: 0 };
const emptyDay = { paid: nothing, refused: nothing, canceled: nothing, available: 0 };

/** The days from 20 to 26 November that have anything. */
async function totals({ payments }: Pick<World, "payments">): Promise<Record<string, Partial<DayTotals>>> {
  const days = valueOf(await payments.overview.dailyTotals(shop, { from: "2026-11-20", to: "2026-11-26" }));
  const found = days.map(({ day, ...totalsOfDay }): [string, Partial<DayTotals>] => [
    day,
    Object.fromEntries(
      Object.entries(totalsOfDay).filter(
        ([name, total]) =>
          JSON.stringify(total) !== JSON.stringify(Object.entries(emptyDay).find(([each]) => each === name)?.[1]),
      ),
    ),
  ]);
  return Object.fromEntries(found.filter(([, total]) => Object.keys(total).length > 0));
}

const until = (world: Pick<World, "clock">, time: string) =>
  world.clock.advance(Date.parse(`${time}+09:00`) - world.clock.now());

describe("daily totals", () => {
  test("count what was paid on the day of its approval, and refunds on their own day", async () => {
    const world = await createWorld();
    await world.paid({ orderId: orderId(1) });
    const { intentKey } = await world.paid({ orderId: orderId(2), amount: { value: 5_000 } });
    expect(await totals(world)).toEqual({ "2026-11-20": { paid: { amount: 15_000, count: 2 } } });
    await until(world, "2026-11-20T23:59:59.999");
    valueOf(await world.cancel(intentKey, 2_000));
    await world.clock.advance(1);
    valueOf(await world.cancel(intentKey, 1_000));
    valueOf(await world.cancel(intentKey));
    expect(await totals(world)).toEqual({
      "2026-11-20": { paid: { amount: 15_000, count: 2 }, canceled: { amount: 2_000, count: 1 } },
      "2026-11-21": { canceled: { amount: 3_000, count: 2 } },
    });
  });

  test("count a refused payment once, on the day on which it was requested, and not one that expires", async () => {
    const world = await createWorld();
    await until(world, "2026-11-20T23:59:00");
    const { intentKey, orderId: id, amount } = await world.authenticated({ card: "no-funds" });
    await world.clock.advance(2 * 60_000);
    expect(codeOf(await world.payments.intents.confirm(shop, { intentKey, orderId: id, amount }))).toBe(
      "REJECT_CARD_PAYMENT",
    );
    await world.authenticated({ orderId: orderId(9) });
    await world.pass(20 * 60);
    expect(await totals(world)).toEqual({ "2026-11-20": { refused: { amount: 10_000, count: 1 } } });
  });

  test("count by days in Seoul: a payment on the day of its approval, a refused one on that of its request", async () => {
    const world = await createWorld();
    await until(world, "2026-11-20T23:59:00");
    const asked = await world.authenticated({ orderId: orderId(1) });
    await until(world, "2026-11-21T00:01:00");
    valueOf(await world.payments.intents.confirm(shop, asked));
    const refused = await world.authenticated({ orderId: orderId(2), card: "no-funds" });
    expect(codeOf(await world.payments.intents.confirm(shop, refused))).toBe("REJECT_CARD_PAYMENT");
    const one = { amount: 10_000, count: 1 };
    expect(await totals(world)).toEqual({ "2026-11-21": { paid: one, refused: one } });
  });

  test("count what is canceled before its confirm as nothing", async () => {
    const world = await createWorld();
    const { intentKey } = await world.authenticated();
    valueOf(await world.cancel(intentKey));
    expect(await totals(world)).toEqual({});
  });

  test("tell how the available balance changed", async () => {
    const world = await createPayoutWorld();
    const { id } = await world.seller();
    valueOf(await world.batch(item("a", id, 300_000)));
    expect(await totals(world)).toEqual({
      "2026-11-20": { paid: { amount: 1_000_000, count: 1 } },
      "2026-11-25": { available: 700_000 },
    });
  });

  test("cover every day from the first to the last", async () => {
    const { payments } = await createWorld();
    const days = valueOf(await payments.overview.dailyTotals(shop, { from: "2026-02-27", to: "2026-03-02" }));
    const of = (day: string) => ({ day, ...emptyDay });
    expect(days).toEqual(["2026-02-27", "2026-02-28", "2026-03-01", "2026-03-02"].map(of));
    const year = valueOf(await payments.overview.dailyTotals(shop, { from: "2027-01-01", to: "2028-01-01" }));
    expect(year).toHaveLength(366);
  });

  test.each([
    ["an invalid day", { from: "2026-02-30", to: "2026-03-01" }, "from", "must be a day of the calendar, YYYY-MM-DD"],
    ["an invalid last day", { from: "2026-02-01", to: "tomorrow" }, "to", "must be a day of the calendar, YYYY-MM-DD"],
    ["a first day after the last", { from: "2026-03-02", to: "2026-03-01" }, "from", "must not be later than to"],
    ["367 days", { from: "2027-01-01", to: "2028-01-02" }, "from", "must be at most 366 days with to"],
    ["thousands of years", { from: "0001-01-01", to: "9999-12-31" }, "from", "must be at most 366 days with to"],
  ])("refuse %s", async (_what, days, field, problem) => {
    const { payments } = await createWorld();
    expect(await payments.overview.dailyTotals(shop, days)).toEqual({
      ok: false,
      error: { code: "INVALID_REQUEST", details: [{ field, code: "INVALID_REQUEST", problem }] },
    });
  });

  test("count each refunded card of a split payment", async () => {
    const world = await createBillingWorld();
    const billkeys = [await world.billkey("kb"), await world.billkey("shinhan")];
    const payment = valueOf(await world.charge(chargeInput(billkeys)));
    valueOf(await world.cancel(payment.intentKey));
    expect(await totals(world)).toEqual({
      "2026-11-20": { paid: { amount: 10_001, count: 1 }, canceled: { amount: 10_001, count: 2 } },
    });
  });
});

describe("expected settlements", () => {
  test("cover each day, less what was canceled, until they are made", async () => {
    const world = await createWorld({ merchant: { feeRate: "0" } });
    const { intentKey } = await world.paid({ orderId: orderId(1) });
    await world.clock.advance(3 * 24 * 60 * 60_000);
    await world.paid({ orderId: orderId(2), amount: { value: 7_000 } });
    valueOf(await world.cancel(intentKey, 4_000));
    const [first, second] = ["2026-11-25", "2026-11-26"];
    const line = { pending: 6_000, returned: 0, amount: 6_000, count: 1 };
    const other = { day: second, pending: 7_000, returned: 0, amount: 7_000, count: 1 };
    expect(await world.payments.overview.expectedSettlements(shop)).toEqual([{ day: first, ...line }, other]);
    await until(world, "2026-11-25T00:00:00");
    await world.payments.work.start("settlementSchedule", 10).then((all) => Promise.all(all));
    expect(await world.payments.overview.expectedSettlements(shop)).toEqual([other]);
    valueOf(await world.cancel(intentKey, 1_000));
    const deducted = { ...other, returned: -1_000, amount: 6_000, count: 2 };
    expect(await world.payments.overview.expectedSettlements(shop)).toEqual([deducted]);
  });

  test("move to the next business day where banks turn out to be closed, and lie ahead where a day has passed", async () => {
    const world = await createWorld({ merchant: { feeRate: "0" } });
    await world.paid();
    valueOf(await world.payments.calendar.close("2026-11-25"));
    await world.clock.advance(11_000);
    await world.payments.overview.expectedSettlements(shop);
    const days = async () => (await world.payments.overview.expectedSettlements(shop)).map(({ day }) => day);
    expect(await days()).toEqual(["2026-11-26"]);
    await until(world, "2026-11-28T12:00:00");
    expect(await days()).toEqual(["2026-11-30"]);
  });

  test("are of the next run where today's has ended: a closed day may be reopened later on", async () => {
    const world = await createWorld({ merchant: { feeRate: "0" } });
    await world.paid();
    valueOf(await world.payments.calendar.close("2026-11-25"));
    await until(world, "2026-11-25T00:00:00");
    await world.payments.work.runDue();
    valueOf(await world.payments.calendar.reopen("2026-11-25"));
    const days = async () => (await world.payments.overview.expectedSettlements(shop)).map(({ day }) => day);
    expect(await days()).toEqual(["2026-11-26"]);
    await until(world, "2026-11-26T00:00:00");
    await world.payments.work.runDue();
    expect(await days()).toEqual([]);
  });

  test("have no day where the calendar does not reach so far", async () => {
    const world = await createWorld({
      holidays: { ...testHolidays(), lastDay: "2026-11-22" },
      merchant: { feeRate: "0" },
    });
    await world.paid();
    const undated = { day: null, pending: 10_000, returned: 0, amount: 10_000, count: 1 };
    expect(await world.payments.overview.expectedSettlements(shop)).toEqual([undated]);
  });
});

describe("the next transfer", () => {
  const account = { bankCode: "088", accountNumber: "110-987-654321", holderName: "가게 주식회사" };

  test("is due on the next business day, with what is available then", async () => {
    const world = await createPayoutWorld();
    expect(await world.payments.overview.nextTransfer(shop)).toEqual({
      enabled: false,
      transferAt: null,
      payoutDate: null,
      amount: 0,
    });
    valueOf(await world.payments.payouts.setTransferAccount(shop, { account }));
    const next = { enabled: true, transferAt: "2026-11-25T14:00:00.000Z", payoutDate: "2026-11-26", amount: 1_000_000 };
    expect(await world.payments.overview.nextTransfer(shop)).toEqual(next);
    await world.moveTo("2026-11-27T23:00:00");
    for (let days = 0; days < 3; days += 1) await world.run("transferAccount");
    expect(await world.payments.overview.nextTransfer(shop)).toEqual({
      ...next,
      transferAt: "2026-11-30T14:00:00.000Z",
      payoutDate: "2026-12-01",
      amount: 0,
    });
  });

  test("includes what settles before it, and names the first evening with an amount", async () => {
    const world = await createPayoutWorld({ available: 1_501 });
    valueOf(await world.payments.payouts.setTransferAccount(shop, { account }));
    await world.paid({ orderId: orderId(2), amount: { value: 1_536_772 } });
    await world.moveTo("2026-11-25T23:00:00");
    const next = { enabled: true, transferAt: "2026-11-25T14:00:00.000Z", payoutDate: "2026-11-26", amount: 1_501 };
    expect(await world.payments.overview.nextTransfer(shop)).toEqual(next);
    await world.run("transferAccount");
    const later = { transferAt: "2026-11-30T14:00:00.000Z", payoutDate: "2026-12-01", amount: 1_536_772 };
    expect(await world.payments.overview.nextTransfer(shop)).toEqual({ ...next, ...later });
    await world.moveTo("2026-11-28T00:00:00");
    for (let days = 0; days < 3; days += 1) await world.run("transferAccount");
    await world.moveTo("2026-11-30T09:00:00");
    await world.run("settlementSchedule");
    expect(await world.payments.overview.nextTransfer(shop)).toEqual({ ...next, ...later });
  });

  test("counts a settlement once that is made while it is read", async () => {
    let meanwhile = async () => undefined as unknown;
    const world = await createPayoutWorld({
      store: (store) => ({
        ...store,
        async tallies(tenant, request) {
          const tallies = await store.tallies(tenant, request);
          await meanwhile();
          return tallies;
        },
      }),
    });
    valueOf(await world.payments.payouts.setTransferAccount(shop, { account }));
    await world.paid({ orderId: orderId(2), amount: { value: 2_000 } });
    await world.moveTo("2026-11-30T00:00:00");
    meanwhile = () => ((meanwhile = async () => undefined), world.run("settlementSchedule"));
    expect(await world.payments.overview.nextTransfer(shop)).toMatchObject({ amount: 1_002_000 });
  });

  test("has no day where the calendar ends before its bank day", async () => {
    const world = await createPayoutWorld({ holidays: { ...testHolidays(), lastDay: "2026-11-25" } });
    valueOf(await world.payments.payouts.setTransferAccount(shop, { account }));
    const unknown = { enabled: true, transferAt: null, payoutDate: null, amount: 0 };
    expect(await world.payments.overview.nextTransfer(shop)).toEqual(unknown);
  });

  test("is of nothing while the balance is below zero", async () => {
    const world = await createPayoutWorld();
    valueOf(await world.payments.payouts.setTransferAccount(shop, { account }));
    await world.moveTo("2026-11-25T23:00:00");
    await world.run("transferAccount");
    const { intentKey } = valueOf(await world.payments.intents.lookUp(shop, { orderId: sessionInput.orderId }));
    valueOf(await world.cancel(intentKey));
    expect(await world.balances()).toMatchObject({ available: -1_000_000 });
    expect(await world.payments.overview.nextTransfer(shop)).toMatchObject({ enabled: true, amount: 0 });
  });

  test("has no day where the mode has no payout bank, as nothing is transferred then", async () => {
    const world = await createPayoutWorld();
    valueOf(await world.payments.payouts.setTransferAccount(shop, { account }));
    const without = await createWorld({ sharing: world, merchant: { feeRate: "0", contracts: { payouts: true } } });
    const unknown = { enabled: true, transferAt: null, payoutDate: null, amount: 0 };
    expect(await without.payments.overview.nextTransfer(shop)).toEqual(unknown);
  });

  test("is null if the merchant has switched it off", async () => {
    const world = await createPayoutWorld();
    valueOf(await world.payments.payouts.setTransferAccount(shop, { account, daily: false }));
    expect(await world.payments.overview.nextTransfer(shop)).toMatchObject({ enabled: false, transferAt: null });
  });
});

describe("attention", () => {
  const quiet = { count: 0, hasMore: false, items: [] };

  test("lists unknown outcomes until they are known, and flagged ones separately", async () => {
    const world = await createWorld({ settings: { flagAfterMs: 60 * 60_000 } });
    const { attention } = world.payments.overview;
    expect(await attention(shop)).toEqual({
      unknownOutcomes: quiet,
      flaggedAttempts: quiet,
      undeliveredWebhooks: quiet,
      payoutsToReview: quiet,
    });
    const { intentKey } = await world.paid();
    world.gateway.faults.next("cancel", "answer-lost");
    world.gateway.faults.schedule((call) => (call.operation === "lookUp" ? "refused-connection" : undefined));
    await world.cancel(intentKey);
    const { unknownOutcomes } = await attention(shop);
    expect(unknownOutcomes).toEqual({
      count: 1,
      hasMore: false,
      items: [
        {
          id: `cancellation-${intentKey}-1`,
          kind: "cancellation",
          about: intentKey,
          since: "2026-11-20T01:00:00.000Z",
        },
      ],
    });
    await world.pass(61 * 60);
    expect(await attention(shop)).toMatchObject({ unknownOutcomes: quiet, flaggedAttempts: unknownOutcomes });
    world.gateway.faults.schedule();
    await world.pass(61);
    expect(await attention(shop)).toMatchObject({ unknownOutcomes: quiet, flaggedAttempts: quiet });
    expect((await totals(world))["2026-11-20"]?.canceled).toEqual({ amount: 10_000, count: 1 });
  });

  test("lists twenty of a kind at most", async () => {
    const world = await createWorld();
    const paid = [];
    for (let n = 1; n <= 21; n += 1) paid.push(await world.paid({ orderId: orderId(n) }));
    world.gateway.faults.schedule(() => "refused-connection");
    for (const { intentKey } of paid) await world.cancel(intentKey);
    const { unknownOutcomes } = await world.payments.overview.attention(shop);
    expect(unknownOutcomes).toMatchObject({ count: 20, hasMore: true });
    expect(unknownOutcomes.items.map(({ about }) => about)).toEqual(paid.slice(0, 20).map((each) => each.intentKey));
  });

  test("lists webhooks that ran out of retries, until they are sent again", async () => {
    const world = await createWebhookWorld();
    await world.setEndpoint();
    await world.settle();
    world.sender.answer = async () => answered(500);
    for (let tries = 0; tries < 12; tries += 1) {
      await world.send();
      await world.clock.advance(5 * 24 * 60 * 60_000);
    }
    const delivery = await world.delivery();
    expect(delivery.status).toBe("EXHAUSTED");
    const { attention } = world.payments.overview;
    const item = { id: delivery.id, kind: "webhook", about: delivery.about, since: "2026-11-24T15:00:00.000Z" };
    expect((await attention(shop)).undeliveredWebhooks).toEqual({ count: 1, hasMore: false, items: [item] });
    valueOf(await world.payments.webhooks.resend(shop, delivery.id));
    expect((await attention(shop)).undeliveredWebhooks).toEqual(quiet);
  });
});

test("a payout that the bank has accepted needs no operator until it is late", async () => {
  const world = await createPayoutWorld({ available: 100_000 });
  const { id } = await world.seller();
  const { payouts } = valueOf(await world.batch(item("a", id)));
  await world.run("payout");
  await world.clock.advance(60 * 60_000);
  await world.run("bankAttempt");
  const payoutId = payouts.items[0]?.id ?? "";
  expect(await world.payout(payoutId)).toMatchObject({ status: "REQUESTED" });
  const none = { count: 0, hasMore: false, items: [] };
  expect(await world.payments.overview.attention(shop)).toMatchObject({
    unknownOutcomes: none,
    flaggedAttempts: none,
  });
  expect((await world.payments.work.backlog()).test).toMatchObject({ attemptsUnknown: 0, payoutsToReview: 0 });
  for (let hour = 0; hour < 72; hour += 1) {
    await world.clock.advance(60 * 60_000);
    await world.run("bankAttempt");
  }
  expect((await world.payments.overview.attention(shop)).flaggedAttempts).toMatchObject({ count: 1 });
  expect((await world.payments.work.backlog()).test).toMatchObject({ attemptsUnknown: 1, attemptsFlagged: 1 });
});

test("attention lists payouts to review", async () => {
  const world = await createPayoutWorld({ available: 100_000 });
  const { attention } = world.payments.overview;
  const { id } = await world.seller();
  const { payouts } = valueOf(await world.batch(item("a", id)));
  world.bank.onSubmit = async () => ({ outcome: "unknown", reason: "timeout" });
  world.bank.onLookUp = async () => ({ outcome: "not-found" });
  await world.run("payout");
  for (let hour = 0; hour < 50; hour += 1) {
    await world.clock.advance(60 * 60_000);
    await world.payments.work.runDue();
  }
  const payoutId = payouts.items[0]?.id ?? "";
  const { payoutsToReview, flaggedAttempts } = await attention(shop);
  expect(payoutsToReview).toMatchObject({ count: 1, hasMore: false, items: [{ id: payoutId, kind: "payout" }] });
  expect(flaggedAttempts.items).toMatchObject([{ id: `payout.${payoutId}`, kind: "payout", about: payoutId }]);
});

describe("a recount", () => {
  test("finds counters that differ from the records, and corrects them", async () => {
    const world = await createWorld();
    const { intentKey } = await world.paid();
    valueOf(await world.cancel(intentKey, 1_000));
    const wrong = [
      { name: "paid", day: "2026-11-20", amount: -3, count: 1 },
      { name: "review", day: "2026-11-21", amount: 0, count: 2 },
    ] as const;
    const parts = { expect: [], writes: [], postings: [], floors: [], reference: "" };
    await world.memory.commit({ id: "wrong", tenant: "7:test", at: 1, ...parts, tallies: wrong });
    const differences = [
      {
        name: "paid",
        day: "2026-11-20",
        counted: { amount: 9_997, count: 2 },
        recounted: { amount: 10_000, count: 1 },
      },
      { name: "review", day: "2026-11-21", counted: { amount: 0, count: 2 }, recounted: nothing },
    ];
    const { recount } = world.payments.overview;
    expect(await recount(shop)).toEqual({ differences, moving: [], corrected: false });
    expect(await recount(shop, { correct: true })).toEqual({ differences, moving: [], corrected: true });
    expect(await recount(shop, { correct: true })).toEqual({ differences: [], moving: [], corrected: false });
    expect((await totals(world))["2026-11-20"]?.paid).toEqual({ amount: 10_000, count: 1 });
  });

  test("judges no counter that moves meanwhile", async () => {
    let pay = async (): Promise<unknown> => undefined;
    const world = await createWorld({
      store: (store) => ({
        ...store,
        async listEntries(tenant, page) {
          await pay();
          return store.listEntries(tenant, page);
        },
      }),
    });
    await world.memory.commit({
      id: "wrong",
      tenant: "7:test",
      at: 1,
      expect: [],
      writes: [],
      postings: [],
      floors: [],
      reference: "",
      tallies: [{ name: "paid", day: "2026-11-20", amount: 1, count: 0 }],
    });
    let paid = 0;
    pay = () => world.paid({ orderId: orderId((paid += 1)) });
    const { differences, moving } = await world.payments.overview.recount(shop, { correct: true });
    expect(differences).toEqual([]);
    expect(moving).toEqual([
      { name: "paid", day: "2026-11-20" },
      { name: "pending", day: "2026-11-25" },
    ]);
  });

  test("reads every page", async () => {
    const world = await createWorld();
    const parts = { expect: [], writes: [], floors: [], reference: "" };
    const at = Date.parse("2026-11-20T12:00:00+09:00");
    for (let n = 0; n < 2_500; n += 1) {
      const postings = [
        { account: "bank", amount: 1 },
        { account: "available", amount: -1 },
      ] as const;
      await world.memory.commit({ id: `p${n}`, tenant: "7:test", at, ...parts, postings, tallies: [] });
    }
    const { differences } = await world.payments.overview.recount(shop);
    expect(differences).toEqual([
      { name: "available", day: "2026-11-20", counted: nothing, recounted: { amount: 2_500, count: 2_500 } },
    ]);
  });
});
