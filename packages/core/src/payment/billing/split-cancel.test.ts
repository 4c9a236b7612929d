import { leastPromises } from "@wonflow/sandbox";
import { expect, test } from "vitest";
import { chargeInput, createBillingWorld, dyingProcess } from "../../../test/billing-world.ts";
import { codeOf, createWorld, shop, valueOf, type World } from "../../../test/world.ts";

const orderId = "subscription-2026-11";

/** A payment of 15,003 won by three cards, of which this one, and maybe the next, differ from the others. */
async function splitPayment(card: string, at = 1, next = "kb") {
  const world = await createBillingWorld();
  const keys: string[] = [];
  for (let n = 0; n < 3; n += 1) keys.push(await world.billkey(n === at ? card : n === at + 1 ? next : "kb"));
  const { intentKey } = valueOf(await world.charge(chargeInput(keys)));
  return { ...world, intentKey, lookUp: async () => valueOf(await world.payments.intents.lookUp(shop, { orderId })) };
}

const nothing = { receivable: 0, pending: 0, fee: 0, vat: 0 };

test("a split payment is refunded in full, each method its part", async () => {
  const world = await splitPayment("shinhan");
  expect(codeOf(await world.cancel(world.intentKey, 5_000))).toBe("NOT_ALLOWED_PARTIAL_REFUND");
  const canceled = valueOf(await world.cancel(world.intentKey));
  expect(canceled).toMatchObject({ status: "CANCELED", cancel: { canceledAmount: 15_003, remainingAmount: 0 } });
  expect(await world.lookUp()).toEqual(canceled);
  expect(world.held()).toBe(0);
  expect(await world.balances()).toMatchObject(nothing);
  expect(world.gateway.records().map(({ cancellations }) => cancellations.length)).toEqual([1, 1, 1]);
  expect(codeOf(await world.cancel(world.intentKey))).toBe("ALREADY_CANCELED_PAYMENT");
});

test("a refused method is flagged, the others are refunded, and it can be tried again", async () => {
  const world = await splitPayment("no-refund");
  // Not refused: a part was refunded.
  expect(codeOf(await world.cancel(world.intentKey))).toBe("FAILED_REFUND_PROCESS");
  expect(await world.lookUp()).toMatchObject({
    status: "PARTIAL_CANCELED",
    cancel: { canceledAmount: 10_002, remainingAmount: 5_001, inProgress: false },
  });
  expect(world.held()).toBe(5_001);
  expect(await world.balances()).toMatchObject({ receivable: 5_001 });
  expect(world.notices).toMatchObject([{ kind: "attempt-flagged", attempt: `cancellation-${world.intentKey}-2` }]);
  // Only the rest is asked for again, under its own key.
  expect(codeOf(await world.cancel(world.intentKey))).toBe("REFUND_REJECTED");
  expect(world.held()).toBe(5_001);
  const keys = [3, 4, 5].map((n) => ({ kind: "attempt", id: `cancellation-${world.intentKey}-${n}` }));
  const { records } = await world.memory.read("7:test", { keys });
  expect(records.map((record) => record?.body["amount"])).toEqual([5_002, 5_001, undefined]);
});

test.each([0, 1, 2])(
  "when method %i is refused and the others are refunded, the request is not refused",
  async (at) => {
    const world = await splitPayment("no-refund", at);
    expect(codeOf(await world.cancel(world.intentKey))).toBe("FAILED_REFUND_PROCESS");
    expect(await world.lookUp()).toMatchObject({ status: "PARTIAL_CANCELED", cancel: { remainingAmount: 5_000 + at } });
    expect(world.held()).toBe(5_000 + at);
  },
);

test.each([0, 1])("of two methods, the refused one is flagged: %i", async (at) => {
  const world = await createBillingWorld();
  const keys = [await world.billkey(at === 0 ? "no-refund" : "kb"), await world.billkey(at === 1 ? "no-refund" : "kb")];
  const { intentKey } = valueOf(await world.charge(chargeInput(keys)));
  expect(codeOf(await world.cancel(intentKey))).toBe("FAILED_REFUND_PROCESS");
  const reason = "the gateway refuses to refund one of several methods: REFUND_REJECTED";
  expect(world.notices).toMatchObject([{ attempt: `cancellation-${intentKey}-${at + 1}`, reason }]);
});

test("a request is refused if every method is refused", async () => {
  const world = await createBillingWorld();
  const keys = [await world.billkey("no-refund"), await world.billkey("no-refund")];
  const { intentKey } = valueOf(await world.charge(chargeInput(keys)));
  expect(codeOf(await world.cancel(intentKey))).toBe("REFUND_REJECTED");
  expect(await world.status(intentKey)).toBe("DONE");
  expect(world.held()).toBe(10_001);
});

test("one that is refused ends nothing while another has no outcome", async () => {
  const world = await splitPayment("no-refund", 0, "refund-answer-lost");
  expect(codeOf(await world.cancel(world.intentKey))).toBe("FAILED_REFUND_PROCESS");
  expect(await world.lookUp()).toMatchObject({ status: "PARTIAL_CANCELED", cancel: { inProgress: true } });
  expect(codeOf(await world.cancel(world.intentKey))).toBe("FORBIDDEN_CONSECUTIVE_REQUEST");
  await world.pass(5);
  expect(await world.lookUp()).toMatchObject({
    status: "PARTIAL_CANCELED",
    cancel: { canceledAmount: 10_003, remainingAmount: 5_000, inProgress: false },
  });
  expect(world.held()).toBe(5_000);
});

