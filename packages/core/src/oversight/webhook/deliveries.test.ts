import { expect, test } from "vitest";

import { codeOf, shop, valueOf } from "../../../test/world.ts";
import { answered, createWebhookWorld } from "../../../test/webhook-world.ts";
import type { ListDeliveriesInput } from "./deliveries.ts";

const orderId = (n: number) => `order-20261120-${String(n).padStart(4, "0")}`;

test("deliveries are listed page by page, the newest first, to their merchant only", async () => {
  const world = await createWebhookWorld({ settings: { settlementLines: 1 } });
  for (const n of [2, 3]) await world.paid({ orderId: orderId(n) });
  await world.settle();
  const all = await world.deliveries();
  expect(all).toHaveLength(3);
  const { webhooks } = world.payments;
  const first = valueOf(await webhooks.deliveries(shop, { limit: 2 }));
  expect(first).toMatchObject({ hasMore: true, size: 2 });
  const second = valueOf(await webhooks.deliveries(shop, { limit: 2, startingAfter: first.nextCursor }));
  expect([...first.items, ...second.items]).toEqual(all);
  const other = { mId: 8, mode: "test" } as const;
  expect(valueOf(await webhooks.deliveries(other)).items).toEqual([]);
  expect(codeOf(await webhooks.deliveries(shop, { limit: 0 }))).toBe("INVALID_REQUEST");
  expect(codeOf(await webhooks.delivery(other, all[0]?.id ?? ""))).toBe("NOT_FOUND_WEBHOOK_DELIVERY");
});

test.each(["msg_unknown", "", "stl.x", "msg_\0", "msg_\n", "x".repeat(500)])(
  "there is no delivery %j, and the store is not queried for an invalid id",
  async (id) => {
    const { payments } = await createWebhookWorld({
      store: (store) => ({
        ...store,
        read: (tenant, request) =>
          request.keys.every((key) => /^[\w:.-]{1,400}$/.test(key.id))
            ? store.read(tenant, request)
            : Promise.reject(new Error("this is no key")),
      }),
    });
    expect(codeOf(await payments.webhooks.delivery(shop, id))).toBe("NOT_FOUND_WEBHOOK_DELIVERY");
    expect(codeOf(await payments.webhooks.resend(shop, id))).toBe("NOT_FOUND_WEBHOOK_DELIVERY");
  },
);

test.each([
  [0, "NOT_FOUND_WEBHOOK_DELIVERY"],
  [1, "ok"],
  [100, "ok"],
  [101, "NOT_FOUND_WEBHOOK_DELIVERY"],
])("an id with %i characters behind its prefix is looked for: %s", async (length, code) => {
  const world = await createWebhookWorld();
  await world.settle();
  const key = { kind: "webhookDelivery", id: `msg_${"x".repeat(length)}` };
  const body = { ...(await world.delivery()), triesLeft: 8, id: key.id };
  await world.memory.commit({
    id: "another delivery",
    tenant: "7:test",
    at: 0,
    expect: [{ key, version: "absent" }],
    writes: [{ key, body, dueAt: null, place: null }],
    reference: "",
    postings: [],
    floors: [],
    tallies: [],
  });
  expect(codeOf(await world.payments.webhooks.delivery(shop, key.id))).toBe(code);
});

test.each([
  [200, "DELIVERED"],
  [410, "EXHAUSTED"],
  [500, "PENDING"],
] as const)("one that was answered %s can be sent again at once, with all its tries", async (first, status) => {
  const world = await createWebhookWorld();
  await world.setEndpoint();
  await world.settle();
  world.sender.answer = async () => answered(first);
  await world.send();
  const { id } = await world.delivery();
  expect((await world.delivery()).status).toBe(status);
  const again = valueOf(await world.payments.webhooks.resend(shop, id));
  expect(again).toMatchObject({ id, status: "PENDING", tries: 1, nextTryAt: world.clock.now() });
  world.sender.answer = async () => answered(500);
  await world.send();
  for (let n = 0; n < 7; n += 1) {
    const { nextTryAt } = await world.delivery();
    await world.clock.advance((nextTryAt ?? 0) - world.clock.now());
    await world.send();
  }
  expect(await world.delivery()).toMatchObject({ status: "EXHAUSTED", tries: 9 });
  const [original, ...others] = world.sender.sent;
  expect(others).toHaveLength(8);
  for (const other of others) expect(other).toEqual(original);
});

