import { expect, test } from "vitest";

import { idempotencyRecord, type IdempotencyRecord } from "./idempotency.ts";
import { codeOf, createWorld, sessionInput, shop, valueOf, type World } from "../../../test/world.ts";

const once = { idempotencyKey: "e1b9" };

test("a repeated session creation answers the same link and creates no second session", async () => {
  const world = await createWorld();
  const create = () => world.payments.sessions.create(shop, sessionInput, once);
  const first = valueOf(await create());
  await world.clock.advance(60_000);
  expect(valueOf(await create())).toEqual(first);
  expect(codeOf(await world.payments.checkout.read(first.token))).toBe("ok");
});

test("the same key with another request is refused; the order of fields makes no other request", async () => {
  const world = await createWorld();
  await world.payments.sessions.create(shop, { ...sessionInput, metadata: { a: 1, b: 2 } }, once);
  const create = (change: object) => world.payments.sessions.create(shop, { ...sessionInput, ...change }, once);
  expect(codeOf(await create({ metadata: { b: 2, a: 1 } }))).toBe("ok");
  expect(codeOf(await create({ metadata: { a: 1, b: 3 } }))).toBe("IDEMPOTENCY_KEY_REUSED");
  expect(codeOf(await create({}))).toBe("IDEMPOTENCY_KEY_REUSED");
  const confirmation = await world.authenticated();
  expect(codeOf(await world.payments.intents.confirm(shop, confirmation, once))).toBe("IDEMPOTENCY_KEY_REUSED");
});

test("a test code, which means nothing to the creation of a session, makes no other request", async () => {
  const { payments } = await createWorld();
  const create = (testCode?: string) => payments.sessions.create(shop, sessionInput, { ...once, testCode });
  const first = valueOf(await create("REJECT_CARD_PAYMENT"));
  expect(valueOf(await create())).toEqual(first);
});

test("two at once with the same key: one session", async () => {
  const world = await createWorld();
  const create = () => world.payments.sessions.create(shop, sessionInput, once);
  const [first, second] = await Promise.all([create(), create()]);
  expect(valueOf(second)).toEqual(valueOf(first));
});

test("a repeated confirm gives the stored answer, also after the payment has moved on", async () => {
  const world = await createWorld();
  const confirmation = await world.authenticated();
  const first = await world.payments.intents.confirm(shop, confirmation, once);
  await world.cancel(confirmation.intentKey);
  expect(await world.payments.intents.confirm(shop, confirmation, once)).toEqual(first);
  expect(codeOf(await world.payments.intents.confirm(shop, confirmation))).toBe("ALREADY_CANCELED_PAYMENT");
});

test("a confirm under another key that looks the first one up repeats its own answer too", async () => {
  const world = await createWorld();
  const confirmation = await world.authenticated();
  world.gateway.faults.next("approve", "answer-lost");
  await world.payments.intents.confirm(shop, confirmation);
  await world.clock.advance(31_000);
  const second = await world.payments.intents.confirm(shop, confirmation, once);
  expect(valueOf(second).status).toBe("DONE");
  await world.cancel(confirmation.intentKey, 1_000);
  expect(await world.payments.intents.confirm(shop, confirmation, once)).toEqual(second);
});

test("a refused approval is the stored answer too", async () => {
  const world = await createWorld();
  const confirmation = await world.authenticated({ card: "no-funds" });
  await world.payments.intents.confirm(shop, confirmation, once);
  await world.paid();
  expect(codeOf(await world.payments.intents.confirm(shop, confirmation, once))).toBe("REJECT_CARD_PAYMENT");
});

test("a repeat while the first is running waits for nothing; past its deadline it looks up itself", async () => {
  const world = await createWorld();
  const confirmation = await world.authenticated();
  world.gateway.faults.next("approve", "late");
  const first = world.payments.intents.confirm(shop, confirmation, once);
  await world.clock.advance(1000);
  const repeat = () => world.payments.intents.confirm(shop, confirmation, once);
  expect(codeOf(await repeat())).toBe("IDEMPOTENT_REQUEST_PROCESSING");
  await world.clock.advance(29_000);
  expect(codeOf(await first)).toBe("UNKNOWN_PAYMENT_ERROR");
  expect(valueOf(await repeat()).status).toBe("DONE");
  expect(world.gateway.held("7:test")).toBe(10_000);
});

