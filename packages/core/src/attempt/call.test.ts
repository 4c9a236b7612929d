import { expect, test } from "vitest";

import { codeOf, createWorld, shop, type World } from "../../test/world.ts";

/** Another process over the same store, whose commit of the intent to approve takes `ms`. */
async function slowToCommit(world: World, ms: number) {
  let slow = true;
  const calls: string[] = [];
  const approve: typeof world.network.approve = (request) => (calls.push(request.key), world.network.approve(request));
  const process = await createWorld({
    sharing: { ...world, network: { ...world.network, approve } },
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

test("a network that throws has told nothing, and operators are told of it", async () => {
  const world = await createWorld();
  const confirmation = await world.authenticated();
  const error = new Error("connection reset");
  const approve = () => Promise.reject(error);
  const process = await createWorld({ sharing: { ...world, network: { ...world.network, approve } } });
  expect(codeOf(await process.payments.intents.confirm(shop, confirmation))).toBe("UNKNOWN_PAYMENT_ERROR");
  const attempt = `approval.${confirmation.intentKey}`;
  expect(process.notices).toEqual([{ kind: "provider-threw", attempt, error }]);
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
