import { expect, test } from "vitest";
import { codeOf, createWorld, shop, valueOf } from "../../../test/world.ts";
import { intentRecord } from "../intent/intent.ts";

test("parts are refunded one after the other until nothing remains, and the ledger ends at zero", async () => {
  const world = await createWorld();
  const { intentKey } = await world.paid();
  await world.clock.advance(60_000);
  const first = valueOf(await world.cancel(intentKey, 3333));
  expect(first).toMatchObject({
    status: "PARTIAL_CANCELED",
    totalAmount: 10_000,
    cancel: { canceledAt: "2026-11-20T10:01:00+09:00" },
  });
  expect(await world.payments.ledger.balances(shop)).toMatchObject({
    receivable: 6667,
    pending: 6667 - 220 - 22,
    fee: 220,
    vat: 22,
  });
  expect(valueOf(await world.cancel(intentKey, 1)).status).toBe("PARTIAL_CANCELED");
  const last = valueOf(await world.cancel(intentKey));
  expect(last).toMatchObject({ status: "CANCELED", totalAmount: 10_000 });
  expect(Object.values(await world.payments.ledger.balances(shop)).every((balance) => balance === 0)).toBe(true);
  expect(world.gateway.held("7:test")).toBe(0);
  expect(await world.payments.ledger.entries(shop, intentKey)).toHaveLength(4);
});

test.each([
  ["more than remains", 6001, "NOT_MATCHES_REFUNDABLE_AMOUNT"],
  ["nothing", 0, "INVALID_AMOUNT"],
  ["less than nothing", -1, "INVALID_AMOUNT"],
  ["half a won", 0.5, "INVALID_AMOUNT"],
  ["what remains exactly", 6000, "ok"],
])("canceling %s after 4,000 of 10,000 won", async (_what, amount, code) => {
  const world = await createWorld();
  const { intentKey } = await world.paid();
  await world.cancel(intentKey, 4000);
  let asked = 0;
  world.gateway.faults.schedule(() => void (asked += 1));
  const answer = await world.cancel(intentKey, amount);
  expect(codeOf(answer)).toBe(code);
  expect(asked).toBe(code === "ok" ? 1 : 0);
  if (!answer.ok) expect(answer.error.details).toMatchObject([{ field: "cancelAmount" }]);
  expect(world.gateway.held("7:test")).toBe(code === "ok" ? 0 : 6000);
});

test.each<[cancelReason: string, code: string]>([
  ["", "INVALID_REQUEST"],
  ["x".repeat(200), "ok"],
  ["x".repeat(201), "INVALID_REQUEST"],
  ["🍜".repeat(200), "ok"],
  ["🍜".repeat(201), "INVALID_REQUEST"],
  ["a\r\nb", "INVALID_REQUEST"],
  ["a\u001b[2J", "INVALID_REQUEST"],
  ["a\u2028b", "INVALID_REQUEST"],
  ["a\u0085b", "INVALID_REQUEST"],
])("the reason %j is 1 to 200 characters on one line: %s", async (cancelReason, code) => {
  const world = await createWorld();
  const { orderId } = await world.paid();
  expect(codeOf(await world.payments.intents.cancel(shop, { orderId }, { cancelReason }))).toBe(code);
});

test("before confirm nothing was charged: it is canceled in full, without a call, and its link ends", async () => {
  const world = await createWorld();
  const { token } = await world.session();
  const { intentKey } = valueOf(await world.payments.intents.lookUp(shop, { orderId: "order-20261120-0001" }));
  expect(codeOf(await world.cancel(intentKey, 1000))).toBe("NOT_CANCELABLE_AMOUNT");
  expect(valueOf(await world.cancel(intentKey, 10_000))).toMatchObject({ status: "CANCELED", totalAmount: 10_000 });
  expect(await world.linkStatus(token)).toBe("EXPIRED");
  expect(codeOf(await world.cancel(intentKey))).toBe("ALREADY_CANCELED_PAYMENT");
  expect((await world.paid()).status).toBe("DONE");
});

test("an authenticated payment is canceled in full before confirm", async () => {
  const world = await createWorld();
  const { intentKey } = await world.authenticated();
  expect(valueOf(await world.cancel(intentKey)).status).toBe("CANCELED");
  expect(world.gateway.records()).toEqual([]);
  expect(Object.values(await world.payments.ledger.balances(shop)).every((balance) => balance === 0)).toBe(true);
});

