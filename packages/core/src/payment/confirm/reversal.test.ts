import { cardCaller } from "@wonflow/testkit";
import { expect, test } from "vitest";

import { codeOf, createWorld, shop, valueOf, type World } from "../../../test/world.ts";

/** A confirm whose approval is still in flight when it is looked up; no reversal arrives for now. */
async function lateApproval(world: World) {
  const confirmation = await world.authenticated();
  world.gateway.faults.next("approve", { kind: "arrives-late" });
  world.gateway.faults.schedule(({ operation }) => (operation === "reverse" ? "refused-connection" : undefined));
  expect(codeOf(await world.payments.intents.confirm(shop, confirmation))).toBe("UNKNOWN_PAYMENT_ERROR");
  return confirmation;
}

/** Another process over the same store and gateway, whose look-ups wait until they are released. */
async function slowProcess(world: World) {
  const { promise: gate, resolve: letThrough } = Promise.withResolvers<void>();
  const gateway: typeof world.gateway = {
    ...world.gateway,
    lookUpApproval: async (question) => (await gate, world.gateway.lookUpApproval(question)),
    lookUpCancellation: async (question) => (await gate, world.gateway.lookUpCancellation(question)),
  };
  return { process: await createWorld({ sharing: { ...world, gateway } }), letThrough };
}

test("an approval that is found after its reversal was opened is not taken over", async () => {
  const world = await createWorld();
  const confirmation = await lateApproval(world);
  const { process, letThrough } = await slowProcess(world);
  await world.clock.advance(31_000);
  const slow = process.payments.intents.confirm(shop, confirmation);
  await world.clock.advance(1);
  expect(codeOf(await world.payments.intents.confirm(shop, confirmation))).toBe("UNKNOWN_PAYMENT_ERROR");
  await world.gateway.deliverDelayed();
  expect(world.gateway.held("7:test")).toBe(10_000);
  letThrough();
  expect(codeOf(await slow)).toBe("UNKNOWN_PAYMENT_ERROR");
  expect(await world.status(confirmation.intentKey)).toBe("IN_PROGRESS");
  world.gateway.faults.schedule();
  await world.pass(120);
  expect(await world.status(confirmation.intentKey)).toBe("ABORTED");
  expect(world.gateway.held("7:test")).toBe(0);
  expect((await world.payments.ledger.balances(shop)).receivable).toBe(0);
});

/** An approval that arrived late and can no longer be reversed. */
async function overdueApproval(world: World) {
  const confirmation = await lateApproval(world);
  await world.pass(35);
  await world.gateway.deliverDelayed();
  await world.clock.advance(61 * 60_000);
  expect(world.gateway.held("7:test")).toBe(10_000);
  world.gateway.faults.schedule();
  return confirmation;
}

/** Refunds at the gateway, without a call from us. */
function byHand({ gateway, clock }: World, intentKey: string, amount: number) {
  const request = { tenant: "7:test", key: "by-hand", approvalKey: `approval-${intentKey}`, amount } as const;
  return cardCaller(gateway, () => clock.now()).cancel({ ...request, deadline: clock.now() + 1_000 });
}

const approvalOf = ({ gateway }: World) => gateway.records()[0];

test("a reversal that comes too late becomes a cancellation", async () => {
  const world = await createWorld();
  const confirmation = await overdueApproval(world);
  expect(codeOf(await world.payments.intents.confirm(shop, confirmation))).toBe("PROVIDER_ERROR");
  const { intentKey } = confirmation;
  const ended = valueOf(await world.payments.intents.lookUp(shop, { intentKey }));
  expect(ended).toMatchObject({ status: "ABORTED", totalAmount: 10_000 });
  expect(ended).not.toHaveProperty("cancel");
  expect(approvalOf(world)).toMatchObject({
    state: "APPROVED",
    cancellations: [{ key: `reversal-${intentKey}-cancellation`, amount: 10_000 }],
  });
  expect((await world.payments.ledger.balances(shop)).receivable).toBe(0);
  // The order is free again.
  expect((await world.paid()).status).toBe("DONE");
});