test("one whose answer is awaited is not sent twice at the same time", async () => {
  const world = await createWebhookWorld();
  await world.setEndpoint();
  await world.settle();
  const { promise, resolve } = Promise.withResolvers<ReturnType<typeof answered>>();
  world.sender.answer = () => promise;
  const sending = world.send();
  await world.clock.advance(1000);
  const { id } = await world.delivery();
  valueOf(await world.payments.webhooks.resend(shop, id));
  await world.send();
  expect(world.sender.sent).toHaveLength(1);
  resolve(answered(500));
  await sending;
  await world.clock.advance(43_999);
  await world.send();
  expect(world.sender.sent).toHaveLength(1);
  await world.clock.advance(1);
  await world.send();
  expect(world.sender.sent).toHaveLength(2);
});

test("without an endpoint nothing is sent again", async () => {
  const world = await createWebhookWorld();
  await world.settle();
  const { id } = await world.delivery();
  expect(codeOf(await world.payments.webhooks.resend(shop, id))).toBe("NOT_FOUND_WEBHOOK");
});

test("the log keeps the last forty tries", async () => {
  const world = await createWebhookWorld();
  await world.setEndpoint();
  await world.settle();
  await world.send();
  const { id } = await world.delivery();
  for (let n = 0; n < 45; n += 1) {
    await world.payments.webhooks.resend(shop, id);
    await world.send();
  }
  const { tries, log } = await world.delivery();
  expect(tries).toBe(46);
  expect(log.map(({ number }) => number)).toEqual(Array.from({ length: 40 }, (_, index) => index + 7));
});

/** Five expired sessions, whose messages were accepted, refused finally with 410, or refused for now, in turn. */
async function withDeliveries() {
  const world = await createWebhookWorld();
  const { payments, sender, clock, send } = world;
  await payments.webhooks.set(shop, { url: world.url, events: ["payment.expired"] });
  for (const [index, status] of [200, 410, 200, 410, 500].entries()) {
    await world.session({ orderId: `order-20261120-000${index}` });
    await clock.advance(31 * 60_000);
    await Promise.all(await payments.work.start("session", 10));
    sender.answer = async () => answered(status);
    await send();
  }
  const statuses = async (input: ListDeliveriesInput) => {
    const { items } = valueOf(await payments.webhooks.deliveries(shop, input));
    return items.map(({ status }) => status);
  };
  return { ...world, webhooks: payments.webhooks, statuses };
}

test("deliveries are filtered by their status, page by page, the newest first", async () => {
  const { webhooks, statuses } = await withDeliveries();
  const all = ["PENDING", "EXHAUSTED", "DELIVERED", "EXHAUSTED", "DELIVERED"];
  expect(await statuses({})).toEqual(all);
  expect(await statuses({ status: null })).toEqual(all);
  expect(await statuses({ status: ["EXHAUSTED"] })).toEqual(["EXHAUSTED", "EXHAUSTED"]);
  expect(await statuses({ status: ["PENDING", "DELIVERED"] })).toEqual(["PENDING", "DELIVERED", "DELIVERED"]);
  const first = valueOf(await webhooks.deliveries(shop, { status: ["EXHAUSTED"], limit: 1 }));
  expect([first.size, first.hasMore]).toEqual([1, true]);
  const next = { limit: 1, startingAfter: first.nextCursor };
  const second = valueOf(await webhooks.deliveries(shop, { ...next, status: ["EXHAUSTED"] }));
  expect([second.items[0]?.createdAt, second.hasMore]).toEqual([expect.any(Number), false]);
  expect(second.items[0]?.createdAt).toBeLessThan(first.items[0]?.createdAt ?? 0);
  expect(codeOf(await webhooks.deliveries(shop, { ...next, status: ["PENDING"] }))).toBe("INVALID_REQUEST");
});

test.each([[[]], [["LOST"]], ["PENDING"], [7]])("a status of %j is refused", async (status) => {
  const { webhooks } = await withDeliveries();
  expect(await webhooks.deliveries(shop, { status } as never)).toMatchObject({
    error: { code: "INVALID_REQUEST", details: [{ field: expect.stringMatching(/^status/) }] },
  });
});
