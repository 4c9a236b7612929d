import { describe, expect, test } from "vitest";
import { codeOf, createWorld, shop, valueOf, type World } from "../../../test/world.ts";
import { authenticatedInWindow, createWindowWorld } from "../../../test/window-world.ts";
import type { Gateway } from "../../gateway/gateway.ts";
import { leastPromises } from "@wonflow/sandbox";

type Changed = Partial<Pick<Gateway, "approve" | "cancel" | "reverse" | "lookUpApproval" | "lookUpCancellation">>;

const day = 24 * 60 * 60;
const hour = 60 * 60;

/** Moves the time on in steps, as a service that looks in now and then. */
async function wait(world: Pick<World, "clock" | "payments">, seconds: number, step = 600): Promise<void> {
  for (let passed = 0; passed < seconds; passed += step) {
    await world.clock.advance(Math.min(step, seconds - passed) * 1000);
    for (let again = 0; again < 3; again += 1) await world.payments.work.runDue(100);
  }
}

const held = ({ gateway }: World) => gateway.held("7:test");

const receivable = async ({ payments }: World) => (await payments.ledger.balances(shop)).receivable;

const flags = ({ notices }: World) => notices.filter(({ kind }) => kind === "attempt-flagged");

const rejected = { outcome: "refused", code: "REJECT_CARD_COMPANY" } as const;

/** A process whose adapter does what the change says; it also counts the approvals' look-ups. */
async function misreading(
  world: World,
  change: (gateway: World["gateway"]) => Changed,
  create: typeof createWorld = createWorld,
) {
  const lookUps: number[] = [];
  const changed = { ...world.gateway, ...change(world.gateway) };
  const lookUpApproval: Gateway["lookUpApproval"] = (question) => {
    lookUps.push(world.clock.now());
    return changed.lookUpApproval(question);
  };
  const process = await create({ sharing: { ...world, gateway: { ...changed, lookUpApproval } } });
  return { process, lookUps };
}

/** The answer to an approval that took effect is read as a refusal. */
const refusing = (gateway: World["gateway"]): Changed => ({
  async approve(request) {
    await gateway.approve(request);
    return rejected;
  },
});

