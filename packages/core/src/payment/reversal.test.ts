import { expect, test } from "vitest";

import { codeOf, createWorld, shop, valueOf, type World } from "../../test/world.ts";

/** A confirm whose approval is still on its way when it is looked up; no reversal gets through for now. */
async function lateApproval(world: World) {
  const confirmation = await world.authenticated();
  world.network.faults.next("approve", { kind: "arrives-late" });
  world.network.faults.schedule(({ operation }) => (operation === "reverse" ? "refused-connection" : undefined));
  expect(codeOf(await world.payments.intents.confirm(shop, confirmation))).toBe("UNKNOWN_PAYMENT_ERROR");
  return confirmation;
}

/** Another process over the same store and network, whose look-ups wait until they are let through. */
async function slowProcess(world: World) {
  const { promise: gate, resolve: letThrough } = Promise.withResolvers<void>();
  const lookUp: typeof world.network.lookUp = (async (request: never) => {
    await gate;
    return world.network.lookUp(request);
  }) as never;
  return { process: await createWorld({ sharing: { ...world, network: { ...world.network, lookUp } } }), letThrough };
}

test("an approval that is found after its reversal was opened is not taken over", async () => {
  const world = await createWorld();
  const confirmation = await lateApproval(world);
  const { process, letThrough } = await slowProcess(world);
  await world.clock.advance(31_000);
  const slow = process.payments.intents.confirm(shop, confirmation);
  await world.clock.advance(1);
  expect(codeOf(await world.payments.intents.confirm(shop, confirmation))).toBe("UNKNOWN_PAYMENT_ERROR");
  await world.network.deliverDelayed();
  expect(world.network.held("7:test")).toBe(10_000);
  letThrough();
  expect(codeOf(await slow)).toBe("UNKNOWN_PAYMENT_ERROR");
  expect(await world.status(confirmation.intentKey)).toBe("IN_PROGRESS");
  world.network.faults.schedule();
  await world.pass(120);
  expect(await world.status(confirmation.intentKey)).toBe("ABORTED");
  expect(world.network.held("7:test")).toBe(0);
  expect((await world.payments.ledger.balances(shop)).receivable).toBe(0);
});

test("a reversal that the network refuses is shown to people at once, and the payment does not end by it", async () => {
  const world = await createWorld();
  const confirmation = await lateApproval(world);
  const network = {
    ...world.network,
    reverse: async () => ({ outcome: "refused", code: "NOT_CANCELABLE_PAYMENT" }) as const,
  };
  const process = await createWorld({ sharing: { ...world, network } });
  await process.pass(40);
  const reason = "the network refuses to reverse the approval: NOT_CANCELABLE_PAYMENT";
  const flag = { kind: "attempt-flagged", attempt: `reversal.${confirmation.intentKey}`, reason };
  expect(process.notices).toMatchObject([flag]);
  expect(valueOf(await process.payments.attempts.flagged(shop)).items).toMatchObject([{ kind: "reversal" }]);
  expect(await world.status(confirmation.intentKey)).toBe("IN_PROGRESS");
  expect(codeOf(await world.payments.intents.confirm(shop, confirmation))).toBe("UNKNOWN_PAYMENT_ERROR");
});

test("an acknowledgement of another approval ends nothing", async () => {
  const world = await createWorld();
  const confirmation = await lateApproval(world);
  world.network.faults.schedule(({ operation }) => (operation === "reverse" ? "wrong-key" : undefined));
  await world.pass(40);
  expect(await world.status(confirmation.intentKey)).toBe("IN_PROGRESS");
  world.network.faults.schedule();
  await world.pass(120);
  expect(await world.status(confirmation.intentKey)).toBe("ABORTED");
});

