import { leastPromises } from "@wonflow/sandbox";
import { expect, test } from "vitest";

import type { Write } from "../../index.ts";
import {
  suspendedProcess,
  cardEntry,
  codeOf,
  createWorld,
  sessionInput,
  shop,
  valueOf,
  withKeyIn,
  type World,
} from "../../../test/world.ts";

const storing = (options: Parameters<typeof createWorld>[0] = {}) =>
  createWorld({ ...options, promises: leastPromises });

/** The cards that the gateway has stored, in the order of their checks. */
const cards = ({ gateway }: World) => gateway.tokens("7:test").map(({ state }) => state);

const authenticate = ({ payments }: World, token: string, card = "kb") =>
  payments.checkout.authenticate(token, cardEntry(card));

async function flagged({ payments }: World) {
  return valueOf(await payments.attempts.flagged(shop)).items.map(({ kind }) => kind);
}

test("a card is released once its payment is approved, and the payment can still be canceled", async () => {
  const world = await storing();
  const { intentKey } = await world.paid();
  expect(cards(world)).toEqual(["ISSUED"]);
  await world.pass(31);
  expect(cards(world)).toEqual(["RELEASED"]);
  valueOf(await world.cancel(intentKey));
  expect(world.gateway.held("7:test")).toBe(0);
});

test("a card stays while its payment may be confirmed, and is released when that time is over", async () => {
  const world = await storing();
  await world.authenticated();
  await world.pass(10 * 60);
  expect(cards(world)).toEqual(["ISSUED"]);
  await world.pass(120);
  expect(cards(world)).toEqual(["RELEASED"]);
});

test("a card stays for a confirm that began in time, however slow, while it can still be sent", async () => {
  const world = await storing();
  await world.authenticated();
  const due = async () => Promise.all(await world.payments.work.start("attempt", 100));
  const [windowMs, deadlineMs] = [10 * 60_000, 30_000];
  await world.clock.advance(windowMs + deadlineMs - 1);
  await due();
  expect(cards(world)).toEqual(["ISSUED"]);
  await world.clock.advance(60_000);
  await due();
  expect(cards(world)).toEqual(["RELEASED"]);
});

test("a card stays where its payment was read before a confirm opened its approval", async () => {
  const world = await storing();
  const payment = await world.authenticated();
  const { promise, resolve } = Promise.withResolvers<void>();
  let isSlow = false;
  const slow = await createWorld({
    sharing: world,
    store: (store) => ({
      ...store,
      async read(tenant, request) {
        const snapshot = await store.read(tenant, request);
        if (isSlow && request.keys.some(({ kind }) => kind === "intent")) await promise;
        return snapshot;
      },
    }),
  });
  await world.clock.advance(10 * 60_000 - 1);
  isSlow = true;
  const working = Promise.all(await slow.payments.work.start("attempt", 100));
  await new Promise(setImmediate);
  world.gateway.faults.next("approve", "arrives-late");
  expect(codeOf(await world.payments.intents.confirm(shop, payment))).toBe("UNKNOWN_PAYMENT_ERROR");
  await world.clock.advance(40_000);
  resolve();
  await working;
  expect(cards(world)).toEqual(["ISSUED"]);
  await world.gateway.deliverDelayed();
  await world.pass(60);
  expect(await world.status(payment.intentKey)).toBe("DONE");
});

test("a card stays while its approval has no outcome", async () => {
  const world = await storing();
  const payment = await world.authenticated();
  world.gateway.faults.next("approve", "answer-lost");
  world.gateway.faults.schedule(({ operation }) => (operation === "lookUp" ? "refused-connection" : undefined));
  await world.payments.intents.confirm(shop, payment);
  await world.pass(20 * 60);
  expect(cards(world)).toEqual(["ISSUED"]);
  world.gateway.faults.schedule();
  await world.pass(180);
  expect([await world.status(payment.intentKey), cards(world)]).toEqual(["DONE", ["RELEASED"]]);
});

