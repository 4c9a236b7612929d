import { beforeEach, describe, expect, test } from "vitest";
import { chargeInput, createBillingWorld } from "../../../test/billing-world.ts";
import { codeOf, createWorld, sessionInput, shop, valueOf, type World } from "../../../test/world.ts";
import type { AttemptEvidenceInput } from "../../index.ts";

const dayMs = 24 * 60 * 60 * 1000;
const note = "letter of 20 November";
const { orderId } = sessionInput;

let world: World;
let intentKey: string;

beforeEach(async () => {
  world = await createWorld({ merchant: { feeRate: "3" } });
  ({ intentKey } = await world.paid());
});

/** A chargeback of now; `change` may name a later time. */
function chargeBack(amount: number, change: Partial<AttemptEvidenceInput> = {}, key = `approval-${intentKey}`) {
  const at = new Date(world.clock.now()).toISOString();
  const evidence = { outcome: "charged-back", amount, at, note, ...change } as const;
  return world.payments.attempts.resolve(shop, key, evidence);
}

async function settle(days: number) {
  for (let day = 0; day < days; day += 1) {
    await world.clock.advance(dayMs);
    await world.payments.work.runDue();
  }
}

const cancelOf = async () => valueOf(await world.payments.intents.lookUp(shop, { intentKey })).cancel;

/** The books agree with their counters, and each settlement is the sum of its lines. Answers all lines. */
async function checked() {
  const { ledger, overview, settlements } = world.payments;
  const { balances, differences } = await ledger.audit(shop);
  expect(differences).toEqual([]);
  const { receivable, bank, pending, available, fee, vat } = balances;
  expect(receivable + bank).toBe(pending + available + fee + vat);
  expect(await overview.recount(shop)).toEqual({ differences: [], moving: [], corrected: false });
  const { items } = valueOf(await settlements.list(shop, { from: "2026-11-20", to: "2026-12-31" }));
  for (const { amount, lines } of items) {
    expect(amount).toBe(lines.reduce((sum, { settledAmount }) => sum + settledAmount, 0));
  }
  return { balances, lines: items.flatMap(({ lines }) => lines) };
}

const excessLine = (amount: number) => {
  const amounts = { transactionAmount: -amount, settledAmount: -amount };
  return { orderId, feeRate: 0, feeAmount: 0, vatAmount: 0, ...amounts };
};

describe("a chargeback of more than remains", () => {
  test("before the settlement takes the rest from pending, and the excess from available as a line of its own", async () => {
    valueOf(await world.cancel(intentKey, 4_000));
    valueOf(await chargeBack(10_000));
    expect(await cancelOf()).toMatchObject({ canceledAmount: 10_000, remainingAmount: 0, excessAmount: 4_000 });
    expect((await checked()).balances).toMatchObject({ receivable: -4_000, pending: 0, available: -4_000, fee: 0 });
    const expected = [{ day: "2026-11-23", amount: -4_000, pending: 0, returned: -4_000, count: 1 }];
    expect(await world.payments.overview.expectedSettlements(shop)).toEqual(expected);
    await settle(5);
    const { balances, lines } = await checked();
    expect(lines).toEqual([excessLine(4_000)]);
    expect(balances).toMatchObject({ receivable: 0, bank: -4_000, available: -4_000 });
  });

  test("after the settlement takes both from available, the fee of the rest being refunded", async () => {
    await settle(6);
    valueOf(await world.cancel(intentKey, 4_000));
    valueOf(await chargeBack(10_000));
    expect((await checked()).balances).toMatchObject({ available: -4_000, fee: 0, vat: 0, pending: 0 });
    await settle(2);
    const { balances, lines } = await checked();
    expect(lines.map(({ transactionAmount }) => transactionAmount).toSorted((a, b) => b - a)).toEqual([
      10_000, -4_000, -4_000, -6_000,
    ]);
    expect(lines).toContainEqual(excessLine(4_000));
    expect(balances).toMatchObject({ receivable: 0, bank: -4_000 });
    expect(valueOf(await world.payments.settlements.lookUpOrder(shop, orderId))).toMatchObject({
      transactionAmount: -4_000,
      fee: 0,
      vat: 0,
      settlementAmount: -4_000,
      status: "SETTLED",
    });
  });

  test("of a payment that is canceled in full is all excess, and its status stays", async () => {
    valueOf(await world.cancel(intentKey));
    valueOf(await chargeBack(10_000));
    expect(await cancelOf()).toMatchObject({ canceledAmount: 10_000, excessAmount: 10_000 });
    expect(await world.status(intentKey)).toBe("CANCELED");
    expect((await checked()).balances).toMatchObject({ receivable: -10_000, available: -10_000, pending: 0 });
  });

  test("counts in full on its day, is one fact, and is reported once, by the payment's id", async () => {
    valueOf(await world.cancel(intentKey, 4_000));
    const entered = { amount: 10_000, excessAmount: 4_000 };
    const letter = { at: new Date(world.clock.now()).toISOString(), outcome: "charged-back", note } as const;
    const enter = () => {
      const options = { idempotencyKey: "letter-of-20-november" };
      return world.payments.attempts.resolve(shop, `approval-${intentKey}`, { ...letter, amount: 10_000 }, options);
    };
    expect(valueOf(await enter()).entered).toMatchObject({ ...entered, isRepeat: false });
    expect(valueOf(await enter()).entered).toMatchObject({ ...entered, isRepeat: false });
    expect(valueOf(await chargeBack(10_000)).entered).toMatchObject({ ...entered, isRepeat: true });
    const [day] = valueOf(await world.payments.overview.dailyTotals(shop, { from: "2026-11-20", to: "2026-11-20" }));
    expect(day?.canceled).toEqual({ amount: 14_000, count: 2 });
    expect(world.notices).toEqual([{ kind: "chargeback-excess", tenant: "7:test", payment: intentKey, ...entered }]);
  });

  test("is not reported where nothing is above what remained", async () => {
    expect(valueOf(await chargeBack(10_000)).entered).toMatchObject({ amount: 10_000, excessAmount: 0 });
    expect(world.notices).toEqual([]);
  });

  test("is shown in the timeline, with its settlement", async () => {
    valueOf(await world.cancel(intentKey, 4_000));
    valueOf(await chargeBack(10_000));
    await settle(3);
    const { items } = valueOf(await world.payments.intents.timeline(shop, intentKey));
    expect(items.find(({ detail }) => detail["byGateway"] === true)?.detail).toMatchObject({
      amount: 10_000,
      excessAmount: 4_000,
    });
    expect(items.some(({ detail }) => detail["earning"] === `${intentKey}.2.excess`)).toBe(true);
  });

  test("leaves nothing on the receipt", async () => {
    valueOf(await world.cancel(intentKey, 4_000));
    valueOf(await chargeBack(10_000));
    const { receipt } = valueOf(await world.payments.intents.lookUp(shop, { intentKey }));
    const token = receipt?.candyUrl.split("/").at(-1) ?? "";
    const [slip] = valueOf(await world.payments.receipts.read(token)).slips;
    expect(slip.remaining.amount).toBe(0);
    expect(slip.cancellations.map(({ amount }) => amount)).toEqual([4_000, 10_000]);
  });
});

