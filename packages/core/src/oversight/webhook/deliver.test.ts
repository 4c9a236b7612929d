import { describe, expect, test } from "vitest";

import type { Store } from "../../index.ts";
import { createWorld, shop, valueOf } from "../../../test/world.ts";
import { answered, createWebhookWorld, failed, fakeSender, type WebhookWorld } from "../../../test/webhook-world.ts";

const minuteMs = 60_000;

/** Moves the clock to the next try and sends what is due; returns the minutes waited. */
async function nextTry({ delivery, clock, send }: WebhookWorld): Promise<number> {
  const { nextTryAt } = await delivery();
  if (nextTryAt === null) throw new Error("there is no next try");
  const ms = nextTryAt - clock.now();
  await clock.advance(ms);
  await send();
  return ms / minuteMs;
}

const accepted = [200, 201, 204, 299] as const;
const refused = [100, 199, 300, 301, 302, 304, 307, 308, 400, 401, 404, 409, 429, 500, 502, 503] as const;

test.each([
  ...accepted.map((status) => [`${status}`, answered(status), "DELIVERED"] as const),
  ...refused.map((status) => [`${status}`, answered(status), "PENDING"] as const),
  ["410", answered(410), "EXHAUSTED"] as const,
  ["no answer", failed("ECONNREFUSED"), "PENDING"] as const,
])("a first try that is answered %s", async (_name, answer, status) => {
  const world = await createWebhookWorld();
  await world.setEndpoint();
  await world.settle();
  world.sender.answer = async () => answer;
  await world.send();
  const delivery = await world.delivery();
  expect(delivery).toMatchObject({ status, tries: 1, event: "settlement.completed" });
  expect(delivery.nextTryAt === null).toBe(status !== "PENDING");
  await world.clock.advance(50_000);
  await world.send();
  expect(world.sender.sent).toHaveLength(1);
});

test("the log says when, what came, how long it took and how the answer begins, whatever that holds", async () => {
  const world = await createWebhookWorld();
  await world.setEndpoint();
  await world.settle();
  const sentAt = world.clock.now();
  world.sender.answer = async () => answered(500, `\0${"x".repeat(198)}😀`, 77);
  await world.send();
  world.sender.answer = async () => failed("ECONNRESET", 8);
  await nextTry(world);
  const { id, log } = await world.delivery();
  const [first, second] = log;
  const answer = `\uFFFD${"x".repeat(198)}\uFFFD`;
  expect(first).toEqual({
    number: 1,
    at: sentAt,
    status: 500,
    reason: null,
    ms: 77,
    answer,
  });
  expect(second).toEqual({ number: 2, at: world.clock.now(), status: null, reason: "ECONNRESET", ms: 8, answer: "" });
  expect(valueOf(await world.payments.webhooks.delivery(shop, id)).log).toEqual(log);
});

test("answers and reasons are shown without characters that move a terminal's cursor or turn the direction of text", async () => {
  const world = await createWebhookWorld();
  await world.setEndpoint();
  await world.settle();
  world.sender.answer = async () => answered(500, "no\u001b[2J\r\n\u009b1mmoney\u202Eevil\u2066\u200B 점검");
  await world.send();
  world.sender.answer = async () => failed("cert of \u001b]0;x\u0007", 8);
  await nextTry(world);
  const { id, log } = await world.delivery();
  expect(log.map(({ answer, reason }) => [answer, reason])).toEqual([
    ["no [2J 1mmoney evil 점검", null],
    ["", "cert of ]0;x"],
  ]);
  expect(valueOf(await world.payments.webhooks.delivery(shop, id)).log).toEqual(log);
});

