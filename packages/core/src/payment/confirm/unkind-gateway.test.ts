import { leastPromises, type CardOperation } from "@wonflow/sandbox";
import { describe, expect, test } from "vitest";

import { codeOf, createWorld, sessionInput, shop, valueOf, type World } from "../../../test/world.ts";
import { intentRecord } from "../intent/intent.ts";

// A gateway without tombstones, whose unanswered calls take effect up to two minutes after their deadline, and which
// refunds twice if it is called twice.

const deadlineSeconds = 30;
const settlesSeconds = leastPromises.settlesWithinMs / 1000;
const day = 24 * 60 * 60;

const unkind = (change: Partial<typeof leastPromises> = {}) =>
  createWorld({ promises: { ...leastPromises, ...change } });

/** It stores no card: a released card would refuse an approval that arrives later. */
const storingNothing = () => unkind({ storesCheckedCards: false });

const held = ({ gateway }: World) => gateway.held("7:test");

const receivable = async ({ payments }: World) => (await payments.ledger.balances(shop)).receivable;

/** How often each call that changes something reached the gateway's side of the wire, or was lost on the way. */
function countCalls(world: World) {
  const calls: CardOperation[] = [];
  world.gateway.faults.schedule(({ operation }) => void calls.push(operation));
  return (operation: CardOperation) => calls.filter((each) => each === operation).length;
}

/** Moves the time on in steps, as a service that looks in now and then. */
async function wait(world: World, seconds: number, step = 60): Promise<void> {
  for (let passed = 0; passed < seconds; passed += step) {
    await world.clock.advance(Math.min(step, seconds - passed) * 1000);
    for (let again = 0; again < 4; again += 1) await world.payments.work.runDue(100);
  }
}

const notices = ({ notices: all }: World) => all.filter(({ kind }) => kind === "attempt-flagged");