test.each<[string, (world: World, payment: { token: string; intentKey: string }) => Promise<unknown>]>([
  ["given up", ({ payments }, { token }) => payments.checkout.giveUp(token)],
  ["canceled before it was confirmed", (world, { intentKey }) => world.cancel(intentKey)],
  ["superseded", ({ payments }) => payments.sessions.create(shop, sessionInput)],
])("a card is released when its payment is %s", async (_what, end) => {
  const world = await storing();
  await end(world, await world.authenticatedLink());
  await world.pass(31);
  expect(cards(world)).toEqual(["RELEASED"]);
});

test("a refused card was never stored, and costs no call", async () => {
  const world = await storing();
  const { token } = await world.session();
  expect(codeOf(await authenticate(world, token, "stopped"))).toBe("INVALID_STOPPED_CARD");
  const asked: string[] = [];
  world.gateway.faults.schedule(({ operation }) => void asked.push(operation));
  await world.pass(120);
  expect([cards(world), asked]).toEqual([["REFUSED"], []]);
});

test("each card that was tried is released, also one whose answer was lost", async () => {
  const world = await storing();
  const { token } = await world.session();
  world.gateway.faults.next("authenticate", "answer-lost");
  expect(codeOf(await authenticate(world, token))).toBe("PROVIDER_ERROR");
  expect(codeOf(await authenticate(world, token, "shinhan"))).toBe("ok");
  // Before its call has settled, the card may still be stored.
  await world.pass(149);
  expect(cards(world)).toEqual(["ISSUED", "ISSUED"]);
  await world.pass(10);
  expect(cards(world)).toEqual(["RELEASED", "ISSUED"]);
});

test("a process that dies between the answer and its commit leaves a key to release it by", async () => {
  const world = await storing();
  const { token } = await world.session();
  const dying = await createWorld({
    sharing: world,
    store: (memory) => ({
      ...memory,
      commit: async (changeSet) => (cards(world).length > 0 ? new Promise<never>(() => {}) : memory.commit(changeSet)),
    }),
  });
  void authenticate(dying, token);
  await expect.poll(() => cards(world)).toEqual(["ISSUED"]);
  const other = await createWorld({ sharing: world });
  await other.pass(200);
  expect(cards(world)).toEqual(["RELEASED"]);
});

test("a card whose link ends while it is checked is released by its token", async () => {
  const world = await storing();
  const { token } = await world.session();
  const asked: unknown[] = [];
  const gateway = withKeyIn(world.gateway, {
    async authenticate(request) {
      const answer = await world.gateway.keyIn.authenticate(request);
      await world.payments.sessions.create(shop, sessionInput);
      return answer;
    },
    releaseToken: (request) => (asked.push(request.token), world.gateway.keyIn.releaseToken(request)),
  });
  const slow = await createWorld({ sharing: { ...world, gateway } });
  expect(codeOf(await authenticate(slow, token))).toBe("INVALIDATED_PAYMENT_SESSION");
  await slow.pass(31);
  expect([cards(world), asked]).toEqual([["RELEASED"], [expect.stringMatching(/^sbx_kb/)]]);
});

test("a card that the gateway does not find is released again a day later", async () => {
  const world = await storing();
  const { token } = await world.session();
  world.gateway.faults.next("authenticate", "refused-connection");
  await authenticate(world, token);
  const asked: string[] = [];
  world.gateway.faults.schedule(({ operation }) => void asked.push(operation));
  await world.pass(200);
  expect(asked).toEqual(["releaseToken"]);
  await world.clock.advance(23 * 3_600_000);
  await world.pass(3);
  expect(asked).toEqual(["releaseToken"]);
  await world.clock.advance(3_600_000);
  await world.pass(3);
  expect(asked).toEqual(["releaseToken", "releaseToken"]);
  await world.clock.advance(48 * 3_600_000);
  await world.pass(3);
  expect(asked).toHaveLength(2);
});