test("operators are notified after eight tries of the same message that the receiver never accepts", async () => {
  const world = await createWebhookWorld();
  await world.setEndpoint();
  await world.settle();
  world.sender.answer = async () => answered(503);
  await world.send();
  const waits = [];
  for (let n = 0; n < 7; n += 1) waits.push(await nextTry(world));
  for (const [index, minutes] of [1, 4, 16, 64, 256, 1024, 4096].entries()) {
    expect(waits[index]).toBeGreaterThanOrEqual(minutes * 0.9);
    expect(waits[index]).toBeLessThanOrEqual(minutes * 1.1);
    expect(waits[index]).not.toBe(minutes);
  }
  const delivery = await world.delivery();
  expect(delivery).toMatchObject({ status: "EXHAUSTED", tries: 8, nextTryAt: null });
  const { sent } = world.sender;
  expect(new Set(sent.map(({ id }) => id))).toEqual(new Set([delivery.id]));
  expect(delivery.id).toMatch(/^msg_settlement-completed_[A-Za-z0-9_-]{24}$/);
  expect(sent.map((each) => each.event)).toEqual(Array.from({ length: 8 }, () => "settlement.completed"));
  const settlement = valueOf(await world.payments.settlements.lookUp(shop, delivery.about));
  expect(new Set(sent.map(({ body }) => body))).toEqual(new Set([JSON.stringify(settlement)]));
  const { id, event, about } = delivery;
  const told = { kind: "webhook-exhausted", tenant: "7:test", delivery: id, event, about };
  expect(world.notices).toEqual([{ ...told, reason: "the receiver answered 503" }]);
  await world.clock.advance(10_000 * minuteMs);
  await world.send();
  expect(sent).toHaveLength(8);
});

test.each([
  ["shortest", "AAAA", 0.9],
  ["longest", "____", 1.1],
])("how long is waited after each try, by the %s chance", async (_name, text, factor) => {
  const shared = await createWorld();
  const ids = { random: (length: number) => (length === 4 ? text : shared.ids.random(length)) };
  const world = await createWebhookWorld({ sharing: { ...shared, ids } });
  await world.setEndpoint();
  await world.settle();
  world.sender.answer = async () => answered(503);
  await world.send();
  for (const minutes of [1, 4, 16, 64, 256, 1024, 4096]) {
    const waitMs = (await nextTry(world)) * minuteMs;
    expect(Math.abs(waitMs - minutes * minuteMs * factor)).toBeLessThan(5);
  }
});

test("410 is reported to operators, and not tried again", async () => {
  const world = await createWebhookWorld();
  await world.setEndpoint();
  await world.settle();
  world.sender.answer = async () => answered(410);
  await world.send();
  expect(world.notices).toMatchObject([{ kind: "webhook-exhausted", reason: "the receiver answered 410" }]);
});

test("a receiver that fails three times and then recovers", async () => {
  const world = await createWebhookWorld();
  await world.setEndpoint();
  await world.settle();
  world.sender.answer = async () => (world.sender.sent.length <= 3 ? answered(500) : answered(204));
  await world.send();
  for (let n = 0; n < 3; n += 1) await nextTry(world);
  expect(await world.delivery()).toMatchObject({ status: "DELIVERED", tries: 4, nextTryAt: null });
  expect(world.notices).toEqual([]);
});

test("a try without an endpoint fails with that reason", async () => {
  const world = await createWebhookWorld();
  await world.settle();
  await world.send();
  expect((await world.delivery()).log).toMatchObject([{ status: null, reason: "there is no endpoint" }]);
  await world.setEndpoint();
  await nextTry(world);
  expect(await world.delivery()).toMatchObject({ status: "DELIVERED", tries: 2 });
});

test("while one message hangs, others are sent", async () => {
  const world = await createWebhookWorld({ settings: { settlementLines: 1 } });
  await world.setEndpoint();
  await world.paid({ orderId: "order-20261120-0002" });
  await world.settle();
  world.sender.answer = () => (world.sender.sent.length === 1 ? new Promise(() => {}) : Promise.resolve(answered(200)));
  void world.send();
  await world.clock.advance(0);
  expect((await world.deliveries()).map(({ status }) => status).toSorted()).toEqual(["DELIVERED", "PENDING"]);
});

test("a receiver that hangs is left after its time", async () => {
  const world = await createWebhookWorld();
  await world.setEndpoint();
  await world.settle();
  world.sender.answer = () => new Promise(() => {});
  const sending = world.send();
  await world.clock.advance(9_999);
  expect((await world.delivery()).log).toMatchObject([{ status: null, reason: null, ms: null }]);
  expect(await world.payments.work.start("webhookDelivery", 100)).toEqual([]);
  await world.clock.advance(2_000);
  await sending;
  expect(await world.delivery()).toMatchObject({
    status: "PENDING",
    log: [{ reason: "no answer in time", ms: 10_000 }],
  });
});

