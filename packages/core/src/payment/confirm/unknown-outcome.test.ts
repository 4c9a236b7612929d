import type { FaultKind } from "@wonflow/sandbox";
import { expect, test } from "vitest";
import { codeOf, createWorld, sessionInput, shop, valueOf } from "../../../test/world.ts";

/** Runs a confirm whose answer is known later; time passes while the request waits. */
async function confirmThrough(fault: FaultKind, card = "kb") {
  const world = await createWorld();
  const confirmation = await world.authenticated({ card });
  world.gateway.faults.next("approve", fault);
  const answer = world.payments.intents.confirm(shop, confirmation);
  await world.clock.advance(31_000);
  return { world, confirmation, code: codeOf(await answer) };
}

test.each([
  ["answer-lost", "DONE", 10_000],
  ["refused-connection", "ABORTED", 0],
  ["late", "DONE", 10_000],
  ["wrong-amount", "DONE", 10_000],
  ["wrong-key", "DONE", 10_000],
  ["arrives-late", "ABORTED", 0],
] as const)("an approval whose answer is %s ends %s, without an operator", async (fault, status, held) => {
  const { world, confirmation, code } = await confirmThrough(fault);
  expect(code).toBe("UNKNOWN_PAYMENT_ERROR");
  expect(await world.status(confirmation.intentKey)).toBe("IN_PROGRESS");
  await world.pass(3);
  await world.gateway.deliverDelayed();
  expect(await world.status(confirmation.intentKey)).toBe(status);
  expect(world.gateway.held("7:test")).toBe(held);
  expect((await world.payments.ledger.balances(shop)).receivable).toBe(held);
});

test("an approval that was delivered twice is charged once", async () => {
  const { world, code } = await confirmThrough("duplicate-delivery");
  expect(code).toBe("ok");
  expect(world.gateway.held("7:test")).toBe(10_000);
});

test("while the outcome is unknown the order can't be paid again or canceled, and does not expire", async () => {
  const world = await createWorld();
  const confirmation = await world.authenticated();
  world.gateway.faults.next("approve", "answer-lost");
  world.gateway.faults.schedule((call) => (call.operation === "lookUp" ? "refused-connection" : undefined));
  const before = valueOf(await world.payments.intents.lookUp(shop, confirmation));
  await world.payments.intents.confirm(shop, confirmation);
  expect(valueOf(await world.payments.intents.lookUp(shop, confirmation))).toEqual(before);
  expect(Object.keys(before)).not.toContain("approvedAt");
  expect(Object.keys(before)).not.toContain("cancel");
  expect(codeOf(await world.payments.intents.confirm(shop, confirmation))).toBe("UNKNOWN_PAYMENT_ERROR");
  expect(codeOf(await world.cancel(confirmation.intentKey))).toBe("FORBIDDEN_CONSECUTIVE_REQUEST");
  expect(codeOf(await world.payments.sessions.create(shop, sessionInput))).toBe("FORBIDDEN_CONSECUTIVE_REQUEST");
  await world.pass(11 * 60);
  expect(await world.status(confirmation.intentKey)).toBe("IN_PROGRESS");
  expect(codeOf(await world.payments.intents.confirm(shop, confirmation))).toBe("UNKNOWN_PAYMENT_ERROR");
});

test("a repeat of confirm after the request's deadline looks the approval up itself", async () => {
  const { world, confirmation } = await confirmThrough("answer-lost");
  expect(valueOf(await world.payments.intents.confirm(shop, confirmation)).status).toBe("DONE");
  expect(world.gateway.held("7:test")).toBe(10_000);
});

test("a look-up that fails is repeated after 1, 2, 4, … 60 seconds, and the operator is notified after 10 minutes", async () => {
  const { world, confirmation } = await confirmThrough("answer-lost");
  const times: number[] = [];
  world.gateway.faults.schedule((call) => {
    if (call.operation === "lookUp") times.push(world.clock.now());
    return call.operation === "lookUp" ? "refused-connection" : undefined;
  });
  const begin = world.clock.now();
  await world.pass(12 * 60);
  const seconds = times.map((at, index) => Math.round((at - (times[index - 1] ?? begin)) / 1000));
  expect(seconds.slice(0, 9)).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60]);
  expect(world.notices.filter(({ kind }) => kind === "attempt-flagged")).toHaveLength(1);
  expect(await world.status(confirmation.intentKey)).toBe("IN_PROGRESS");
  world.gateway.faults.schedule();
  await world.pass(61);
  expect(await world.status(confirmation.intentKey)).toBe("DONE");
});

test("a net-cancel is repeated until the gateway acknowledges it; only then is the payment aborted", async () => {
  const { world, confirmation } = await confirmThrough("refused-connection");
  world.gateway.faults.schedule((call) => (call.operation === "reverse" ? "refused-connection" : undefined));
  await world.pass(90);
  expect(await world.status(confirmation.intentKey)).toBe("IN_PROGRESS");
  world.gateway.faults.schedule();
  await world.pass(61);
  expect(await world.status(confirmation.intentKey)).toBe("ABORTED");
  expect(codeOf(await world.payments.intents.confirm(shop, confirmation))).toBe("PROVIDER_ERROR");
});