test("a repeated partial cancellation refunds once", async () => {
  const world = await createWorld();
  const { intentKey } = await world.paid();
  const cancel = (cancelAmount: number) =>
    world.payments.intents.cancel(shop, { intentKey }, { cancelReason: "x", cancelAmount }, once);
  world.gateway.faults.next("cancel", "answer-lost");
  expect(codeOf(await cancel(1000))).toBe("FAILED_PARTIAL_REFUND");
  const answer = valueOf(await cancel(1000));
  expect(await cancel(1000)).toEqual({ ok: true, value: answer });
  expect(codeOf(await cancel(2000))).toBe("IDEMPOTENCY_KEY_REUSED");
  expect(world.gateway.held("7:test")).toBe(9000);
});

test.each([
  ["a part of each", 1_000, (orderId: string) => ({ orderId })],
  ["all of each", undefined, (orderId: string) => ({ orderId })],
  ["all of each by its key", undefined, (_orderId: string, intentKey: string) => ({ intentKey })],
])("a key that canceled one payment cancels no other one: %s", async (_what, cancelAmount, nameOf) => {
  const world = await createWorld();
  const first = await world.paid();
  const second = await world.paid({ orderId: "order-20261120-0002" });
  const cancel = ({ orderId, intentKey }: typeof first) =>
    world.payments.intents.cancel(shop, nameOf(orderId, intentKey), { cancelReason: "x", cancelAmount }, once);
  const answer = valueOf(await cancel(first));
  expect(answer.intentKey).toBe(first.intentKey);
  expect(codeOf(await cancel(second))).toBe("IDEMPOTENCY_KEY_REUSED");
  expect(await world.status(second.intentKey)).toBe("DONE");
  expect(world.gateway.held("7:test")).toBe(20_000 - (cancelAmount ?? 10_000));
  expect(valueOf(await cancel(first))).toEqual(answer);
});

test("a repeat is refused as still running until its request is answered, and not a moment longer", async () => {
  const world = await createWorld();
  const { intentKey } = await world.paid();
  const cancel = () => world.payments.intents.cancel(shop, { intentKey }, { cancelReason: "x" }, once);
  world.gateway.faults.next("cancel", "late");
  const first = cancel();
  await world.clock.advance(29_999);
  expect(codeOf(await cancel())).toBe("IDEMPOTENT_REQUEST_PROCESSING");
  await world.clock.advance(1);
  expect(codeOf(await first)).toBe("FAILED_REFUND_PROCESS");
  expect(valueOf(await cancel()).status).toBe("CANCELED");
});

test("a success that changed nothing is remembered; a refusal that changed nothing is not", async () => {
  const world = await createWorld();
  const confirmation = await world.authenticated();
  const wrong = { ...confirmation, amount: 1 };
  expect(codeOf(await world.payments.intents.confirm(shop, wrong, once))).toBe("INVALID_AMOUNT");
  await world.payments.intents.confirm(shop, confirmation);
  await world.cancel(confirmation.intentKey, 1000);
  const first = await world.payments.intents.confirm(shop, confirmation, once);
  expect(valueOf(first).status).toBe("PARTIAL_CANCELED");
  await world.cancel(confirmation.intentKey, 2000);
  expect(await world.payments.intents.confirm(shop, confirmation, once)).toEqual(first);
});

test("a repeated cancellation before confirm gives the stored answer", async () => {
  const world = await createWorld();
  const { intentKey } = await world.authenticated();
  const cancel = () => world.payments.intents.cancel(shop, { intentKey }, { cancelReason: "x" }, once);
  const first = valueOf(await cancel());
  expect(first).toMatchObject({ mId: 7, status: "CANCELED" });
  await world.clock.advance(60_000);
  expect(valueOf(await cancel())).toEqual(first);
});

test("a key that confirmed one payment confirms no other one", async () => {
  const world = await createWorld();
  const first = await world.authenticated();
  const second = await world.authenticated({ orderId: "order-20261120-0002" });
  expect(codeOf(await world.payments.intents.confirm(shop, first, once))).toBe("ok");
  expect(codeOf(await world.payments.intents.confirm(shop, second, once))).toBe("IDEMPOTENCY_KEY_REUSED");
  expect(await world.status(second.intentKey)).toBe("IN_PROGRESS");
});