test.each(["answer-lost", "refused-connection"] as const)(
  "the cancellation in its place is looked up and made once: %s",
  async (fault) => {
    const world = await createWorld();
    const { intentKey } = await overdueApproval(world);
    const asked: string[] = [];
    world.gateway.faults.schedule(({ operation }) => {
      asked.push(operation);
      return operation === "cancel" && asked.filter((each) => each === "cancel").length === 1 ? fault : undefined;
    });
    await world.pass(120);
    const calls = ["lookUp", "reverse", "lookUp", "cancel"];
    expect(asked.slice(0, 5)).toEqual([...calls, "lookUp"]);
    // The approval's rest shows a cancellation that took effect; one that did not is looked up until it has settled.
    expect(asked.filter((each) => each !== "lookUp")).toEqual([
      "reverse",
      "cancel",
      ...(fault === "answer-lost" ? [] : ["cancel"]),
    ]);
    expect(await world.status(intentKey)).toBe("ABORTED");
    expect(approvalOf(world)?.cancellations).toHaveLength(1);
  },
);

test("if nothing is approved any more, there is nothing to refund", async () => {
  const world = await createWorld();
  const { intentKey } = await overdueApproval(world);
  const refused = (code: string) => async () => ({ outcome: "refused", code }) as never;
  const gateway = {
    ...world.gateway,
    reverse: refused("NOT_CANCELABLE_PAYMENT"),
    lookUpApproval: refused("ALREADY_CANCELED_PAYMENT"),
    cancel: () => Promise.reject(new Error("not to be asked")),
  };
  const process = await createWorld({ sharing: { ...world, gateway } });
  await process.payments.work.runDue(10);
  expect(process.notices).toEqual([]);
  await process.pass(60);
  expect(await world.status(intentKey)).toBe("ABORTED");
});

test.each([
  ["another approval", { key: "approval-other" }],
  ["another amount approved", { amount: 7_000 }],
])("an answer about %s ends nothing", async (_, change) => {
  const world = await createWorld();
  const { intentKey } = await overdueApproval(world);
  const { lookUpApproval } = world.gateway;
  const distorted = <Answer extends { readonly outcome: string }>(answer: Answer): Answer =>
    "value" in answer ? { ...answer, value: { ...(answer.value as object), ...change } } : answer;
  const gateway: typeof world.gateway = {
    ...world.gateway,
    lookUpApproval: async (question) => distorted(await lookUpApproval(question)),
  };
  await (await createWorld({ sharing: { ...world, gateway } })).pass(120);
  expect(await world.status(intentKey)).toBe("IN_PROGRESS");
  expect(world.gateway.held("7:test")).toBe(10_000);
  await world.pass(120);
  expect(await world.status(intentKey)).toBe("ABORTED");
  expect(world.gateway.held("7:test")).toBe(0);
});

test("a cancellation that is refused too is flagged, and ends by evidence", async () => {
  const world = await createWorld();
  const { intentKey, orderId } = await overdueApproval(world);
  // A person has given a part of it back by hand.
  await byHand(world, intentKey, 4_000);
  await world.pass(120);
  const reason = "the gateway refuses to undo the approval: NOT_MATCHES_REFUNDABLE_AMOUNT";
  const flag = { kind: "attempt-flagged", attempt: `reversal-${intentKey}`, reason };
  expect(world.notices.filter(({ kind }) => kind === "attempt-flagged")).toMatchObject([flag]);
  expect(valueOf(await world.payments.attempts.flagged(shop)).items).toMatchObject([{ kind: "reversal" }]);
  expect(await world.status(intentKey)).toBe("IN_PROGRESS");
  expect(codeOf(await world.payments.intents.confirm(shop, { intentKey, orderId, amount: 10_000 }))).toBe(
    "UNKNOWN_PAYMENT_ERROR",
  );
  const key = `reversal-${intentKey}`;
  const notDone = await world.payments.attempts.resolve(shop, key, { outcome: "not-done", note: "still approved" });
  expect(valueOf(notDone).status).toBe("UNKNOWN");
  const at = "2026-11-20T11:05:00+09:00";
  await world.payments.attempts.resolve(shop, key, { outcome: "done", at, note: "refunded by hand" });
  expect(await world.status(intentKey)).toBe("ABORTED");
});