test("a sender that throws has failed, and is reported", async () => {
  const world = await createWebhookWorld();
  await world.setEndpoint();
  await world.settle();
  world.sender.answer = () => Promise.reject(new Error("bug"));
  await world.send();
  expect((await world.delivery()).log).toMatchObject([{ status: null, reason: "the sender broke" }]);
  expect(world.notices).toMatchObject([{ kind: "provider-threw" }]);
});

/** A store whose process can be stopped: from then on it commits nothing any more. */
function stoppable(process: { stopped: boolean }): (store: Store) => Store {
  return (store) => ({
    ...store,
    commit: (changeSet) => (process.stopped ? new Promise(() => {}) : store.commit(changeSet)),
  });
}

describe("a process that dies between a try and its answer", () => {
  test("has made a try; another process makes the next one when it is due, and not before", async () => {
    const process = { stopped: false };
    const world = await createWebhookWorld({ store: stoppable(process) });
    await world.setEndpoint();
    await world.settle();
    world.sender.answer = () => {
      process.stopped = true;
      return Promise.resolve(answered(200));
    };
    void world.send();
    await world.clock.advance(0);
    const sender = fakeSender();
    const { payments } = await createWorld({
      sharing: world,
      webhookSender: sender,
      merchant: { contracts: { webhook: true } },
    });
    const begunAt = world.clock.now();
    for (let seconds = 0; seconds < 70; seconds += 1) {
      await world.clock.advance(1000);
      await Promise.all(await payments.work.start("webhookDelivery", 100));
      if (world.clock.now() - begunAt < 54_000) expect(sender.sent).toEqual([]);
    }
    expect(sender.sent.map(({ id, body }) => [id, body])).toEqual(world.sender.sent.map(({ id, body }) => [id, body]));
    expect(await world.delivery()).toMatchObject({
      status: "DELIVERED",
      log: [{ status: null, reason: "the service stopped before an answer" }, { status: 200 }],
    });
  });

  test("at the last try: operators are notified that its retries have run out", async () => {
    const process = { stopped: false };
    const world = await createWebhookWorld({ store: stoppable(process) });
    await world.setEndpoint();
    await world.settle();
    world.sender.answer = async () => answered(500);
    await world.send();
    for (let n = 0; n < 6; n += 1) await nextTry(world);
    world.sender.answer = () => {
      process.stopped = true;
      return Promise.resolve(answered(500));
    };
    void nextTry(world);
    const { nextTryAt } = await world.delivery();
    await world.clock.advance((nextTryAt ?? 0) - world.clock.now());
    const merchant = { contracts: { webhook: true } };
    const { payments, notices } = await createWorld({ sharing: world, webhookSender: fakeSender(), merchant });
    await world.clock.advance(minuteMs);
    await Promise.all(await payments.work.start("webhookDelivery", 100));
    expect(await world.delivery()).toMatchObject({ status: "EXHAUSTED", tries: 8, nextTryAt: null });
    const reason = "the service stopped before an answer";
    expect(notices).toMatchObject([{ kind: "webhook-exhausted", reason }]);
  });
});

test.each([
  [30_000, 1],
  [30_001, 0],
])("a process that slept for %i ms after it began a try sends so many: %i", async (ms, sent) => {
  let sleepMs = 0;
  const world = await createWebhookWorld({
    store: (store) => ({
      ...store,
      async commit(changeSet) {
        const result = await store.commit(changeSet);
        if (changeSet.writes.some(({ key }) => key.kind === "webhookDelivery")) await world.clock.advance(sleepMs);
        return result;
      },
    }),
  });
  await world.setEndpoint();
  await world.settle();
  sleepMs = ms;
  await world.send();
  expect(world.sender.sent).toHaveLength(sent);
  expect((await world.delivery()).log).toMatchObject([
    sent === 1 ? { status: 200, reason: null } : { status: null, reason: "it was too late to send it" },
  ]);
});

test("of why there was no answer the first 200 characters are kept", async () => {
  const world = await createWebhookWorld();
  await world.setEndpoint();
  await world.settle();
  world.sender.answer = async () => failed(`${"x".repeat(199)}yz`);
  await world.send();
  expect((await world.delivery()).log).toMatchObject([{ reason: `${"x".repeat(199)}y` }]);
});