test.each([
  ["", "INVALID_IDEMPOTENCY_KEY"],
  ["k".repeat(300), "ok"],
  ["k".repeat(301), "INVALID_IDEMPOTENCY_KEY"],
  ["줄", "INVALID_IDEMPOTENCY_KEY"],
  ["a\nb", "INVALID_IDEMPOTENCY_KEY"],
  ["a\u001fb", "INVALID_IDEMPOTENCY_KEY"],
  ["a\u007fb", "INVALID_IDEMPOTENCY_KEY"],
  ["k, k", "INVALID_IDEMPOTENCY_KEY"],
  ["k,j", "INVALID_IDEMPOTENCY_KEY"],
  ["undefined", "INVALID_IDEMPOTENCY_KEY"],
  ["null", "INVALID_IDEMPOTENCY_KEY"],
  ["NaN", "INVALID_IDEMPOTENCY_KEY"],
  ["[object Object]", "INVALID_IDEMPOTENCY_KEY"],
  ["nullable", "ok"],
  ["order-undefined", "ok"],
  ["+-", "ok"],
  [" ~", "ok"],
])("a key is 1 to 300 printable ASCII characters without a comma", async (idempotencyKey, code) => {
  const world = await createWorld();
  const payment = await world.authenticated({ orderId: "order-20261120-0002" });
  expect(codeOf(await world.payments.sessions.create(shop, sessionInput, { idempotencyKey }))).toBe(code);
  if (code === "ok") return;
  const options = { idempotencyKey };
  expect(codeOf(await world.payments.intents.confirm(shop, payment, options))).toBe(code);
  expect(codeOf(await world.payments.intents.cancel(shop, payment, { cancelReason: "x" }, options))).toBe(code);
  expect(await world.status(payment.intentKey)).toBe("IN_PROGRESS");
});

test("a null key is refused, as its sender may have lost a key", async () => {
  const world = await createWorld();
  // As a program without types passes on what `headers.get` or a form's field did not find.
  const options: object = { idempotencyKey: null };
  const payment = await world.authenticated({ orderId: "order-20261120-0002" });
  const problem = "must be a string, or left out for a request without a key; null may be a key that got lost";
  const details = [{ field: "Idempotency-Key", code: "INVALID_IDEMPOTENCY_KEY", problem }];
  const refused = { ok: false, error: { code: "INVALID_IDEMPOTENCY_KEY", details } };
  expect(await world.payments.sessions.create(shop, sessionInput, options)).toEqual(refused);
  expect(await world.payments.intents.confirm(shop, payment, options)).toEqual(refused);
  expect(await world.payments.intents.cancel(shop, payment, { cancelReason: "x" }, options)).toEqual(refused);
  expect(await world.status(payment.intentKey)).toBe("IN_PROGRESS");
});

test("a key that is the word for a missing value is refused: two different requests would have the same", async () => {
  const world = await createWorld();
  const problem = "is not set: the word for a missing value is sent in its place";
  for (const idempotencyKey of ["undefined", "null", "[object Object]"]) {
    expect(await world.payments.sessions.create(shop, sessionInput, { idempotencyKey })).toMatchObject({
      error: { code: "INVALID_IDEMPOTENCY_KEY", details: [{ field: "Idempotency-Key", problem }] },
    });
  }
});

test("keys are purged after 15 days, and belong to one merchant", async () => {
  const world = await createWorld();
  const other = { mId: 8, mode: "test" } as const;
  await world.payments.merchants.register({ ...other, name: "Other", feeRate: "1" });
  const first = valueOf(await world.payments.sessions.create(shop, sessionInput, once));
  const others = valueOf(await world.payments.sessions.create(other, { ...sessionInput, orderName: "X" }, once));
  expect(others.token).not.toBe(first.token);
  await world.clock.advance(15 * 24 * 3600_000);
  await world.payments.work.runDue(10);
  expect(valueOf(await world.payments.sessions.create(shop, sessionInput, once)).token).not.toBe(first.token);
});