test("a reversal refused for another reason is flagged at once, and sent again", async () => {
  const world = await createWorld();
  const { intentKey } = await lateApproval(world);
  const reverse = async () => ({ outcome: "refused", code: "PROVIDER_ERROR" }) as const;
  const process = await createWorld({ sharing: { ...world, gateway: { ...world.gateway, reverse } } });
  await process.pass(90);
  const reason = "the gateway refuses to undo the approval: PROVIDER_ERROR";
  expect(process.notices).toMatchObject([{ kind: "attempt-flagged", attempt: `reversal-${intentKey}`, reason }]);
  // Evidence from an operator is no refusal of the gateway.
  await process.payments.attempts.resolve(shop, `reversal-${intentKey}`, {
    outcome: "not-done",
    note: "still approved",
  });
  world.gateway.faults.schedule();
  await world.pass(120);
  expect(await world.status(intentKey)).toBe("ABORTED");
  expect(approvalOf(world)?.cancellations ?? []).toEqual([]);
});

test.each([
  ["the approval", ""],
  ["the cancellation", "-cancellation"],
])("while the outcome of %s is unknown, nothing is refunded, and nothing ends", async (_, suffix) => {
  const world = await createWorld();
  const confirmation = await overdueApproval(world);
  const { intentKey } = confirmation;
  const asked: string[] = [];
  world.gateway.faults.schedule(({ operation, key }) => {
    asked.push(operation);
    if (operation === "cancel") return "refused-connection";
    const isAbout = key === (suffix === "" ? `approval-${intentKey}` : `reversal-${intentKey}${suffix}`);
    return operation === "lookUp" && isAbout ? "refused-connection" : undefined;
  });
  await world.pass(120);
  // It is sent once while its outcome is unknown.
  expect(asked.filter((each) => each === "cancel")).toHaveLength(suffix === "" ? 0 : 1);
  expect(await world.status(intentKey)).toBe("IN_PROGRESS");
  expect(codeOf(await world.payments.intents.confirm(shop, confirmation))).toBe("UNKNOWN_PAYMENT_ERROR");
  world.gateway.faults.schedule();
  await world.pass(120);
  expect(await world.status(intentKey)).toBe("ABORTED");
  expect(world.gateway.held("7:test")).toBe(0);
});

test.each(["before", "after"])("a process that dies %s it wrote that the reversal came too late", async (when) => {
  const world = await createWorld();
  const { intentKey } = await overdueApproval(world);
  const written: unknown[] = [];
  const dying = await createWorld({
    sharing: world,
    store: (memory) => ({
      ...memory,
      async commit(changeSet) {
        const late = changeSet.writes.find(({ body }) => typeof body?.["cancellationKey"] === "string");
        if (late === undefined) return memory.commit(changeSet);
        if (when === "after") await memory.commit(changeSet);
        written.push((late.dueAt ?? 0) - world.clock.now());
        return new Promise(() => {});
      },
    }),
  });
  void dying.payments.work.runDue(10);
  await world.clock.advance(1);
  // It belongs to its writer for a request's whole time.
  expect(written).toEqual([30_000]);
  await world.pass(120);
  expect(await world.status(intentKey)).toBe("ABORTED");
  expect(approvalOf(world)?.cancellations).toHaveLength(1);
  expect(world.gateway.held("7:test")).toBe(0);
});

test("an acknowledgement of another approval ends nothing", async () => {
  const world = await createWorld();
  const confirmation = await lateApproval(world);
  const reverse = async () => ({ outcome: "done", value: { approvalKey: "approval-other" } }) as const;
  await (await createWorld({ sharing: { ...world, gateway: { ...world.gateway, reverse } } })).pass(90);
  expect(await world.status(confirmation.intentKey)).toBe("IN_PROGRESS");
  world.gateway.faults.schedule();
  await world.pass(120);
  expect(await world.status(confirmation.intentKey)).toBe("ABORTED");
});

test("a code that the card port does not have is answered as PROVIDER_ERROR", async () => {
  const world = await createWorld();
  const confirmation = await world.authenticated();
  const approve = (async () => ({ outcome: "refused", code: "METHOD_NOT_ALLOWED" })) as never;
  const process = await createWorld({ sharing: { ...world, gateway: { ...world.gateway, approve } } });
  expect(codeOf(await process.payments.intents.confirm(shop, confirmation))).toBe("PROVIDER_ERROR");
  expect(valueOf(await world.payments.intents.lookUp(shop, confirmation))).toMatchObject({
    status: "ABORTED",
    failure: [{ code: "PROVIDER_ERROR" }],
  });
});