test("an answer that arrives after the retries have run out is accepted", async () => {
  const world = await createWebhookWorld();
  await world.setEndpoint();
  await world.settle();
  world.sender.answer = async () => answered(500);
  await world.send();
  for (let n = 0; n < 6; n += 1) await nextTry(world);
  // The last try's process is thought dead, as time has passed it by, when its answer comes after all.
  const { promise, resolve } = Promise.withResolvers<ReturnType<typeof answered>>();
  world.sender.answer = () => promise;
  const { after } = world.clock;
  world.clock.after = (ms) => (ms === 11_000 ? after(10 * minuteMs) : after(ms));
  const { nextTryAt } = await world.delivery();
  await world.clock.advance((nextTryAt ?? 0) - world.clock.now());
  const last = world.send();
  await world.clock.advance(minuteMs);
  await world.send();
  expect((await world.delivery()).status).toBe("EXHAUSTED");
  resolve(answered(200));
  await last;
  expect((await world.delivery()).status).toBe("DELIVERED");
});

test("a late answer to an earlier try does not end a delivery whose last try is under way", async () => {
  const world = await createWebhookWorld();
  await world.setEndpoint();
  await world.settle();
  world.sender.answer = async () => answered(500);
  await world.send();
  for (let n = 0; n < 5; n += 1) await nextTry(world);
  const { after } = world.clock;
  world.clock.after = (ms) => (ms === 11_000 ? after(100_000 * minuteMs) : after(ms));
  const tries = [
    Promise.withResolvers<ReturnType<typeof answered>>(),
    Promise.withResolvers<ReturnType<typeof answered>>(),
  ];
  world.sender.answer = (_message) =>
    tries[world.sender.sent.length - 7]?.promise ?? Promise.reject(new Error("a ninth try"));
  const sending = [];
  for (let n = 0; n < 2; n += 1) {
    const { nextTryAt } = await world.delivery();
    await world.clock.advance((nextTryAt ?? 0) - world.clock.now());
    sending.push(world.send());
    await world.clock.advance(0);
  }
  tries[0]?.resolve(answered(500));
  await sending[0];
  expect(await world.delivery()).toMatchObject({ status: "PENDING", tries: 8 });
  tries[1]?.resolve(answered(500));
  await sending[1];
  expect((await world.delivery()).status).toBe("EXHAUSTED");
  expect(world.notices).toHaveLength(1);
});

test("without a sender deliveries wait for a process that has one", async () => {
  const world = await createWebhookWorld();
  await world.setEndpoint();
  await world.settle();
  const merchant = { contracts: { webhook: true } };
  const without = await createWorld({ sharing: world, merchant });
  await without.payments.work.runDue();
  expect((await world.delivery()).tries).toBe(0);
  await world.send();
  expect((await world.delivery()).status).toBe("DELIVERED");
});

test("private addresses are for test mode", async () => {
  const world = await createWebhookWorld();
  await world.setEndpoint();
  await world.settle();
  await world.send();
  expect(world.sender.sent).toMatchObject([{ privateAddresses: true, deadlineMs: 10_000, url: world.url }]);
});

test("a process that was suspended while another one began a try sends no second one beside it", async () => {
  const world = await createWebhookWorld();
  await world.setEndpoint();
  await world.settle();
  world.sender.answer = async () => answered(500);
  const meanwhile: (() => Promise<unknown>)[] = [];
  const slow = await createWorld({
    sharing: world,
    merchant: { contracts: { webhook: true } },
    webhookSender: world.sender,
    store: (memory) => ({
      ...memory,
      async commit(changeSet) {
        await meanwhile.pop()?.();
        return memory.commit(changeSet);
      },
    }),
  });
  meanwhile.push(async () => {
    await world.clock.advance(10 * 60_000);
    await world.send();
  });
  await Promise.all(await slow.payments.work.start("webhookDelivery", 100));
  expect(meanwhile).toHaveLength(0);
  expect(world.sender.sent).toHaveLength(1);
  expect(await world.delivery()).toMatchObject({ status: "PENDING", tries: 1 });
});