describe("an approval that its gateway has refused", () => {
  test("and made after all is undone a day later, and flagged once", async () => {
    const world = await createWorld();
    const { process } = await misreading(world, refusing);
    const payment = await world.authenticated();
    expect(codeOf(await process.payments.intents.confirm(shop, payment))).toBe("REJECT_CARD_COMPANY");
    await wait(process, day - 600);
    expect([held(world), flags(process)]).toEqual([10_000, []]);
    await wait(process, 3 * hour);
    expect([await world.status(payment.intentKey), held(world), await receivable(world)]).toEqual(["ABORTED", 0, 0]);
    const reason = expect.stringContaining("although it had refused it");
    expect(flags(process)).toMatchObject([{ attempt: `reversal-${payment.intentKey}-again`, reason }]);
    expect(valueOf(await world.payments.attempts.flagged(shop)).items).toEqual([]);
    // A repeat of the request is answered as before.
    expect(codeOf(await process.payments.intents.confirm(shop, payment))).toBe("REJECT_CARD_COMPANY");
    await wait(process, 2 * day, hour);
    expect(flags(process)).toHaveLength(1);
  });

  test("and made after all is undone if its buyer authenticated it in the window", async () => {
    const world = await createWindowWorld();
    const { process } = await misreading(world, refusing, createWindowWorld);
    const payment = await authenticatedInWindow(world);
    expect(codeOf(await process.payments.intents.confirm(shop, payment))).toBe("REJECT_CARD_COMPANY");
    expect(held(world)).toBe(10_000);
    await wait(process, day + hour);
    expect([await world.status(payment.intentKey), held(world)]).toEqual(["ABORTED", 0]);
  });

  test("leaves another payment of the order as it is", async () => {
    const world = await createWorld();
    const { process } = await misreading(world, refusing);
    const payment = await world.authenticated();
    expect(codeOf(await process.payments.intents.confirm(shop, payment))).toBe("REJECT_CARD_COMPANY");
    const { intentKey } = await world.paid();
    await wait(process, day + hour);
    expect([await world.status(intentKey), await world.status(payment.intentKey)]).toEqual(["DONE", "ABORTED"]);
    expect([held(world), await receivable(world)]).toEqual([10_000, 10_000]);
  });

  test("by a look-up is looked up again too", async () => {
    const world = await createWorld();
    let isMisread = true;
    const { process } = await misreading(world, ({ lookUpApproval }) => ({
      lookUpApproval: async (question) => (isMisread ? rejected : lookUpApproval(question)),
    }));
    const payment = await world.authenticated();
    world.gateway.faults.next("approve", "answer-lost");
    const answer = process.payments.intents.confirm(shop, payment);
    await world.clock.advance(31_000);
    expect(codeOf(await answer)).toBe("UNKNOWN_PAYMENT_ERROR");
    await wait(process, 60, 10);
    expect([await world.status(payment.intentKey), held(world)]).toEqual(["ABORTED", 10_000]);
    isMisread = false;
    await wait(process, day + hour);
    expect([held(world), flags(process).length]).toEqual([0, 1]);
  });

  test("when its net-cancel was about to be sent is looked up again too", async () => {
    const world = await createWorld({ promises: { ...leastPromises, storesCheckedCards: false } });
    let asked = 0;
    const { process } = await misreading(world, ({ lookUpApproval }) => ({
      // Not found, then read as a refusal.
      lookUpApproval: async (question) => {
        const found = await lookUpApproval(question);
        if (found.outcome === "not-found") asked += 1;
        return asked === 2 ? rejected : found;
      },
    }));
    const payment = await world.authenticated();
    world.gateway.faults.next("approve", { kind: "arrives-late", ms: 3 * hour * 1000 });
    // Until it has settled, not found is no answer.
    void process.payments.intents.confirm(shop, payment);
    await world.clock.advance(200_000);
    await process.payments.work.runDue(100);
    expect([await world.status(payment.intentKey), asked]).toEqual(["ABORTED", 2]);
    asked = 3;
    await wait(process, 4 * hour);
    expect(held(world)).toBe(10_000);
    await wait(process, day);
    expect([held(world), flags(process).length]).toEqual([0, 1]);
  });

  const value = { reference: "r", remainingAmount: 10_000, approvalNumber: "1", approvedAt: 0 };

  test.each([
    ["refused", rejected, 1, []],
    ["not found", { outcome: "not-found" }, 1, []],
    [
      "another approval",
      { outcome: "done", value: { ...value, key: "other", amount: 10_000 } },
      25,
      Array<string>(25).fill("another approval"),
    ],
    ["another amount", { outcome: "done", value: { ...value, key: "", amount: 9_999 } }, 1, ["another amount"]],
    ["unknown", { outcome: "unknown", reason: "no answer" }, 25, []],
  ] as const)("is looked up once in a day, or every hour: %s", async (_, answer, times, reasons) => {
    const world = await createWorld();
    const confirmation = await world.authenticated();
    const found = (key: string) =>
      answer.outcome === "done" ? { ...answer, value: { ...answer.value, key: answer.value.key || key } } : answer;
    const { process, lookUps } = await misreading(world, () => ({
      approve: async () => rejected,
      lookUpApproval: async ({ key }) => found(key),
    }));
    expect(codeOf(await process.payments.intents.confirm(shop, confirmation))).toBe("REJECT_CARD_COMPANY");
    await wait(process, 2 * day);
    expect(lookUps).toHaveLength(times);
    expect(flags(process)).toMatchObject(
      reasons.map((reason) => ({
        attempt: `approval-${confirmation.intentKey}`,
        reason: expect.stringContaining(reason),
      })),
    );
    expect(world.gateway.records()).toEqual([]);
  });

  test("by an operator, or as it was never sent, is not looked up", async () => {
    const world = await createWorld();
    const { process, lookUps } = await misreading(world, () => ({
      approve: () => Promise.reject(Object.assign(new Error("down"), { code: "ECONNREFUSED", notSent: true })),
    }));
    expect(codeOf(await process.payments.intents.confirm(shop, await world.authenticated()))).toBe("PROVIDER_ERROR");
    world.gateway.faults.next("approve", "refused-connection");
    const payment = await world.authenticated();
    void world.payments.intents.confirm(shop, payment);
    await world.clock.advance(31_000);
    const evidence = { outcome: "not-done", note: "the gateway's list" } as const;
    valueOf(await process.payments.attempts.resolve(shop, `approval-${payment.intentKey}`, evidence));
    expect(await world.status(payment.intentKey)).toBe("ABORTED");
    await wait(process, 2 * day);
    expect(lookUps).toEqual([]);
  });

  test("that an operator has found meanwhile is undone once", async () => {
    const world = await createWorld();
    const { process } = await misreading(world, refusing);
    const payment = await world.authenticated();
    await process.payments.intents.confirm(shop, payment);
    const at = new Date(world.clock.now()).toISOString();
    const evidence = { outcome: "done", at, note: "the gateway's list" } as const;
    valueOf(await process.payments.attempts.resolve(shop, `approval-${payment.intentKey}`, evidence));
    await wait(process, 2 * day);
    expect([held(world), flags(process)]).toEqual([0, []]);
  });

  test("two processes that look it up at once undo it once", async () => {
    const world = await createWorld();
    const { process } = await misreading(world, refusing);
    await process.payments.intents.confirm(shop, await world.authenticated());
    await world.clock.advance(day * 1000);
    const look = async ({ payments }: World) => Promise.all(await payments.work.start("attempt", 100));
    await Promise.all([look(process), look(world)]);
    await wait(world, hour);
    expect([held(world), flags(process).length + flags(world).length]).toEqual([0, 1]);
  });
});