test.each([0, 1, 2])(
  "an answer that is lost of method %i is found, and the request is answered from there",
  async (at) => {
    const world = await splitPayment("refund-answer-lost", at);
    const options = { idempotencyKey: "cancel-1" };
    const cancel = () => world.payments.intents.cancel(shop, { orderId }, { cancelReason: "changed my mind" }, options);
    expect(codeOf(await cancel())).toBe("FAILED_REFUND_PROCESS");
    expect(await world.lookUp()).toMatchObject({
      status: "PARTIAL_CANCELED",
      cancel: { remainingAmount: 5_000 + at, inProgress: true },
    });
    expect(codeOf(await world.cancel(world.intentKey))).toBe("FORBIDDEN_CONSECUTIVE_REQUEST");
    await world.clock.advance(31_000);
    expect(valueOf(await cancel())).toMatchObject({ status: "CANCELED" });
    expect(world.held()).toBe(0);
    expect(await world.balances()).toMatchObject(nothing);
  },
);

test("its time is the last method's, also where an earlier one is found out later", async () => {
  const world = await splitPayment("refund-answer-lost", 0, "refund-never-arrives");
  const first = `cancellation-${world.intentKey}-1`;
  world.gateway.faults.schedule(({ operation, key }) =>
    operation === "lookUp" && key === first ? "refused-connection" : undefined,
  );
  expect(codeOf(await world.cancel(world.intentKey))).toBe("FAILED_REFUND_PROCESS");
  await world.clock.advance(60_000);
  const { cancel: before } = await world.lookUp();
  // Now the second one arrives, a minute after the first.
  world.gateway.faults.next("cancel", "answer-lost");
  await world.pass(120);
  const { cancel: known } = await world.lookUp();
  expect(known).toMatchObject({ remainingAmount: 5_000, inProgress: true });
  expect(known?.canceledAt).not.toBe(before?.canceledAt);
  world.gateway.faults.schedule();
  await world.pass(120);
  expect(await world.lookUp()).toMatchObject({ status: "CANCELED", cancel: { canceledAt: known?.canceledAt } });
});

test.each([1, 2, 3, 4])("after a process dies at commit %i of it, another one refunds all of it, once", async (nth) => {
  const world = await splitPayment("shinhan");
  const dying = await dyingProcess(world);
  dying.dieAt(nth);
  void dying.cancel(world.intentKey);
  await expect.poll(() => dying.isDead()).toBe(true);
  await world.pass(120);
  expect(await world.lookUp()).toMatchObject({ status: "CANCELED" });
  expect(world.held()).toBe(0);
  expect(await world.balances()).toMatchObject(nothing);
});

test("after the settlement each method is deducted by itself, and the balances end at zero", async () => {
  const world = await splitPayment("shinhan");
  await world.clock.advance(6 * 24 * 3600_000);
  await Promise.all(await world.payments.work.start("settlementSchedule", 10));
  expect(await world.lookUp()).toMatchObject({ settlementId: expect.any(String) });
  expect(valueOf(await world.cancel(world.intentKey))).toMatchObject({ status: "CANCELED" });
  expect(await world.balances()).toMatchObject({ available: 0, fee: 0, vat: 0 });
});

test("a card's refund that takes effect after its refusal is not booked if the card was refunded meanwhile", async () => {
  const world = await createBillingWorld({ promises: leastPromises });
  const instruments = [
    { billing: await world.billkey("no-refund"), amount: 6_000 },
    { billing: await world.billkey("kb"), amount: 5_000 },
  ];
  const { intentKey } = valueOf(await world.charge(chargeInput([], { instruments, totalAmount: 11_000 })));
  const late = `cancellation-${intentKey}-2`;
  world.gateway.faults.schedule(({ operation, key }) =>
    operation === "cancel" && key === late ? "refused-connection" : undefined,
  );
  expect(codeOf(await world.cancel(intentKey))).toBe("FAILED_REFUND_PROCESS");
  await world.pass(300);
  expect(codeOf(await world.cancel(intentKey))).toBe("FAILED_REFUND_PROCESS");
  expect(await world.balances()).toMatchObject({ receivable: 6_000 });
  const value = { key: late, reference: "x", amount: 5_000, canceledAt: world.clock.now() };
  const lookUpCancellation: World["gateway"]["lookUpCancellation"] = async (question) =>
    question.key === late ? { outcome: "done", value } : world.gateway.lookUpCancellation(question);
  const other = await createWorld({ sharing: { ...world, gateway: { ...world.gateway, lookUpCancellation } } });
  await other.clock.advance(25 * 60 * 60 * 1000);
  await Promise.all(await other.payments.work.start("attempt", 100));
  expect(await world.balances()).toMatchObject({ receivable: 6_000 });
  const payment = valueOf(await world.payments.intents.lookUp(shop, { intentKey }));
  expect(payment.cancel).toMatchObject({ canceledAmount: 5_000, remainingAmount: 6_000 });
  const reason = expect.stringContaining("more than is left");
  expect(other.notices).toMatchObject([{ kind: "attempt-flagged", attempt: late, reason }]);
});