describe("an approval without an answer", () => {
  async function unanswered(world: World, afterSeconds: number | "never") {
    const payment = await world.authenticated();
    const late = { kind: "arrives-late", ms: (Number(afterSeconds) + deadlineSeconds) * 1000 } as const;
    world.gateway.faults.next("approve", afterSeconds === "never" ? "refused-connection" : late);
    expect(codeOf(await world.payments.intents.confirm(shop, payment))).toBe("UNKNOWN_PAYMENT_ERROR");
    return payment;
  }

  test.each([8, settlesSeconds - 1])("takes effect %i s after its deadline: the payment is made", async (seconds) => {
    const world = await unkind();
    const { intentKey } = await unanswered(world, seconds);
    await world.pass(deadlineSeconds + seconds - 2);
    expect([await world.status(intentKey), held(world)]).toEqual(["IN_PROGRESS", 0]);
    await world.pass(70);
    expect([await world.status(intentKey), held(world), await receivable(world)]).toEqual(["DONE", 10_000, 10_000]);
    expect((await world.payments.ledger.entries(shop, intentKey)).length).toBe(1);
  });

  test("never arrives: the payment ends only once the call has settled, by a reversal and another look-up", async () => {
    const world = await unkind();
    const { intentKey } = await unanswered(world, "never");
    const asked: CardOperation[] = [];
    world.gateway.faults.schedule(({ operation }) => void asked.push(operation));
    await world.pass(deadlineSeconds + settlesSeconds - 1);
    expect(await world.status(intentKey)).toBe("IN_PROGRESS");
    expect(new Set(asked)).toEqual(new Set(["lookUp"]));
    await world.pass(60);
    expect(await world.status(intentKey)).toBe("ABORTED");
    expect(asked.slice(-4)).toEqual(["lookUp", "lookUp", "reverse", "lookUp"]);
    expect(notices(world)).toEqual([]);
  });

  test("arrives while it is being reversed: it is reversed again, and nothing remains approved", async () => {
    const world = await unkind();
    const payment = await unanswered(world, "never");
    // The reversal comes first, and the gateway does not remember it.
    const reverse: typeof world.gateway.reverse = async (request) => {
      const answer = await world.gateway.reverse(request);
      if (answer.outcome === "not-found") await arrive(world, payment.intentKey);
      return answer;
    };
    const process = await createWorld({ sharing: { ...world, gateway: { ...world.gateway, reverse } } });
    await process.pass(deadlineSeconds + settlesSeconds + 60);
    expect([await world.status(payment.intentKey), held(world)]).toEqual(["IN_PROGRESS", 10_000]);
    await process.pass(deadlineSeconds + settlesSeconds + 60);
    expect([await world.status(payment.intentKey), held(world)]).toEqual(["ABORTED", 0]);
    expect(await receivable(world)).toBe(0);
  });

  test("arrives an hour after it was abandoned: the final look-up finds it, it is undone, and it is flagged once", async () => {
    const world = await storingNothing();
    const { intentKey } = await unanswered(world, 3_600);
    await wait(world, 3_600);
    expect(await world.status(intentKey)).toBe("ABORTED");
    await wait(world, 3_600);
    expect([await world.status(intentKey), held(world)]).toEqual(["ABORTED", 10_000]);
    await wait(world, day, 600);
    expect([await world.status(intentKey), held(world), await receivable(world)]).toEqual(["ABORTED", 0, 0]);
    const reason = expect.stringContaining("approved it after all");
    expect(notices(world)).toMatchObject([{ attempt: `reversal-${intentKey}-again`, reason }]);
    expect(valueOf(await world.payments.attempts.flagged(shop)).items).toEqual([]);
  });

  test("a final look-up without an answer is repeated", async () => {
    const world = await storingNothing();
    const { intentKey } = await unanswered(world, 3_600);
    await wait(world, 7_200);
    world.gateway.faults.schedule(({ operation }) => (operation === "lookUp" ? "refused-connection" : undefined));
    await wait(world, day, 600);
    expect(held(world)).toBe(10_000);
    world.gateway.faults.schedule();
    await wait(world, 7_200, 600);
    expect([await world.status(intentKey), held(world)]).toEqual(["ABORTED", 0]);
  });

  test("a paused process with a claimed attempt makes no final look-up before its time", async () => {
    const world = await storingNothing();
    const { intentKey } = await unanswered(world, 3_600);
    const [claimed] = await world.memory.listDue("attempt", 1);
    if (claimed === undefined) throw new Error("no attempt is due");
    await wait(world, 600);
    expect(await world.status(intentKey)).toBe("ABORTED");
    const concluded = await world.memory.listDue("attempt", 9);
    const asked: CardOperation[] = [];
    world.gateway.faults.schedule(({ operation }) => void asked.push(operation));
    const woken = await createWorld({
      sharing: world,
      store: (memory) => ({
        ...memory,
        claimDue: async (kind, options) =>
          kind === "attempt" ? [claimed, ...concluded] : memory.claimDue(kind, options),
      }),
    });
    await woken.pass(2);
    expect(asked).toEqual([]);
    await wait(world, 3_600);
    expect(held(world)).toBe(10_000);
    await wait(world, day, 600);
    expect([await world.status(intentKey), held(world)]).toEqual(["ABORTED", 0]);
  });

  test("of a process that was killed is found by another one", async () => {
    const world = await unkind();
    const payment = await world.authenticated();
    const approve: typeof world.gateway.approve = () => new Promise<never>(() => {});
    const dying = await createWorld({ sharing: { ...world, gateway: { ...world.gateway, approve } } });
    void dying.payments.intents.confirm(shop, payment);
    await world.clock.advance(deadlineSeconds * 1000 + 8_000);
    await arrive(world, payment.intentKey);
    const other = await createWorld({ sharing: world });
    await other.pass(10);
    expect([await other.status(payment.intentKey), held(world)]).toEqual(["DONE", 10_000]);
  });

  test("a reversal whose answer is lost is not sent again before it has settled", async () => {
    const world = await unkind();
    await unanswered(world, "never");
    await world.pass(deadlineSeconds + settlesSeconds);
    const calls = countCalls(world);
    world.gateway.faults.next("reverse", "refused-connection");
    await world.pass(60);
    const { key } = valueOf(await world.payments.attempts.flagged(shop)).items[0] ?? { key: "" };
    expect(key).toBe("");
    await world.pass(deadlineSeconds + settlesSeconds - 62);
    expect(calls("reverse")).toBe(0);
    await world.pass(90);
    expect(calls("reverse")).toBe(1);
  });

  test("two processes that meet one reversal send it once", async () => {
    const world = await unkind();
    const { intentKey } = await unanswered(world, "never");
    await world.clock.advance((deadlineSeconds + settlesSeconds) * 1000);
    const calls = countCalls(world);
    const other = await createWorld({ sharing: world });
    const confirm = { intentKey, orderId: sessionInput.orderId, amount: 10_000 };
    await Promise.all([world.payments.intents.confirm(shop, confirm), other.payments.intents.confirm(shop, confirm)]);
    expect(calls("reverse")).toBe(1);
    await world.pass(300);
    expect(await world.status(intentKey)).toBe("ABORTED");
  });
});

