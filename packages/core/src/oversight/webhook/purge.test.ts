import { expect, test } from "vitest";

import { createWorld, codeOf, shop, valueOf } from "../../../test/world.ts";
import { answered, createWebhookWorld, type WebhookWorld } from "../../../test/webhook-world.ts";
import { dayMs, doAllDue } from "../../../test/identity-world.ts";
import { newDelivery, deliveryRecord } from "../../engine/outbox/delivery.ts";

const settings = { deliveredWebhookLifetimeMs: 90 * dayMs };

/** A world with a webhook that was answered with this status, and when. */
async function told(status: number, change: Parameters<typeof createWebhookWorld>[0] = {}) {
  const world = await createWebhookWorld({ settings, ...change });
  await world.setEndpoint();
  world.sender.answer = async () => answered(status);
  await world.settle();
  await world.send();
  return { ...world, toldAt: world.clock.now(), id: (await world.delivery()).id };
}

/** Moves the clock to a moment, day by day, and does what is due each day. */
async function moveTo(world: WebhookWorld, moment: number): Promise<void> {
  while (world.clock.now() < moment) {
    await world.clock.advance(Math.min(dayMs, moment - world.clock.now()));
    await doAllDue(world);
  }
}

test("a webhook that was delivered is kept for its time, and its settlement permanently", async () => {
  const world = await told(200);
  const { payments, toldAt, id } = world;
  const settlements = () => payments.settlements.list(shop, { from: "2026-11-01", to: "2026-11-30" });
  const before = await settlements();
  await moveTo(world, toldAt + 90 * dayMs - dayMs);
  expect((await world.delivery()).status).toBe("DELIVERED");
  await moveTo(world, toldAt + 90 * dayMs - 1);
  expect((await world.delivery()).status).toBe("DELIVERED");
  await moveTo(world, toldAt + 90 * dayMs + dayMs);
  expect(await world.deliveries()).toEqual([]);
  expect(codeOf(await payments.webhooks.delivery(shop, id))).toBe("NOT_FOUND_WEBHOOK_DELIVERY");
  expect(codeOf(await payments.webhooks.resend(shop, id))).toBe("NOT_FOUND_WEBHOOK_DELIVERY");
  expect(valueOf(await settlements()).items).toHaveLength(1);
  expect(await settlements()).toEqual(before);
  expect(world.sender.sent).toHaveLength(1);
  expect(world.notices).toEqual([]);
});

test("at the moment itself it is over", async () => {
  const world = await told(200);
  // The round of the day before was at this time of day.
  await moveTo(world, world.toldAt + 90 * dayMs);
  expect(await world.deliveries()).toEqual([]);
});

test.each([
  ["that still waits for its next try", 503, "PENDING"],
  ["that ran out of retries", 410, "EXHAUSTED"],
])("a webhook %s is never purged, and can be sent after years", async (_name, status, expected) => {
  const world = await told(status);
  await world.clock.advance(5 * 365 * dayMs);
  // Upkeep comes before what sends.
  await Promise.all(await world.payments.work.start("retention", 1));
  expect((await world.delivery()).status).toBe(expected);
  world.sender.answer = async () => answered(200);
  valueOf(await world.payments.webhooks.resend(shop, world.id));
  await doAllDue(world);
  const deliveredAt = world.clock.now();
  expect((await world.delivery()).status).toBe("DELIVERED");
  await moveTo(world, deliveredAt + 89 * dayMs);
  expect((await world.delivery()).status).toBe("DELIVERED");
  await moveTo(world, deliveredAt + 91 * dayMs);
  expect(await world.deliveries()).toEqual([]);
});

test.each(["to send it", "the answer"])(
  "a process that was suspended until a webhook was purged does nothing: %s",
  async (moment) => {
    const world = await createWebhookWorld({ settings });
    await world.setEndpoint();
    await world.settle();
    const { promise, resolve } = Promise.withResolvers<void>();
    let isSlow = moment === "to send it";
    const slow = await createWorld({
      sharing: world,
      settings,
      store: (store) => ({
        ...store,
        async read(tenant, request) {
          if (isSlow && request.keys.some(({ kind }) => kind === deliveryRecord.name)) await promise;
          return store.read(tenant, request);
        },
      }),
      webhookSender: {
        async send() {
          isSlow = true;
          return answered(500);
        },
      },
    });
    const working = Promise.all(await slow.payments.work.start(deliveryRecord.name, 1));
    await new Promise(setImmediate);
    world.sender.answer = async () => answered(200);
    await world.clock.advance(60 * 60_000);
    await world.send();
    expect((await world.delivery()).status).toBe("DELIVERED");
    await moveTo(world, world.clock.now() + 91 * dayMs);
    expect(await world.deliveries()).toEqual([]);
    resolve();
    await working;
    expect(await world.deliveries()).toEqual([]);
    expect([...world.notices, ...slow.notices]).toEqual([]);
  },
);