test("a code that the card port does not have is answered as PROVIDER_ERROR", async () => {
  const world = await createWorld();
  const confirmation = await world.authenticated();
  const approve = (async () => ({ outcome: "refused", code: "METHOD_NOT_ALLOWED" })) as never;
  const process = await createWorld({ sharing: { ...world, network: { ...world.network, approve } } });
  expect(codeOf(await process.payments.intents.confirm(shop, confirmation))).toBe("PROVIDER_ERROR");
  expect(valueOf(await world.payments.intents.lookUp(shop, confirmation))).toMatchObject({
    status: "ABORTED",
    failure: [{ code: "PROVIDER_ERROR" }],
  });
});

test("a reversal that does not get through is shown to people only when it takes too long", async () => {
  const world = await createWorld();
  const confirmation = await lateApproval(world);
  await world.pass(9 * 60);
  expect(valueOf(await world.payments.attempts.flagged(shop)).items).toEqual([]);
  await world.pass(3 * 60);
  expect(world.notices.filter(({ kind }) => kind === "attempt-flagged")).toMatchObject([
    {
      attempt: `reversal.${confirmation.intentKey}`,
      reason: expect.stringMatching(/^reversal without an outcome after \d+ look-ups$/),
    },
  ]);
});

test("a look-up that finds another amount approved has it reversed", async () => {
  const world = await createWorld();
  const confirmation = await world.authenticated();
  world.network.faults.next("approve", "answer-lost");
  await world.payments.intents.confirm(shop, confirmation);
  world.network.faults.next("lookUp", "wrong-amount");
  await world.pass(2);
  expect(await world.status(confirmation.intentKey)).toBe("ABORTED");
  expect(world.network.held("7:test")).toBe(0);
});

test("once a reversal is opened, a repeat of confirm sends it again, and asks no more what came of the approval", async () => {
  const world = await createWorld();
  const confirmation = await world.authenticated();
  world.network.faults.next("approve", "refused-connection");
  world.network.faults.next("reverse", "refused-connection");
  const confirm = async () => codeOf(await world.payments.intents.confirm(shop, confirmation));
  expect([await confirm(), await confirm()]).toEqual(["UNKNOWN_PAYMENT_ERROR", "UNKNOWN_PAYMENT_ERROR"]);
  const asked: string[] = [];
  world.network.faults.schedule(({ operation }) => void asked.push(operation));
  expect(await confirm()).toBe("PROVIDER_ERROR");
  expect(asked).toEqual(["reverse"]);
  const concluded = await world.payments.attempts.resolve(shop, `approval.${confirmation.intentKey}`, {
    outcome: "done",
    at: "2026-11-20T10:00:00+09:00",
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
          if (body?.["status"] === "OPEN") opened.push({ id: key.id, deadline: body["deadline"], dueAt });
        }
        return store.commit(changeSet);
      },
    }),
  });
  await process.pass(1);
  const deadline = world.clock.now() + 30_000;
  expect(opened).toEqual([{ id: `reversal.${confirmation.intentKey}`, deadline, dueAt: deadline }]);
});

test("an acknowledgement that comes when people have ended the reversal changes nothing any more", async () => {
  const world = await createWorld();
  const confirmation = await lateApproval(world);
  const { promise: gate, resolve: letThrough } = Promise.withResolvers<void>();
  const reverse: typeof world.network.reverse = async () => {
    await gate;
    return { outcome: "unknown", reason: "late" };
  };
  const slow = await createWorld({ sharing: { ...world, network: { ...world.network, reverse } } });
  await world.pass(1);
  await world.clock.advance(1000);
  const [work] = await slow.payments.work.start("attempt", 10);
  const key = `reversal.${confirmation.intentKey}`;
  const found = { outcome: "done", at: "2026-11-20T10:00:00+09:00", note: "statement" } as const;
  expect(valueOf(await world.payments.attempts.resolve(shop, key, found)).status).toBe("DONE");
  letThrough();
  expect(await work).toBe(true);
  const { records } = await world.memory.read("7:test", { keys: [{ kind: "attempt", id: key }] });
  expect(records[0]).toMatchObject({ dueAt: null, body: { status: "DONE" } });
  expect(await world.status(confirmation.intentKey)).toBe("ABORTED");
});