test.each<[string, Awaited<ReturnType<World["gateway"]["keyIn"]["releaseToken"]>>]>([
  ["is refused", { outcome: "refused", code: "PROVIDER_ERROR" }],
  ["is answered about another card", { outcome: "done", value: { tokenKey: "another" } }],
])(
  "a card that is stored late, and whose release %s at the final look-up, is released until it is gone",
  async (_, wrong) => {
    const world = await storing();
    const { token } = await world.session();
    const late: (() => Promise<unknown>)[] = [];
    let refusals = 0;
    let isRefusing = true;
    const gateway = withKeyIn(world.gateway, {
      async authenticate(request) {
        late.push(() => world.gateway.keyIn.authenticate(request));
        return { outcome: "unknown", reason: "no answer" };
      },
      async releaseToken(request) {
        if (!isRefusing || late.length > 0) return world.gateway.keyIn.releaseToken(request);
        refusals += 1;
        return wrong;
      },
    });
    const process = await createWorld({ sharing: { ...world, gateway } });
    await authenticate(process, token);
    await process.pass(200);
    await late.pop()?.();
    for (let hour = 0; hour < 28; hour += 1) {
      await world.clock.advance(3_600_000);
      await process.pass(3);
    }
    expect([cards(world), refusals]).toEqual([["ISSUED"], 3]);
    isRefusing = false;
    await world.clock.advance(2 * 3_600_000);
    await process.pass(3);
    expect(cards(world)).toEqual(["RELEASED"]);
  },
);

test("a card that the gateway can't release is flagged, and retried less and less often", async () => {
  const world = await storing();
  let asked = 0;
  const releaseToken: typeof world.gateway.keyIn.releaseToken = async () => {
    asked += 1;
    return { outcome: "refused", code: "PROVIDER_ERROR" };
  };
  const process = await createWorld({ sharing: { ...world, gateway: withKeyIn(world.gateway, { releaseToken }) } });
  const { token } = await process.session();
  world.gateway.faults.next("authenticate", "answer-lost");
  await authenticate(process, token);
  await process.pass(3_600);
  expect(await flagged(process)).toEqual(["card-release"]);
  expect(process.notices.filter(({ kind }) => kind === "attempt-flagged")).toHaveLength(1);
  expect(asked).toBeLessThan(10);
});

test("a gateway that stores nothing costs no attempt", async () => {
  const world = await createWorld({ promises: { ...leastPromises, storesCheckedCards: false } });
  await world.paid();
  const asked: string[] = [];
  world.gateway.faults.schedule(({ operation }) => void asked.push(operation));
  await world.pass(1_200);
  expect(asked).toEqual([]);
});

const authenticates = ({ key, body }: Write) => key.kind === "session" && body?.["status"] === "AUTHENTICATED";
const sendsRelease = ({ body }: Write) => body?.["kind"] === "card-release" && body["sendings"] === 1;

test("a card that was released while its process was paused is not used", async () => {
  const world = await storing();
  const { token } = await world.session();
  const { process, resume } = await suspendedProcess(world, authenticates);
  const answer = authenticate(process, token);
  await world.pass(200);
  expect(cards(world)).toEqual(["RELEASED"]);
  resume();
  expect(codeOf(await answer)).toBe("PROVIDER_ERROR");
  expect(valueOf(await world.payments.checkout.read(token))).toMatchObject({ status: "OPEN", triesLeft: 5 });
});

test("a card whose release was not answered is not used either", async () => {
  const world = await storing();
  const { token } = await world.session();
  const { process, resume } = await suspendedProcess(world, authenticates);
  world.gateway.faults.schedule(({ operation }) => (operation === "releaseToken" ? "answer-lost" : undefined));
  const answer = authenticate(process, token);
  await world.pass(200);
  resume();
  expect(codeOf(await answer)).toBe("PROVIDER_ERROR");
  expect(valueOf(await world.payments.checkout.read(token))).toMatchObject({ status: "OPEN", triesLeft: 5 });
});

test("a card whose check ends while it is about to go back stays", async () => {
  const world = await storing();
  const { token } = await world.session();
  const slow = await suspendedProcess(world, authenticates);
  const releasing = await suspendedProcess(world, sendsRelease);
  const answer = authenticate(slow.process, token);
  await world.clock.advance(151_000);
  const work = releasing.process.payments.work.runDue(10);
  await world.clock.advance(1);
  slow.resume();
  expect(codeOf(await answer)).toBe("ok");
  releasing.resume();
  await work;
  expect(cards(world)).toEqual(["ISSUED"]);
});
