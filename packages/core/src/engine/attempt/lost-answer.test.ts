import { expect, test } from "vitest";

import { codeOf, createWorld, shop, valueOf, type World } from "../../../test/world.ts";

type Operation = "approve" | "reverse" | "cancel" | "lookUp";

/** From now on none of these operations reaches the gateway. */
function outage(world: World, operations: readonly Operation[]) {
  world.gateway.faults.schedule(({ operation }) =>
    operations.some((each) => each === operation) ? "refused-connection" : undefined,
  );
}

test.each<[string, readonly Operation[], "confirm" | "cancel", string]>([
  ["a look-up of an approval", ["approve", "lookUp"], "confirm", "ABORTED"],
  ["a reversal", ["approve", "reverse"], "confirm", "ABORTED"],
  ["a cancellation", ["cancel"], "cancel", "CANCELED"],
])("%s is tried again for as long as it takes, also after an hour", async (_what, operations, what, end) => {
  const world = await createWorld();
  const payment = await world.authenticated();
  if (what === "cancel") valueOf(await world.payments.intents.confirm(shop, payment));
  outage(world, operations);
  if (what === "cancel") await world.cancel(payment.intentKey);
  else await world.payments.intents.confirm(shop, payment);
  await world.pass(3600);
  expect(await world.status(payment.intentKey)).toBe(what === "cancel" ? "DONE" : "IN_PROGRESS");
  world.gateway.faults.schedule();
  await world.pass(61);
  expect(await world.status(payment.intentKey)).toBe(end);
  expect(world.gateway.held("7:test")).toBe(0);
});

test.each([
  [3000, 1],
  [3001, 0],
])(
  "operators are notified %i ms after an attempt was opened: flags after the look-up at 3 s: %i",
  async (flagAfterMs, flags) => {
    const world = await createWorld({ settings: { flagAfterMs } });
    const { intentKey } = await world.paid();
    outage(world, ["cancel", "lookUp"]);
    await world.cancel(intentKey);
    // Looked up after 1 and after 3 seconds.
    await world.pass(3);
    expect(world.notices.filter(({ kind }) => kind === "attempt-flagged")).toHaveLength(flags);
  },
);

test("an attempt is looked up after 1, 2, 4, … 60 seconds; after ten minutes operators are notified", async () => {
  const world = await createWorld();
  const { intentKey } = await world.paid();
  outage(world, ["cancel", "lookUp"]);
  const openedAt = world.clock.now();
  await world.cancel(intentKey);
  const seconds: number[] = [];
  let flaggedAfter: number | undefined;
  while (flaggedAfter === undefined) {
    const [due] = await world.memory.listDue("attempt", 1);
    const waitMs = Number(due?.dueAt) - world.clock.now();
    seconds.push(waitMs / 1000);
    await world.clock.advance(waitMs);
    await world.payments.work.runDue();
    const isFlagged = world.notices.some(({ kind }) => kind === "attempt-flagged");
    if (isFlagged) flaggedAfter = (world.clock.now() - openedAt) / 1000;
  }
  expect(seconds.slice(0, 8)).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
  expect(flaggedAfter).toBe(603);
});

test("a flagged attempt stays flagged when later look-ups tell nothing", async () => {
  const world = await createWorld();
  const { intentKey } = await world.paid();
  world.gateway.faults.next("cancel", "wrong-amount");
  await world.cancel(intentKey);
  outage(world, ["cancel", "lookUp"]);
  await world.pass(10);
  expect(valueOf(await world.payments.attempts.flagged(shop)).items).toMatchObject([{ kind: "cancellation" }]);
  expect(world.notices.filter(({ kind }) => kind === "attempt-flagged")).toHaveLength(1);
});

test("flagged attempts are listed by the time at which they were opened", async () => {
  const world = await createWorld({ settings: { flagAfterMs: 1 } });
  const payments = [];
  for (const n of [1, 2, 3]) payments.push(await world.paid({ orderId: `order-20261120-000${n}` }));
  outage(world, ["cancel", "lookUp"]);
  for (const { intentKey } of payments.toReversed()) {
    await world.cancel(intentKey);
    await world.clock.advance(1000);
  }
  await world.pass(5);
  const { items } = valueOf(await world.payments.attempts.flagged(shop));
  expect(items.map(({ key }) => key)).toEqual(
    payments.toReversed().map(({ intentKey }) => `cancellation-${intentKey}-1`),
  );
  expect(codeOf(await world.payments.attempts.flagged(shop, { limit: 0 }))).toBe("INVALID_REQUEST");
});

