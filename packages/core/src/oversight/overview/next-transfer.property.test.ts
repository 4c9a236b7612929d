import { testHolidays } from "@wonflow/testkit";
import fc from "fast-check";
import { expect, test } from "vitest";

import { createPayoutWorld, item } from "../../../test/payout-world.ts";
import { shop, valueOf } from "../../../test/world.ts";
import { dayInSeoul } from "../../engine/time/seoul-time.ts";

const hourMs = 60 * 60 * 1000;
const account = { bankCode: "088", accountNumber: "110-987-654321", holderName: "가게 주식회사" };

const step = <const Name extends string, Value>(name: Name, value: fc.Arbitrary<Value>) =>
  fc.record({ do: fc.constant(name), value });

const amounts = fc.oneof(fc.integer({ min: 1, max: 9_999_999 }), fc.constant(1_501));

const steps = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: step("pay", amounts) },
    {
      weight: 4,
      arbitrary: step("cancel", fc.record({ which: fc.nat(20), share: fc.constantFrom(1, 0.5, 0.9) })),
    },
    { weight: 8, arbitrary: step("wait", fc.integer({ min: 1, max: 60 })) },
    { weight: 1, arbitrary: step("be down", fc.integer({ min: 1, max: 90 })) },
    { weight: 2, arbitrary: step("pay out", fc.integer({ min: 1, max: 100 })) },
    { weight: 2, arbitrary: step("close", fc.nat(6)) },
    { weight: 1, arbitrary: step("reopen", fc.nat(6)) },
    { weight: 2, arbitrary: step("settle after", fc.integer({ min: 1, max: 6 })) },
    { weight: 1, arbitrary: step("transfer daily", fc.boolean()) },
    { weight: 1, arbitrary: step("refuse transfers", fc.boolean()) },
  ),
  { minLength: 1, maxLength: 20 },
);

const downHours = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 90 }));

type Step = (typeof steps extends fc.Arbitrary<infer Steps extends readonly unknown[]> ? Steps : never)[number];

const settled = 2_000_000;

/** A shop that has a settled payment; in some runs its calendar ends in two weeks. */
async function createShop(calendarEnds: boolean) {
  const holidays = testHolidays("2026-12-01", "2026-12-25");
  const world = await createPayoutWorld({
    available: settled,
    settings: { settlementLines: 2 },
    holidays: calendarEnds ? { ...holidays, lastDay: "2026-12-09" } : holidays,
  });
  valueOf(await world.payments.payouts.setTransferAccount(shop, { account }));
  const { id: seller } = await world.seller();
  const { items } = valueOf(await world.payments.intents.list(shop));
  const paid = items.map(({ intentKey }) => ({ intentKey, remaining: settled }));
  let batches = 0;
  const work = async () => {
    for (let runs = 0; runs < 4; runs += 1) await world.payments.work.runDue();
  };
  /** Moves on by hours, and works at midnight, in the evening and in between. */
  const wait = async (hours: number) => {
    for (let hour = 0; hour < hours; hour += 1) {
      await world.clock.advance(hourMs);
      if ([0, 12, 23].includes((new Date(world.clock.now()).getUTCHours() + 9) % 24)) await work();
    }
    await work();
  };
  const dayIn = (days: number) => dayInSeoul(world.clock.now() + days * 24 * hourMs);
  const act = async ({ do: what, value }: Step): Promise<unknown> => {
    switch (what) {
      case "pay": {
        const orderId = `order-20261125-${String(paid.length).padStart(4, "0")}`;
        const { intentKey } = await world.paid({ orderId, amount: { value } });
        return paid.push({ intentKey, remaining: value });
      }
      case "cancel": {
        const payment = paid[value.which % Math.max(paid.length, 1)];
        const amount = Math.floor((payment?.remaining ?? 0) * value.share);
        if (payment === undefined || amount < 1) return undefined;
        payment.remaining -= amount;
        return valueOf(await world.cancel(payment.intentKey, amount));
      }
      case "wait":
        return wait(value);
      case "be down":
        await world.clock.advance(value * hourMs);
        return work();
      case "pay out": {
        const { available } = await world.balances();
        const amount = Math.floor((available * value) / 100);
        batches += 1;
        return amount < 1 ? undefined : world.batch(item(`ref-${batches}`, seller, amount));
      }
      case "close":
      case "reopen":
        valueOf(await world.payments.calendar[what](dayIn(value)));
        return world.clock.advance(11_000);
      case "settle after":
        return world.payments.merchants.register({
          ...shop,
          name: "Corner Shop",
          feeRate: "0.5",
          settlementDays: value,
          contracts: { payouts: true },
        });
      case "transfer daily":
        return valueOf(await world.payments.payouts.setTransferAccount(shop, { account, daily: value }));
      case "refuse transfers": {
        const submit = world.bank.onSubmit;
        world.bank.onSubmit = async (request) =>
          value ? { outcome: "refused", code: "PAYOUT_ACCOUNT_UNUSABLE" } : submit(request);
      }
    }
  };
  const transfers = async () =>
    valueOf(await world.payments.payouts.list(shop, { limit: 100 })).items.filter(
      ({ destination }) => destination.type === "MERCHANT",
    );
  return { ...world, act, wait, work, transfers };
}

/** The service is down until a few hours before the bank's cut-off; settlement and transfer are both overdue then. */
const waitedForSettlement: Step[] = [
  { do: "pay", value: 3_060_105 },
  { do: "pay", value: 3_305_321 },
  { do: "pay", value: 8_588_181 },
  { do: "wait", value: 23 },
  { do: "settle after", value: 5 },
  { do: "wait", value: 52 },
  { do: "reopen", value: 4 },
  { do: "wait", value: 6 },
  { do: "cancel", value: { which: 4, share: 0.5 } },
  { do: "close", value: 6 },
  { do: "cancel", value: { which: 8, share: 1 } },
];

test("what is announced is what is transferred, on that day, after whatever history", async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.boolean(), downHours, async (history, calendarEnds, hours) => {
      const world = await createShop(calendarEnds);
      for (const each of history) await world.act(each);
      // Settlements and transfers of some evenings may still be missing when the forecast is requested.
      await world.work();
      await world.clock.advance(hours * hourMs);
      const before = (await world.transfers()).length;
      const announced = await world.payments.overview.nextTransfer(shop);
      // Kinds of work run side by side: what settles on a later day may come first, and is not announced.
      for (let days = 0; days < 6; days += 1) await world.run("transferAccount");
      // A transfer that waits for a settlement is tried again after a minute, and must not miss the bank's cut-off here.
      for (let minutes = 0; minutes < 5; minutes += 1) {
        await world.work();
        await world.clock.advance(60_000);
      }
      await world.work();
      let made = await world.transfers();
      for (let day = 0; made.length === before && day < 16 * 4; day += 1) {
        await world.wait(6);
        made = await world.transfers();
      }
      const [first] = made.length === before ? [] : made;
      expect({ amount: first?.amount.value ?? 0 }).toEqual({ amount: announced.amount });
      if (first !== undefined) {
        expect(first.payoutDate).toBe(announced.payoutDate);
        expect(Date.parse(first.requestedAt)).toBeGreaterThanOrEqual(Date.parse(announced.transferAt ?? ""));
      }
    }),
    { numRuns: process.env["TESTS"] === "long" ? 100 : 25, examples: [[waitedForSettlement, false, 89]] },
  );
}, 120_000);