test("two cancellations at once: one is made, the other is refused", async () => {
  const world = await createWorld();
  const { intentKey } = await world.paid();
  const answers = await Promise.all([world.cancel(intentKey, 6000), world.cancel(intentKey, 6000)]);
  expect(answers.map(codeOf)).toEqual(["ok", "FORBIDDEN_CONSECUTIVE_REQUEST"]);
  expect(world.gateway.held("7:test")).toBe(4000);
});

test("a cancellation that the gateway refuses leaves the payment as it was, and may be tried again", async () => {
  const world = await createWorld();
  const { intentKey } = await world.paid({ card: "no-refund" });
  expect(codeOf(await world.cancel(intentKey))).toBe("REFUND_REJECTED");
  expect(await world.status(intentKey)).toBe("DONE");
  expect(codeOf(await world.cancel(intentKey))).toBe("REFUND_REJECTED");
  // The merchant knows: the operator is not notified.
  expect(world.notices).toEqual([]);
  expect((await world.payments.ledger.balances(shop)).receivable).toBe(10_000);
});

test.each([
  "answer-lost",
  "refused-connection",
  "late",
  "arrives-late",
  "wrong-amount",
  "wrong-key",
  "duplicate-delivery",
] as const)("a cancellation whose answer is %s is made exactly once in the end", async (fault) => {
  const world = await createWorld();
  const { intentKey } = await world.paid();
  world.gateway.faults.next("cancel", fault);
  const answer = world.cancel(intentKey, 4000);
  await world.clock.advance(31_000);
  expect(codeOf(await answer)).toBe(fault === "duplicate-delivery" ? "ok" : "FAILED_PARTIAL_REFUND");
  await world.pass(3);
  await world.gateway.deliverDelayed();
  await world.pass(3);
  expect(await world.status(intentKey)).toBe("PARTIAL_CANCELED");
  expect(world.gateway.held("7:test")).toBe(6000);
  expect((await world.payments.ledger.balances(shop)).receivable).toBe(6000);
});

test("payments that were never charged can't be canceled", async () => {
  const world = await createWorld();
  const aborted = await world.authenticated({ card: "no-funds" });
  await world.payments.intents.confirm(shop, aborted);
  expect(codeOf(await world.cancel(aborted.intentKey))).toBe("NOT_CANCELABLE_PAYMENT");
  const expired = await world.authenticated({ orderId: "order-20261120-0002" });
  await world.pass(10 * 60);
  expect(codeOf(await world.cancel(expired.intentKey))).toBe("NOT_CANCELABLE_PAYMENT");
  expect(codeOf(await world.cancel("x".repeat(21)))).toBe("NOT_FOUND_PAYMENT");
  expect(codeOf(await world.cancel("nonsense"))).toBe("NOT_FOUND_PAYMENT");
});

test("a look-up shows the state of a cancellation, so that a merchant does not refund twice", async () => {
  const world = await createWorld();
  const { intentKey } = await world.paid();
  const cancelOf = async () => valueOf(await world.payments.intents.lookUp(shop, { intentKey })).cancel;
  expect(await cancelOf()).toBeUndefined();
  world.gateway.faults.schedule(({ operation }) =>
    operation === "cancel" ? "answer-lost" : operation === "lookUp" ? "refused-connection" : undefined,
  );
  expect(codeOf(await world.cancel(intentKey, 3000))).toBe("FAILED_PARTIAL_REFUND");
  expect(await cancelOf()).toEqual({ canceledAmount: 0, remainingAmount: 10_000, inProgress: true });
  world.gateway.faults.schedule();
  await world.pass(2);
  const canceledAt = expect.any(String);
  expect(await cancelOf()).toEqual({ canceledAt, canceledAmount: 3000, remainingAmount: 7000, inProgress: false });
  world.gateway.faults.schedule(({ operation }) =>
    operation === "cancel" ? "answer-lost" : operation === "lookUp" ? "refused-connection" : undefined,
  );
  expect(codeOf(await world.cancel(intentKey, 2000))).toBe("FAILED_PARTIAL_REFUND");
  expect(await cancelOf()).toEqual({ canceledAt, canceledAmount: 3000, remainingAmount: 7000, inProgress: true });
});

test("a refused cancellation does not change the payment; one before confirm leaves nothing to cancel", async () => {
  const world = await createWorld();
  const refused = await world.paid({ card: "no-refund" });
  expect(codeOf(await world.cancel(refused.intentKey))).toBe("REFUND_REJECTED");
  expect(valueOf(await world.payments.intents.lookUp(shop, refused)).cancel).toBeUndefined();
  const unpaid = await world.authenticated({ orderId: "order-20261120-0002" });
  expect(valueOf(await world.cancel(unpaid.intentKey)).cancel).toMatchObject({
    canceledAmount: 10_000,
    remainingAmount: 0,
    inProgress: false,
  });
});

