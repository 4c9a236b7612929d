import { expect, test } from "vitest";

import { createBillingWorld, issueInput } from "../../../test/billing-world.ts";
import { cardEntry, codeOf, createWorld, shop, valueOf, withKeyIn, type World } from "../../../test/world.ts";

/** Another process over the same store, whose commit of the intent to approve takes `ms`. */
async function slowToCommit(world: World, ms: number) {
  let slow = true;
  const calls: string[] = [];
  const approve: typeof world.gateway.approve = (request) => (calls.push(request.key), world.gateway.approve(request));
  const process = await createWorld({
    sharing: { ...world, gateway: { ...world.gateway, approve } },
    store: (store) => ({
      ...store,
      async commit(changeSet) {
        const result = await store.commit(changeSet);
        const waits = slow && changeSet.writes.some(({ body }) => body?.["kind"] === "approval");
        slow &&= !waits;
        if (waits) await world.clock.after(ms).elapsed;
        return result;
      },
    }),
  });
  return { process, calls };
}

test.each([
  [29_999, "ok", 1],
  [30_000, "UNKNOWN_PAYMENT_ERROR", 0],
  [31_000, "UNKNOWN_PAYMENT_ERROR", 0],
])("a process that has slept %i ms after its intent calls only within its deadline", async (ms, code, made) => {
  const world = await createWorld();
  const confirmation = await world.authenticated();
  const { process, calls } = await slowToCommit(world, ms);
  const answer = process.payments.intents.confirm(shop, confirmation);
  await world.clock.advance(ms);
  expect(codeOf(await answer)).toBe(code);
  expect(calls).toHaveLength(made);
  await world.pass(5);
  expect(await world.status(confirmation.intentKey)).toBe(made === 1 ? "DONE" : "ABORTED");
});

test("an exception of a gateway leaves the outcome unknown, and operators are notified", async () => {
  const world = await createWorld();
  const confirmation = await world.authenticated();
  const error = new Error("connection reset");
  const approve = () => Promise.reject(error);
  const process = await createWorld({ sharing: { ...world, gateway: { ...world.gateway, approve } } });
  expect(codeOf(await process.payments.intents.confirm(shop, confirmation))).toBe("UNKNOWN_PAYMENT_ERROR");
  const attempt = `approval-${confirmation.intentKey}`;
  expect(process.notices).toEqual([{ kind: "provider-threw", attempt, error }]);
});

/** A connection that was never made, as its adapter knows. */
function notSent(): Promise<never> {
  return Promise.reject(Object.assign(new Error("no connection"), { code: "ECONNREFUSED", notSent: true }));
}

/** A process over the world whose gateway answers one of its calls so. */
async function processWith(world: World, change: Partial<World["gateway"]>) {
  return createWorld({ sharing: { ...world, gateway: { ...world.gateway, ...change } } });
}

test("an approval that was never sent is refused at once, and the order can be paid again", async () => {
  const world = await createWorld();
  const confirmation = await world.authenticated();
  const { payments, notices } = await processWith(world, { approve: notSent });
  expect(codeOf(await payments.intents.confirm(shop, confirmation))).toBe("PROVIDER_ERROR");
  expect(await world.status(confirmation.intentKey)).toBe("ABORTED");
  const attempt = `approval-${confirmation.intentKey}`;
  expect(notices).toEqual([{ kind: "provider-not-reached", attempt, cause: "ECONNREFUSED" }]);
  expect((await world.paid()).status).toBe("DONE");
});

test("only its adapter can know that a call was never sent", async () => {
  const world = await createWorld();
  const confirmation = await world.authenticated();
  const approve = () => Promise.reject(Object.assign(new Error("no connection"), { code: "ECONNREFUSED" }));
  const { payments } = await processWith(world, { approve });
  expect(codeOf(await payments.intents.confirm(shop, confirmation))).toBe("UNKNOWN_PAYMENT_ERROR");
});

test("a cancellation that was never sent is looked up all the same", async () => {
  const world = await createWorld();
  const { intentKey } = await world.paid();
  const { payments } = await processWith(world, { cancel: notSent });
  const canceled = await payments.intents.cancel(shop, { intentKey }, { cancelReason: "x" });
  expect(codeOf(canceled)).toBe("FAILED_REFUND_PROCESS");
  await world.pass(120);
  expect(await world.status(intentKey)).toBe("CANCELED");
});

test("a card that was never sent does not count as a try of the buyer, and is not released", async () => {
  const world = await createWorld({ promises: { storesCheckedCards: true } });
  const { token } = await world.session();
  const released: string[] = [];
  const { payments, pass } = await processWith(
    world,
    withKeyIn(world.gateway, {
      authenticate: notSent,
      releaseToken: (request) => (released.push(request.key), world.gateway.keyIn.releaseToken(request)),
    }),
  );
  for (let time = 0; time < 7; time += 1) {
    expect(await payments.checkout.authenticate(token, cardEntry("kb"))).toMatchObject({
      error: { code: "PROVIDER_ERROR", triesLeft: 5 },
    });
  }
  await pass(3_600);
  expect([released, valueOf(await payments.attempts.flagged(shop)).items]).toEqual([[], []]);
});

test("a card for a billing key that was never sent is refused", async () => {
  const world = await createBillingWorld();
  const { payments, pass } = await processWith(world, withKeyIn(world.gateway, { issueToken: notSent }));
  expect(codeOf(await payments.billing.issue(shop, issueInput("kb")))).toBe("PROVIDER_ERROR");
  await pass(3_600);
  expect(valueOf(await payments.attempts.flagged(shop)).items).toEqual([]);
});

test("a call that was answered leaves no timer behind", async () => {
  const world = await createWorld();
  const confirmation = await world.authenticated();
  let pending = 0;
  const after: typeof world.clock.after = (ms) => {
    const timer = world.clock.after(ms);
    pending += 1;
    return { ...timer, cancel: () => ((pending -= 1), timer.cancel()) };
  };
  const process = await createWorld({ sharing: { ...world, clock: { ...world.clock, after } } });
  expect(codeOf(await process.payments.intents.confirm(shop, confirmation))).toBe("ok");
  expect(pending).toBe(0);
});