test("a late purge of a key that was purged and used again keeps the new request", async () => {
  let late: (() => Promise<unknown>) | undefined;
  const world = await createWorld({
    store: (memory) => ({
      ...memory,
      async commit(changeSet) {
        const isPurge = changeSet.writes.some(({ key }) => key.kind === "idempotency") && changeSet.expect.length === 1;
        // Another process has decided the same at the same time; its commit is still in flight.
        if (isPurge) late ??= () => memory.commit({ ...changeSet, id: "another-process" });
        return memory.commit(changeSet);
      },
    }),
  });
  await world.payments.sessions.create(shop, sessionInput, once);
  await world.clock.advance(15 * 24 * 3600_000);
  await world.payments.work.runDue(10);
  const second = valueOf(await world.payments.sessions.create(shop, sessionInput, once));
  await late?.();
  expect(valueOf(await world.payments.sessions.create(shop, sessionInput, once))).toEqual(second);
});

test("a purged request's record is removed", async () => {
  const world = await createWorld();
  await world.payments.sessions.create(shop, sessionInput, once);
  const remembered = () => world.memory.listDue("idempotency", 10);
  await world.clock.advance(15 * 24 * 3600_000 - 1);
  await world.payments.work.runDue(10);
  expect(await remembered()).toHaveLength(1);
  await world.clock.advance(1);
  await world.payments.work.runDue(10);
  expect(await remembered()).toEqual([]);
});

test.each([
  [{ mId: 7, mode: "test" } as const, "INVALID_STOPPED_CARD", "INVALID_STOPPED_CARD"],
  [{ mId: 7, mode: "test" } as const, "NO_SUCH_CODE", "INVALID_TEST_CODE"],
  [{ mId: 7, mode: "live" } as const, "INVALID_STOPPED_CARD", "INVALID_TEST_CODE"],
])("a test code is answered in test mode, and changes nothing", async (tenant, testCode, code) => {
  const world = await createWorld();
  const confirmation = await world.authenticated();
  expect(codeOf(await world.payments.intents.confirm(tenant, confirmation, { testCode }))).toBe(code);
  const cancel = { cancelReason: "changed my mind" };
  expect(codeOf(await world.payments.intents.cancel(tenant, confirmation, cancel, { testCode }))).toBe(code);
  expect(valueOf(await world.payments.intents.confirm(shop, confirmation)).status).toBe("DONE");
});

test("a key of one operation is refused by every other, which changes nothing", async () => {
  const world = await createWorld();
  const confirmation = await world.authenticated();
  const { intentKey } = confirmation;
  const cancelReason = "changed my mind";
  const cancel = () => world.payments.intents.cancel(shop, { intentKey }, { cancelReason, cancelAmount: 1 }, once);
  const paid = valueOf(await world.payments.intents.confirm(shop, confirmation, once));
  expect(codeOf(await cancel())).toBe("IDEMPOTENCY_KEY_REUSED");
  expect(codeOf(await world.payments.sessions.create(shop, sessionInput, once))).toBe("IDEMPOTENCY_KEY_REUSED");
  expect(valueOf(await world.payments.intents.confirm(shop, confirmation, once))).toEqual(paid);

  const other = { idempotencyKey: "another" };
  await world.payments.intents.cancel(shop, { intentKey }, { cancelReason }, other);
  expect(codeOf(await world.payments.intents.confirm(shop, confirmation, other))).toBe("IDEMPOTENCY_KEY_REUSED");
});

/** Writes an idempotency record as another process would have left it. */
async function leave(world: World, key: string, record: IdempotencyRecord, dueAt: number) {
  const { records } = await world.memory.read("7:test", { keys: [idempotencyRecord.ref(key)] });
  await world.memory.commit({
    id: `left ${key}`,
    tenant: "7:test",
    at: world.clock.now(),
    expect: [{ key: { kind: idempotencyRecord.name, id: key }, version: records[0]?.version ?? "absent" }],
    writes: [idempotencyRecord.write(key, record, { dueAt })],
    reference: "",
    postings: [],
    floors: [],
    tallies: [],
  });
}

test("a key that was used again while its purge was due is kept until its new time is over", async () => {
  const world = await createWorld();
  const first = valueOf(await world.payments.sessions.create(shop, sessionInput, once));
  const { records } = await world.memory.read("7:test", { keys: [idempotencyRecord.ref(once.idempotencyKey)] });
  const record = idempotencyRecord.schema.parse(records[0]?.body);
  await leave(world, once.idempotencyKey, record, world.clock.now());
  await world.payments.work.runDue();
  expect(valueOf(await world.payments.sessions.create(shop, sessionInput, once))).toEqual(first);
});