test("a payment is refunded at the rate of the contract when it was approved, not at today's", async () => {
  const world = await createWorld();
  const { intentKey } = await world.paid();
  valueOf(await world.payments.merchants.register({ ...shop, name: "Corner Shop", feeRate: "9.9" }));
  valueOf(await world.cancel(intentKey, 4000));
  expect(await world.payments.ledger.balances(shop)).toMatchObject({
    receivable: 6000,
    fee: 198,
    vat: 20,
    pending: 5782,
  });
  valueOf(await world.cancel(intentKey));
  expect(Object.values(await world.payments.ledger.balances(shop)).every((balance) => balance === 0)).toBe(true);
});

test.each(["call", "look-up"])("canceledAt is the gateway's time, learnt from the %s", async (learned) => {
  const world = await createWorld();
  const { intentKey } = await world.paid();
  const slow = <Answer extends { readonly outcome: string }>(answer: Answer): Answer => {
    if (!("value" in answer)) return answer;
    return { ...answer, value: { ...(answer.value as object), canceledAt: world.clock.now() - 3_600_000 } };
  };
  const { cancel, lookUpCancellation } = world.gateway;
  const gateway: typeof world.gateway = {
    ...world.gateway,
    cancel: async (request) => slow(await cancel(request)),
    lookUpCancellation: async (question) => slow(await lookUpCancellation(question)),
  };
  const process = await createWorld({ sharing: { ...world, gateway } });
  if (learned === "look-up") world.gateway.faults.next("cancel", "answer-lost");
  await process.cancel(intentKey, 4000);
  if (learned === "look-up") await process.pass(1);
  const canceledAt = learned === "look-up" ? "2026-11-20T09:00:01+09:00" : "2026-11-20T09:00:00+09:00";
  const payment = valueOf(await world.payments.intents.lookUp(shop, { intentKey }));
  expect(payment).toMatchObject({ status: "PARTIAL_CANCELED", cancel: { canceledAt } });
  const receipt = valueOf(await world.payments.receipts.read(payment.receipt?.candyUrl.split("/").at(-1) ?? ""));
  expect(receipt.slips[0].cancellations).toEqual([{ amount: 4_000, canceledAt }]);
});

test("a cancellation of which two processes learn at the same time is booked once", async () => {
  const world = await createWorld();
  const { intentKey } = await world.paid();
  world.gateway.faults.next("cancel", "answer-lost");
  await world.cancel(intentKey, 4000);
  const { promise: gate, resolve: letThrough } = Promise.withResolvers<void>();
  const lookUpCancellation: typeof world.gateway.lookUpCancellation = async (question) => {
    const found = await world.gateway.lookUpCancellation(question);
    await gate;
    return found;
  };
  const slow = await createWorld({ sharing: { ...world, gateway: { ...world.gateway, lookUpCancellation } } });
  await world.clock.advance(1000);
  const [work] = await slow.payments.work.start("attempt", 10);
  const found = { outcome: "done", at: "2026-11-20T10:00:00+09:00", note: "statement" } as const;
  valueOf(await world.payments.attempts.resolve(shop, `cancellation-${intentKey}-1`, found));
  letThrough();
  expect(await work).toBe(true);
  expect(valueOf(await world.payments.intents.lookUp(shop, { intentKey })).cancel).toMatchObject({
    canceledAmount: 4000,
  });
  expect((await world.payments.ledger.balances(shop)).receivable).toBe(6000);
});