describe("a cancellation that its gateway has refused", () => {
  const refusingToCancel = (gateway: World["gateway"]): Changed => ({
    async cancel(request) {
      await gateway.cancel(request);
      return { outcome: "refused", code: "REFUND_REJECTED" };
    },
  });

  async function refused(amount?: number) {
    const world = await createWorld();
    const { process } = await misreading(world, refusingToCancel);
    const { intentKey } = await world.paid();
    expect(codeOf(await process.cancel(intentKey, amount))).toBe("REFUND_REJECTED");
    return { world, process, intentKey };
  }

  test("and made after all is booked a day later, and flagged once", async () => {
    const { world, process, intentKey } = await refused(3_000);
    await wait(world, day - 600);
    expect([held(world), await receivable(world)]).toEqual([7_000, 10_000]);
    await wait(world, 2 * day, hour);
    expect([await world.status(intentKey), await receivable(world)]).toEqual(["PARTIAL_CANCELED", 7_000]);
    const reason = expect.stringContaining("refunded 3000 won after all");
    expect(flags(world)).toMatchObject([{ attempt: `cancellation-${intentKey}-1`, reason }]);
    expect(flags(process)).toEqual([]);
  });

  test("and made after all is booked before another one is sent, which is decided again", async () => {
    const { world, intentKey } = await refused();
    expect([held(world), await receivable(world)]).toEqual([0, 10_000]);
    expect(codeOf(await world.cancel(intentKey))).toBe("ALREADY_CANCELED_PAYMENT");
    expect([await world.status(intentKey), await receivable(world)]).toEqual(["CANCELED", 0]);
    expect(flags(world)).toHaveLength(1);
    await wait(world, 2 * day, hour);
    expect(flags(world)).toHaveLength(1);
  });

  test("in part leaves the rest for another one", async () => {
    const { world, intentKey } = await refused(3_000);
    expect(codeOf(await world.cancel(intentKey, 8_000))).toBe("NOT_MATCHES_REFUNDABLE_AMOUNT");
    expect(codeOf(await world.cancel(intentKey, 7_000))).toBe("ok");
    expect([held(world), await receivable(world)]).toEqual([0, 0]);
  });

  test("indeed is looked up once before each further one, and a day later", async () => {
    const world = await createWorld();
    const asked: string[] = [];
    const { process } = await misreading(world, ({ lookUpCancellation }) => ({
      cancel: async () => ({ outcome: "refused", code: "REFUND_REJECTED" }),
      lookUpCancellation: async (question) => (asked.push(question.key.slice(-1)), lookUpCancellation(question)),
    }));
    const { intentKey } = await world.paid();
    for (let times = 0; times < 3; times += 1) await process.cancel(intentKey, 1_000);
    expect(asked).toEqual(["1", "2"]);
    await wait(process, 3 * day, hour);
    expect(asked.toSorted()).toEqual(["1", "1", "2", "2", "3"]);
    expect([held(world), await receivable(world)]).toEqual([10_000, 10_000]);
  });

  test("whose look-up has no answer does not hold up the next one", async () => {
    const { world, intentKey } = await refused(3_000);
    world.gateway.faults.next("lookUp", "refused-connection");
    const canceling = world.cancel(intentKey, 2_000);
    await world.clock.advance(31_000);
    expect(codeOf(await canceling)).toBe("ok");
    await wait(world, day + hour);
    expect([held(world), await receivable(world)]).toEqual([5_000, 5_000]);
  });

  test("by an operator is not looked up", async () => {
    const world = await createWorld();
    const asked: string[] = [];
    const { process } = await misreading(world, ({ lookUpCancellation }) => ({
      lookUpCancellation: async (question) => (asked.push(question.key), lookUpCancellation(question)),
    }));
    const { intentKey } = await world.paid();
    world.gateway.faults.next("cancel", "refused-connection");
    expect(codeOf(await world.cancel(intentKey))).toBe("FAILED_REFUND_PROCESS");
    const evidence = { outcome: "not-done", note: "the gateway's list" } as const;
    valueOf(await process.payments.attempts.resolve(shop, `cancellation-${intentKey}-1`, evidence));
    await wait(process, 2 * day, hour);
    expect(asked).toEqual([]);
  });
});