test("an attempt that was concluded while its look-up was due is not looked up any more", async () => {
  const world = await createWorld();
  const { intentKey } = await world.paid();
  world.gateway.faults.next("cancel", "answer-lost");
  await world.cancel(intentKey, 3000);
  let concluded = false;
  const asked: string[] = [];
  const lookUpCancellation: typeof world.gateway.lookUpCancellation = (question) => (
    asked.push("look-up"),
    world.gateway.lookUpCancellation(question)
  );
  const process = await createWorld({
    sharing: { ...world, gateway: { ...world.gateway, lookUpCancellation } },
    store: (store) => ({
      ...store,
      async claimDue(kind, request) {
        const due = await store.claimDue(kind, request);
        // Between the claim of the work and its run, another process finds out.
        if (kind === "attempt" && due.length > 0 && !concluded) {
          concluded = true;
          const found = { outcome: "done", at: "2026-11-20T10:00:00+09:00", note: "statement" } as const;
          valueOf(await world.payments.attempts.resolve(shop, `cancellation-${intentKey}-1`, found));
        }
        return due;
      },
    }),
  });
  await world.clock.advance(1000);
  await process.payments.work.runDue();
  expect(concluded).toBe(true);
  expect(asked).toEqual([]);
});

/** A process that opens an attempt and dies before its call. */
async function dying(world: World, kind: "approval" | "cancellation") {
  return createWorld({
    sharing: world,
    store: (store) => ({
      ...store,
      async commit(changeSet) {
        const result = await store.commit(changeSet);
        if (changeSet.writes.some(({ body }) => body?.["kind"] === kind)) await new Promise(() => undefined);
        return result;
      },
    }),
  });
}

test("a dead process's attempt is looked up from its deadline on, and not before", async () => {
  const world = await createWorld();
  const confirmation = await world.authenticated();
  const { payments } = await dying(world, "approval");
  void payments.intents.confirm(shop, confirmation);
  await world.clock.advance(29_999);
  const repeat = () => world.payments.intents.confirm(shop, confirmation);
  expect(codeOf(await repeat())).toBe("ALREADY_PROCESSED_PAYMENT");
  await world.clock.advance(1);
  expect(codeOf(await repeat())).toBe("PROVIDER_ERROR");
  expect(await world.status(confirmation.intentKey)).toBe("ABORTED");
});

test.each(["approval", "cancellation"] as const)(
  "an outcome that cannot be committed is answered as unknown, and found again: %s",
  async (kind) => {
    const world = await createWorld();
    const payment = await world.authenticated();
    if (kind === "cancellation") valueOf(await world.payments.intents.confirm(shop, payment));
    let storm = true;
    const process = await createWorld({
      sharing: world,
      store: (store) => ({
        ...store,
        commit: async (changeSet) =>
          storm && changeSet.writes.some(({ body }) => body?.["kind"] === kind && body["status"] !== "OPEN")
            ? { status: "conflict", key: { kind: "attempt", id: "x" } }
            : store.commit(changeSet),
      }),
    });
    const { intentKey } = payment;
    const answer =
      kind === "approval"
        ? await process.payments.intents.confirm(shop, payment)
        : await process.cancel(intentKey, 3000);
    expect(codeOf(answer)).toBe(kind === "approval" ? "UNKNOWN_PAYMENT_ERROR" : "FAILED_PARTIAL_REFUND");
    storm = false;
    await world.pass(35);
    expect(await world.status(intentKey)).toBe(kind === "approval" ? "DONE" : "PARTIAL_CANCELED");
    expect(world.gateway.held("7:test")).toBe(kind === "approval" ? 10_000 : 7000);
  },
);

test("a reversal whose acknowledgement cannot be committed is answered as unknown, and sent again", async () => {
  const world = await createWorld();
  const payment = await world.authenticated();
  const process = await createWorld({
    sharing: world,
    store: (store) => ({
      ...store,
      commit: async (changeSet) =>
        changeSet.writes.some(({ body }) => body?.["kind"] === "reversal" && body["status"] === "DONE")
          ? { status: "conflict", key: { kind: "attempt", id: "x" } }
          : store.commit(changeSet),
    }),
  });
  world.gateway.faults.next("approve", "refused-connection");
  const confirm = async () => codeOf(await process.payments.intents.confirm(shop, payment));
  expect([await confirm(), await confirm()]).toEqual(["UNKNOWN_PAYMENT_ERROR", "UNKNOWN_PAYMENT_ERROR"]);
  expect(await world.status(payment.intentKey)).toBe("IN_PROGRESS");
  await world.pass(31);
  expect(await world.status(payment.intentKey)).toBe("ABORTED");
});