test("a confirm in time is valid even if its approval arrives after the time to confirm", async () => {
  const world = await createWorld({ settings: { requestDeadlineMs: 30_000, confirmWindowMs: 10_000 } });
  const confirmation = await world.authenticated();
  world.gateway.faults.next("approve", { kind: "arrives-late", ms: 20_000 });
  expect(codeOf(await world.payments.intents.confirm(shop, confirmation))).toBe("UNKNOWN_PAYMENT_ERROR");
  await world.clock.advance(21_000);
  await world.pass(2);
  expect(await world.status(confirmation.intentKey)).toBe("DONE");
  expect(world.gateway.held("7:test")).toBe(10_000);
});

/** A process whose gateway approves by another clock than ours. */
async function confirmWithGatewayClock(aheadMs: number) {
  const world = await createWorld();
  const confirmation = await world.authenticated();
  const approve: typeof world.gateway.approve = async (request) => {
    const outcome = await world.gateway.approve(request);
    if (outcome.outcome !== "done") return outcome;
    return { ...outcome, value: { ...outcome.value, approvedAt: outcome.value.approvedAt + aheadMs } };
  };
  const process = await createWorld({ sharing: { ...world, gateway: { ...world.gateway, approve } } });
  // The last millisecond in which the payment may be confirmed.
  await world.clock.advance(10 * 60_000 - 1);
  return { world, confirmation, confirmed: await process.payments.intents.confirm(shop, confirmation) };
}

const day = 24 * 60 * 60 * 1000;

test.each([1, 11 * 60_000, day, -day])(
  "a gateway whose clock differs by %i ms undoes no confirm in time",
  async (ms) => {
    const { confirmed } = await confirmWithGatewayClock(ms);
    expect(valueOf(confirmed).status).toBe("DONE");
  },
);

test.each([day + 1, -day - 1])("an approval that is %i ms from our clock is not accepted as an answer", async (ms) => {
  const { world, confirmation, confirmed } = await confirmWithGatewayClock(ms);
  expect(codeOf(confirmed)).toBe("UNKNOWN_PAYMENT_ERROR");
  // The gateway's look-up returns the right time, and is accepted.
  await world.pass(2);
  expect(await world.status(confirmation.intentKey)).toBe("DONE");
});

test("a confirm after its time is not sent, however slow the gateway's clock is", async () => {
  const world = await createWorld();
  const confirmation = await world.authenticated();
  await world.clock.advance(10 * 60_000);
  expect(codeOf(await world.payments.intents.confirm(shop, confirmation))).toBe("EXPIRED_PAYMENT_SESSION");
  expect(world.gateway.records()).toEqual([]);
});

test("a cancellation that has to be sent again after a slow look-up has its own time to be answered", async () => {
  const world = await createWorld();
  const { intentKey } = await world.paid();
  world.gateway.faults.next("cancel", "refused-connection");
  const deadlines: number[] = [];
  const { cancel, lookUpCancellation } = world.gateway;
  const gateway: typeof world.gateway = {
    ...world.gateway,
    async lookUpCancellation(question) {
      await world.clock.after(29_000).elapsed;
      return lookUpCancellation(question);
    },
    cancel: (request) => (deadlines.push(request.deadline - world.clock.now()), cancel(request)),
  };
  const process = await createWorld({ sharing: { ...world, gateway } });
  expect(codeOf(await world.cancel(intentKey))).toBe("FAILED_REFUND_PROCESS");
  await world.clock.advance(31_000);
  const work = process.payments.work.runDue();
  await world.clock.advance(29_000);
  await work;
  expect(deadlines).toEqual([30_000]);
  expect(await world.status(intentKey)).toBe("CANCELED");
});

test.each([
  ["before the gateway is called", "ABORTED", 0],
  ["before the gateway's answer arrives", "DONE", 10_000],
] as const)("the payment of a process that dies %s is found by another one, and ends %s", async (_, status, held) => {
  const world = await createWorld();
  const confirmation = await world.authenticated();
  const never = new Promise<never>(() => {});
  let dead = false;
  const approve: typeof world.gateway.approve = async (request) => {
    if (status === "DONE") await world.gateway.approve(request);
    dead = true;
    return never;
  };
  // A dead process does not learn that its own time is over.
  const dying = await createWorld({
    sharing: { ...world, gateway: { ...world.gateway, approve } },
    store: (store) => ({ ...store, commit: (changes) => (dead ? never : store.commit(changes)) }),
  });
  void dying.payments.intents.confirm(shop, confirmation);
  await world.pass(29);
  expect([dead, world.gateway.held("7:test")]).toEqual([true, held]);
  expect(await world.status(confirmation.intentKey)).toBe("IN_PROGRESS");
  await world.pass(1);
  expect(await world.status(confirmation.intentKey)).toBe(status);
  expect(world.gateway.held("7:test")).toBe(held);
  expect((await world.payments.ledger.balances(shop)).receivable).toBe(held);
});
