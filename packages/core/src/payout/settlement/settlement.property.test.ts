import fc from "fast-check";
import { expect, test } from "vitest";

import { dayInSeoul } from "../../engine/time/seoul-time.ts";
import { createWorld, shop, valueOf, type World } from "../../../test/world.ts";

const hourMs = 60 * 60 * 1000;

const rates = fc.integer({ min: 0, max: 1_000_000 }).map((tenThousandths) => (tenThousandths / 10_000).toFixed(4));

type Step =
  | { readonly do: "pay"; readonly amount: number }
  | { readonly do: "cancel"; readonly which: number; readonly share: number }
  | { readonly do: "wait"; readonly hours: number }
  | { readonly do: "change the rate"; readonly rate: string };

const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({ do: fc.constant("pay" as const), amount: fc.integer({ min: 1, max: 9_999_999 }) }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant("cancel" as const),
        which: fc.nat(20),
        share: fc.oneof(fc.constant(1), fc.double({ min: 0, max: 1, noNaN: true })),
      }),
    },
    { weight: 3, arbitrary: fc.record({ do: fc.constant("wait" as const), hours: fc.integer({ min: 1, max: 120 }) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("change the rate" as const), rate: rates }) },
  ),
  { minLength: 1, maxLength: 25 },
);

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

/** What must hold at every moment, of everything that can be asked. */
async function check(world: World, orders: readonly string[]) {
  const { settlements: all, ledger } = world.payments;
  expect(world.notices).toEqual([]);
  const { balances, differences } = await ledger.audit(shop);
  expect(differences).toEqual([]);
  const { receivable, bank, pending, available, fee, vat } = balances;
  expect(receivable + bank).toBe(pending + available + fee + vat);
  expect(receivable + bank).toBe(world.gateway.held("7:test"));

  const ofOrders = await Promise.all(orders.map(async (orderId) => valueOf(await all.lookUpOrder(shop, orderId))));
  const unsettled = ofOrders.filter(({ status }) => status === "UNSETTLED");
  expect(pending).toBe(sum(unsettled.map(({ settlementAmount }) => settlementAmount)));
  expect([fee, vat]).toEqual([sum(ofOrders.map((each) => each.fee)), sum(ofOrders.map((each) => each.vat))]);

  const page = { from: "2020-01-01", to: "2029-12-31", limit: 1000 };
  const settlements = valueOf(await all.list(shop, page)).items;
  const lines = settlements.flatMap((settlement) => settlement.lines);
  for (const { transactionAmount, feeAmount, vatAmount, settledAmount } of lines) {
    expect(feeAmount + vatAmount + settledAmount).toBe(transactionAmount);
  }
  for (const settlement of settlements) {
    expect(settlement.amount).toBe(sum(settlement.lines.map(({ settledAmount }) => settledAmount)));
  }
  // What was refunded after the settlement has left the balance, and is in a line a business day later.
  const settledNow = sum(ofOrders.filter(({ status }) => status === "SETTLED").map((each) => each.settlementAmount));
  const notYetLined = sum(lines.map(({ settledAmount }) => settledAmount)) - settledNow;
  expect(available).toBe(sum(settlements.map(({ amount }) => amount)) - notYetLined);
  expect(available).toBe(settledNow);
  await checkTallies(world, { pending, available });
}

/** The counters of days add up to the balances, and to what the records say. */
async function checkTallies(
  { payments: { overview }, clock }: World,
  { pending, available }: { readonly pending: number; readonly available: number },
) {
  expect(await overview.recount(shop)).toEqual({ differences: [], moving: [], corrected: false });
  const expected = await overview.expectedSettlements(shop);
  expect(sum(expected.map((each) => each.pending))).toBe(pending);
  const days = { from: "2026-11-20", to: dayInSeoul(clock.now()) };
  const totals = valueOf(await overview.dailyTotals(shop, days));
  expect(sum(totals.map((each) => each.available))).toBe(available);
}

async function settleDue(world: World) {
  for (let runs = 0; runs < 3; runs += 1) await world.payments.work.runDue();
}

test("whatever is paid, canceled and settled in whatever order, the books and the answers agree, and all canceled is zero", async () => {
  await fc.assert(
    fc.asyncProperty(rates, steps, async (feeRate, history) => {
      const world = await createWorld({ merchant: { feeRate }, settings: { settlementLines: 3 } });
      const paid: { readonly intentKey: string; readonly orderId: string; remaining: number }[] = [];
      const cancel = async (payment: (typeof paid)[number], amount: number) => {
        if (amount < 1) return;
        valueOf(await world.cancel(payment.intentKey, amount));
        payment.remaining -= amount;
      };
      for (const step of history) {
        if (step.do === "pay") {
          const orderId = `order-20261120-${String(paid.length).padStart(4, "0")}`;
          const { intentKey } = await world.paid({ orderId, amount: { value: step.amount } });
          paid.push({ intentKey, orderId, remaining: step.amount });
        } else if (step.do === "cancel") {
          const payment = paid[step.which % Math.max(paid.length, 1)];
          if (payment !== undefined) await cancel(payment, Math.floor(payment.remaining * step.share));
        } else if (step.do === "wait") {
          await world.clock.advance(step.hours * hourMs);
          await settleDue(world);
        } else {
          await world.payments.merchants.register({ ...shop, name: "Corner Shop", feeRate: step.rate });
        }
        await check(
          world,
          paid.map(({ orderId }) => orderId),
        );
      }
      for (const payment of paid) await cancel(payment, payment.remaining);
      for (let days = 0; days < 8; days += 1) {
        await world.clock.advance(24 * hourMs);
        await settleDue(world);
      }
      expect(Object.values(await world.payments.ledger.balances(shop))).toEqual([0, 0, 0, 0, 0, 0, 0]);
    }),
    { numRuns: process.env["TESTS"] === "long" ? 150 : 40 },
  );
}, 60_000);