test("one that is sent again while it is to be purged is sent", async () => {
  const world = await told(200);
  await world.clock.advance(200 * dayMs);
  const { payments } = await createWorld({
    sharing: world,
    settings,
    store: (store) => ({
      ...store,
      async list(tenant, request) {
        const listed = await store.list(tenant, request);
        // Between finding it and deciding.
        if (request.list === "webhookDeliveries") valueOf(await world.payments.webhooks.resend(shop, world.id));
        return listed;
      },
    }),
  });
  await Promise.all(await payments.work.start("retention", 1));
  expect((await world.delivery()).status).toBe("PENDING");
  await world.send();
  expect(world.sender.sent).toHaveLength(2);
  expect((await world.delivery()).status).toBe("DELIVERED");
});

test.each([
  ["delivered", 200, []],
  ["given up", 410, []],
  ["still to be tried", 503, ["PENDING"]],
])("the webhook of a payment, %s: its copy of the payment is purged with it", async (_name, status, left) => {
  const world = await createWebhookWorld({ settings });
  world.sender.answer = async () => answered(status);
  valueOf(await world.payments.webhooks.set(shop, { url: world.url, events: ["payment.done"] }));
  const { intentKey } = await world.paid();
  await world.send();
  const statuses = async () => (await world.deliveries()).map((each) => each.status);
  await world.clock.advance(90 * dayMs - 1);
  await Promise.all(await world.payments.work.start("retention", 1));
  expect(await statuses()).toHaveLength(1);
  await world.clock.advance(1 + dayMs);
  await Promise.all(await world.payments.work.start("retention", 1));
  expect(await statuses()).toEqual(left);
  expect(valueOf(await world.payments.intents.lookUp(shop, { intentKey })).status).toBe("DONE");
});

/** Puts webhooks into a merchant's list, every other one of which ran out of retries. */
async function makeMany(
  world: WebhookWorld,
  tenant: "7:test" | "8:test",
  { count, from }: { readonly count: number; readonly from: number },
) {
  for (let n = 0; n < count; n += 1) {
    const random = `made${String(n).padStart(20, "0")}`;
    const made = newDelivery({ event: "settlement.completed", about: "stl.x", random }, from + n);
    const status = n % 2 === 0 ? "EXHAUSTED" : "DELIVERED";
    const write = deliveryRecord.write({ ...made, status, nextTryAt: null });
    const changes = {
      expect: [{ key: write.key, version: "absent" as const }],
      writes: [write],
      floors: [],
      tallies: [],
    };
    await world.memory.commit({
      id: `made-${tenant}-${made.id}`,
      tenant,
      at: from,
      reference: "",
      postings: [],
      ...changes,
    });
  }
}

test("more than one turn looks at, of several merchants, by two processes at once", async () => {
  const world = await told(200);
  const [neighbour, from] = [{ mId: 8, mode: "test" } as const, world.toldAt - 10_000];
  valueOf(await world.payments.merchants.register({ ...neighbour, name: "Shop", feeRate: "3.3" }));
  await makeMany(world, "7:test", { count: 900, from });
  await makeMany(world, "8:test", { count: 20, from: from - 60_000 });
  const other = await createWorld({ sharing: world, settings });
  await world.clock.advance(91 * dayMs);
  for (let taken = 1, runs = 0; taken > 0; runs += 1) {
    if (runs > 100) throw new Error("it comes to no end");
    const done = await Promise.all([world, other].map(({ payments }) => payments.work.runDue(100)));
    taken = Math.max(...done.map((each) => each.taken));
  }
  const statuses = async (tenant: typeof shop) =>
    valueOf(await world.payments.webhooks.deliveries(tenant, { limit: 10_000 })).items.map(({ status }) => status);
  expect(await statuses(shop)).toEqual(Array.from({ length: 450 }, () => "EXHAUSTED"));
  expect(await statuses(neighbour)).toEqual(Array.from({ length: 10 }, () => "EXHAUSTED"));
  expect([...world.notices, ...other.notices]).toEqual([]);
});

test("null keeps them permanently", async () => {
  const world = await told(200, { settings: { deliveredWebhookLifetimeMs: null } });
  await world.clock.advance(2_000 * dayMs);
  await doAllDue(world);
  expect((await world.delivery()).status).toBe("DELIVERED");
});