/** The approval that a lost call asked for takes effect now. */
async function arrive(world: World, intentKey: string): Promise<void> {
  const { records } = await world.memory.read("7:test", { keys: [{ kind: "intent", id: intentKey }] });
  const [method] = intentRecord.schema.parse(records[0]?.body).methods;
  const key = `approval-${intentKey}`;
  const now = world.clock.now();
  const time = { askedAt: now, credentials: null, deadline: now + 1 };
  const call = { tenant: "7:test", key, ...time, amount: 10_000, taxFreeAmount: 0 } as const;
  const card = { authentication: null, cardToken: String(method?.cardToken) };
  await world.gateway.approve({ ...call, ...card, installmentPlanMonths: 0, orderName: sessionInput.orderName });
}

describe("a cancellation without an answer", () => {
  async function unanswered(world: World, fault: Parameters<World["gateway"]["faults"]["next"]>[1]) {
    const { intentKey } = await world.paid();
    world.gateway.faults.next("cancel", fault);
    expect(codeOf(await world.cancel(intentKey, 3_000))).toBe("FAILED_PARTIAL_REFUND");
    return intentKey;
  }

  const cancelOf = async (world: World, intentKey: string) =>
    valueOf(await world.payments.intents.lookUp(shop, { intentKey })).cancel;

  test("that took effect is found, and refunded once", async () => {
    const world = await unkind();
    const intentKey = await unanswered(world, "answer-lost");
    await world.pass(300);
    expect(await cancelOf(world, intentKey)).toMatchObject({ canceledAmount: 3_000, inProgress: false });
    expect([held(world), await receivable(world)]).toEqual([7_000, 7_000]);
  });

  test("that takes effect late is refunded once", async () => {
    const world = await unkind();
    const intentKey = await unanswered(world, { kind: "arrives-late", ms: (deadlineSeconds + 100) * 1000 });
    await world.pass(60);
    expect(codeOf(await world.cancel(intentKey, 3_000))).toBe("FORBIDDEN_CONSECUTIVE_REQUEST");
    await world.pass(180);
    expect(await cancelOf(world, intentKey)).toMatchObject({ canceledAmount: 3_000, inProgress: false });
    expect([held(world), await receivable(world)]).toEqual([7_000, 7_000]);
  });

  test("that never arrives ends refused, and is never sent again; another one may follow", async () => {
    const world = await unkind();
    const intentKey = await unanswered(world, "refused-connection");
    const calls = countCalls(world);
    await world.pass(deadlineSeconds + settlesSeconds - 1);
    expect((await cancelOf(world, intentKey))?.inProgress).toBe(true);
    await world.pass(60);
    expect(await cancelOf(world, intentKey)).toBeUndefined();
    await wait(world, 2 * day, 3_600);
    expect([calls("cancel"), held(world), await receivable(world)]).toEqual([0, 10_000, 10_000]);
    expect(notices(world)).toEqual([]);
    valueOf(await world.cancel(intentKey, 3_000));
    expect([held(world), await receivable(world)]).toEqual([7_000, 7_000]);
  });

  test("its request repeated under an idempotency key returns the refusal", async () => {
    const world = await unkind();
    const { intentKey } = await world.paid();
    world.gateway.faults.next("cancel", "refused-connection");
    const input = { cancelReason: "changed my mind", cancelAmount: 3_000 };
    const cancel = () => world.payments.intents.cancel(shop, { intentKey }, input, { idempotencyKey: "c-1" });
    expect(codeOf(await cancel())).toBe("FAILED_PARTIAL_REFUND");
    await world.pass(300);
    expect([codeOf(await cancel()), codeOf(await cancel())]).toEqual(["PROVIDER_ERROR", "PROVIDER_ERROR"]);
    expect(held(world)).toBe(10_000);
  });

  test("that takes effect after it was abandoned is booked at the final look-up, and is flagged", async () => {
    const world = await unkind();
    const intentKey = await unanswered(world, { kind: "arrives-late", ms: 3_600_000 });
    await wait(world, 7_200, 600);
    expect([held(world), await receivable(world)]).toEqual([7_000, 10_000]);
    await wait(world, day, 3_600);
    expect([held(world), await receivable(world)]).toEqual([7_000, 7_000]);
    expect(await cancelOf(world, intentKey)).toMatchObject({ canceledAmount: 3_000, remainingAmount: 7_000 });
    const reason = expect.stringContaining("refunded 3000 won after all");
    expect(notices(world)).toMatchObject([{ attempt: `cancellation-${intentKey}-1`, reason }]);
  });

  test("that takes effect after it was abandoned is booked once if two processes look it up", async () => {
    const world = await unkind();
    const intentKey = await unanswered(world, { kind: "arrives-late", ms: 3_600_000 });
    await wait(world, 7_200, 600);
    await world.clock.advance(day * 1_000);
    const look = async ({ payments }: Pick<World, "payments">) =>
      Promise.all(await payments.work.start("attempt", 100));
    const meanwhile: (() => Promise<unknown>)[] = [];
    const slow = await createWorld({
      sharing: world,
      store: (memory) => ({
        ...memory,
        async commit(changeSet) {
          await meanwhile.pop()?.();
          return memory.commit(changeSet);
        },
      }),
    });
    meanwhile.push(async () => {
      await world.clock.advance(30 * 60_000);
      return look(world);
    });
    await look(slow);
    expect([held(world), await receivable(world)]).toEqual([7_000, 7_000]);
    expect(await cancelOf(world, intentKey)).toMatchObject({ canceledAmount: 3_000, remainingAmount: 7_000 });
    expect([...notices(world), ...notices(slow)]).toHaveLength(1);
  });

  test("if nothing is left to book it from, it is flagged, and nothing is booked", async () => {
    const world = await unkind();
    const intentKey = await unanswered(world, { kind: "arrives-late", ms: 3_600_000 });
    await wait(world, 600);
    // The rest is refunded meanwhile, so that the late one is refused; a wrong gateway refunds it anyway.
    valueOf(await world.cancel(intentKey));
    const canceledAt = world.clock.now();
    const value = { key: `cancellation-${intentKey}-1`, reference: "x", amount: 3_000, canceledAt };
    const lookUpCancellation = async () => ({ outcome: "done", value }) as const;
    const other = await createWorld({ sharing: { ...world, gateway: { ...world.gateway, lookUpCancellation } } });
    await wait(other, day, 3_600);
    expect(await receivable(world)).toBe(0);
    const reason = expect.stringContaining("more than is left");
    expect(notices(other)).toMatchObject([{ attempt: `cancellation-${intentKey}-1`, reason }]);
  });

  test("a full cancellation in place of a late reversal is sent once too", async () => {
    const world = await storingNothing();
    const payment = await world.authenticated();
    world.gateway.faults.next("approve", { kind: "arrives-late", ms: 3_600_000 });
    await world.payments.intents.confirm(shop, payment);
    await wait(world, 7_200, 600);
    world.gateway.faults.next("cancel", "refused-connection");
    await wait(world, day, 600);
    await wait(world, 7_200, 600);
    // It may not be sent again, so the operator must check.
    const { items } = valueOf(await world.payments.attempts.flagged(shop));
    expect(items).toMatchObject([{ kind: "reversal", key: `reversal-${payment.intentKey}-again` }]);
    expect(held(world)).toBe(10_000);
  });
});

test("a released card refuses an approval that arrives after the payment was abandoned", async () => {
  const world = await unkind();
  const payment = await world.authenticated();
  world.gateway.faults.next("approve", { kind: "arrives-late", ms: 3_600_000 });
  await world.payments.intents.confirm(shop, payment);
  await wait(world, 7_200, 600);
  expect(world.gateway.records().map(({ state }) => state)).toEqual(["REFUSED"]);
});

test.each([
  [{ settlesWithinMs: 60_000, reversibleForMs: 120_000 }, "must be below half"],
  [{ settlesWithinMs: -1 }, "must say its settlesWithinMs"],
  [{ settlesWithinMs: Number.NaN }, "must say its settlesWithinMs"],
  [{ reversibleForMs: undefined as unknown as number }, "must say its reversibleForMs"],
])("a gateway that promises %o is refused at the start", async (promises, message) => {
  await expect(createWorld({ promises })).rejects.toThrow(message);
});