describe("chargebacks of one approval", () => {
  test("take no more than was approved, together", async () => {
    const tooMuch = await chargeBack(10_001);
    const problem = "must be at most 10000 won: of the 10000 won that were approved, 0 won are charged back already";
    expect(tooMuch).toMatchObject({
      error: { code: "NOT_MATCHES_REFUNDABLE_AMOUNT", details: [{ field: "amount", problem }] },
    });
    valueOf(await world.cancel(intentKey, 4_000));
    valueOf(await chargeBack(7_000));
    expect(codeOf(await chargeBack(3_001))).toBe("NOT_MATCHES_REFUNDABLE_AMOUNT");
    valueOf(await chargeBack(3_000));
    expect(await cancelOf()).toMatchObject({ canceledAmount: 10_000, excessAmount: 4_000 });
    expect(codeOf(await chargeBack(1))).toBe("ALREADY_CONCLUDED_ATTEMPT");
    expect((await checked()).balances).toMatchObject({ receivable: -4_000, available: -4_000 });
  });

  test("are not a cancellation at the provider's console, which takes what remains at most", async () => {
    valueOf(await world.cancel(intentKey, 4_000));
    expect(codeOf(await chargeBack(6_001, { outcome: "canceled" }))).toBe("NOT_MATCHES_REFUNDABLE_AMOUNT");
  });

  test("wait for a cancellation in progress", async () => {
    world.gateway.faults.next("cancel", "answer-lost");
    await world.cancel(intentKey, 1_000);
    expect(codeOf(await chargeBack(10_000))).toBe("FORBIDDEN_CONSECUTIVE_REQUEST");
  });
});

test("a chargeback of one of several cards that is canceled already leaves the other one as it is", async () => {
  const billing = await createBillingWorld();
  world = billing;
  const billkeys = [await billing.billkey("kb"), await billing.billkey("shinhan")];
  const payment = valueOf(await billing.charge(chargeInput(billkeys)));
  ({ intentKey } = payment);
  const amount = payment.methods[0]?.amount ?? 0;
  valueOf(await chargeBack(amount, { outcome: "canceled" }));
  valueOf(await chargeBack(amount, { separate: true }));
  expect(await cancelOf()).toMatchObject({ canceledAmount: amount, excessAmount: amount });
  expect(await world.status(intentKey)).toBe("PARTIAL_CANCELED");
  expect((await checked()).balances).toMatchObject({ available: -amount });
  valueOf(await billing.cancel(intentKey));
  expect(await cancelOf()).toMatchObject({ canceledAmount: payment.totalAmount, excessAmount: amount });
  await checked();
});