test("a cancellation that a look-up finds is not sent again; one that it does not find is, if the gateway refunds a repeat once", async () => {
  const world = await createWorld();
  const { intentKey } = await world.paid();
  const asked: unknown[] = [];
  const fault = (kind: "answer-lost" | "refused-connection") => world.gateway.faults.next("cancel", kind);
  const { cancel, lookUpCancellation } = world.gateway;
  const gateway: typeof world.gateway = {
    ...world.gateway,
    cancel: (request) => (asked.push(request), cancel(request)),
    lookUpCancellation: (question) => (asked.push(question), lookUpCancellation(question)),
  };
  const process = await createWorld({ sharing: { ...world, gateway } });
  const question = (n: number) => {
    const deadline = world.clock.now() + 30_000;
    const about = { approvalKey: `approval-${intentKey}`, approvalReference: "sbx.approval.00000001" };
    return { key: `cancellation-${intentKey}-${n}`, tenant: "7:test", deadline, ...about, amount: 1000 };
  };
  fault("answer-lost");
  await world.cancel(intentKey, 1000);
  await process.pass(1);
  expect(asked).toMatchObject([{ ...question(1), knownReferences: [] }]);
  asked.length = 0;
  fault("refused-connection");
  await world.cancel(intentKey, 1000);
  await process.pass(35);
  const sent = asked.filter((each) => typeof each === "object" && each !== null && "reason" in each);
  const terms = { reason: "changed my mind", taxFreeAmount: 0, remainingAmount: 9000 };
  expect(sent).toMatchObject([{ key: `cancellation-${intentKey}-2`, amount: 1000, ...terms }]);
  expect(asked[0]).toMatchObject({ knownReferences: [expect.stringMatching(/^sbx\.cancel\./)] });
  expect(world.gateway.held("7:test")).toBe(8000);
});

test("an amount that got lost, or has another name, does not cancel everything", async () => {
  const world = await createWorld();
  const { intentKey } = await world.paid();
  const cancel = (input: object) =>
    world.payments.intents.cancel(shop, { intentKey }, { cancelReason: "a part", ...input });
  for (const lost of [null, Number.NaN, Infinity, "", false, [], {}]) {
    for (const name of ["cancelAmount", "taxFreeAmount"]) {
      expect(await cancel({ [name]: lost })).toMatchObject({ ok: false, error: { details: [{ field: name }] } });
      const preview = world.payments.intents.previewCancellation(shop, { intentKey }, { [name]: lost } as object);
      expect(await preview).toMatchObject({ ok: false, error: { details: [{ field: name }] } });
    }
  }
  const close = ["amount", "cancelAmout", "cancelamount", "canceledAmount", "cancel_amount"];
  for (const name of [...close, "amont", "Amt"]) {
    const meant = close.includes(name)
      ? "the closest is cancelAmount"
      : "known: cancelReason, taxFreeAmount, cancelAmount";
    expect([name, await cancel({ [name]: 1_000 })]).toMatchObject([
      name,
      {
        error: {
          code: "INVALID_REQUEST",
          details: [{ field: name, problem: `is not a known name; ${meant}` }],
        },
      },
    ]);
  }
  expect(world.gateway.held("7:test")).toBe(10_000);
  expect(codeOf(await cancel({ cancelAmount: 3_000 }))).toBe("ok");
  expect(codeOf(await cancel({ cancelAmount: undefined }))).toBe("ok");
  expect(world.gateway.held("7:test")).toBe(0);
});

test.each(["cancelAmount", "taxFreeAmount"])("a lost %s cancels nothing, and previews nothing", async (field) => {
  const world = await createWorld();
  const { intentKey } = await world.paid();
  const { cancel, previewCancellation } = world.payments.intents;
  for (const lost of [null, Number.NaN, Number.POSITIVE_INFINITY, "", false, [], {}]) {
    const amounts = { [field]: lost } as object;
    const refused = { ok: false, error: { details: [{ field }] } };
    expect(await cancel(shop, { intentKey }, { cancelReason: "a part", ...amounts })).toMatchObject(refused);
    expect(await previewCancellation(shop, { intentKey }, amounts)).toMatchObject(refused);
  }
  expect(world.gateway.held("7:test")).toBe(10_000);
});

test("a cancellation's key that is taken is never used again, even if its payment's count is wrong", async () => {
  const world = await createWorld();
  const { intentKey } = await world.paid();
  valueOf(await world.cancel(intentKey, 1000));
  const { records } = await world.memory.read("7:test", { keys: [intentRecord.ref(intentKey)] });
  const intent = intentRecord.schema.parse(records[0]?.body);
  const key = { kind: intentRecord.name, id: intentKey };
  await world.memory.commit({
    id: "counts again",
    tenant: "7:test",
    at: world.clock.now(),
    expect: [{ key, version: records[0]?.version ?? "absent" }],
    writes: [intentRecord.write({ ...intent, cancellations: 0 })],
    reference: "",
    postings: [],
    floors: [],
    tallies: [],
  });
  expect(codeOf(await world.cancel(intentKey, 1000))).toBe("CONCURRENT_REQUEST");
  expect((await world.payments.ledger.balances(shop)).receivable).toBe(9000);
  expect(world.gateway.held("7:test")).toBe(9000);
});