test("a reversal that does not get through is flagged only when it takes too long", async () => {
  const world = await createWorld();
  const confirmation = await lateApproval(world);
  await world.pass(9 * 60);
  expect(valueOf(await world.payments.attempts.flagged(shop)).items).toEqual([]);
  await world.pass(3 * 60);
  expect(world.notices.filter(({ kind }) => kind === "attempt-flagged")).toMatchObject([
    {
      attempt: `reversal-${confirmation.intentKey}`,
      reason: expect.stringMatching(/^reversal without an outcome after \d+ look-ups$/),
    },
  ]);
});

test("a look-up that finds another amount approved has it reversed", async () => {
  const world = await createWorld();
  const confirmation = await world.authenticated();
  world.gateway.faults.next("approve", "answer-lost");
  await world.payments.intents.confirm(shop, confirmation);
  world.gateway.faults.next("lookUp", "wrong-amount");
  await world.pass(2);
  expect(await world.status(confirmation.intentKey)).toBe("ABORTED");
  expect(world.gateway.held("7:test")).toBe(0);
});

test("once a reversal is opened, a repeat of confirm sends it again when the one before has settled", async () => {
  const world = await createWorld();
  const confirmation = await world.authenticated();
  world.gateway.faults.next("approve", "refused-connection");
  world.gateway.faults.next("reverse", "refused-connection");
  const confirm = async () => codeOf(await world.payments.intents.confirm(shop, confirmation));
  expect(await confirm()).toBe("UNKNOWN_PAYMENT_ERROR");
  await world.clock.advance(31_000);
  const asked: string[] = [];
  world.gateway.faults.schedule(({ operation }) => void asked.push(operation));
  expect([await confirm(), await confirm()]).toEqual(["UNKNOWN_PAYMENT_ERROR", "UNKNOWN_PAYMENT_ERROR"]);
  expect(asked).toEqual(["lookUp", "lookUp", "lookUp"]);
  await world.clock.advance(31_000);
  expect(await confirm()).toBe("PROVIDER_ERROR");
  expect(asked.slice(3)).toEqual(["lookUp", "reverse", "lookUp"]);
  const concluded = await world.payments.attempts.resolve(shop, `approval-${confirmation.intentKey}`, {
    outcome: "not-done",
    note: "statement",
  });
  expect(codeOf(concluded)).toBe("ALREADY_CONCLUDED_ATTEMPT");
});

test("a reversal that is opened belongs to the process that opened it until its deadline", async () => {
  const world = await createWorld();
  const confirmation = await lateApproval(world);
  const opened: unknown[] = [];
  const process = await createWorld({
    sharing: world,
    store: (store) => ({
      ...store,
      commit: (changeSet) => {
        for (const { key, body, dueAt } of changeSet.writes) {
          if (body?.["status"] === "OPEN") opened.push([key.id, body["sendings"], body["deadline"], dueAt]);
        }
        return store.commit(changeSet);
      },
    }),
  });
  const asked = world.clock.now();
  await process.pass(31);
  const deadline = asked + 61_000;
  const id = `reversal-${confirmation.intentKey}`;
  // Its deadline is committed again before it is sent.
  expect(opened).toEqual([
    [id, 0, deadline, deadline],
    [id, 1, deadline, deadline],
  ]);
});

test("an acknowledgement after evidence has ended the reversal changes nothing", async () => {
  const world = await createWorld();
  const confirmation = await lateApproval(world);
  const { promise: gate, resolve: letThrough } = Promise.withResolvers<void>();
  const reverse: typeof world.gateway.reverse = async () => {
    await gate;
    return { outcome: "unknown", reason: "late" };
  };
  const slow = await createWorld({ sharing: { ...world, gateway: { ...world.gateway, reverse } } });
  await world.pass(31);
  await world.clock.advance(60_000);
  const [work] = await slow.payments.work.start("attempt", 10);
  const key = `reversal-${confirmation.intentKey}`;
  const found = { outcome: "done", at: "2026-11-20T10:00:00+09:00", note: "statement" } as const;
  expect(valueOf(await world.payments.attempts.resolve(shop, key, found)).status).toBe("DONE");
  letThrough();
  expect(await work).toBe(true);
  const { records } = await world.memory.read("7:test", { keys: [{ kind: "attempt", id: key }] });
  expect(records[0]).toMatchObject({ dueAt: null, body: { status: "DONE" } });
  expect(await world.status(confirmation.intentKey)).toBe("ABORTED");
});
