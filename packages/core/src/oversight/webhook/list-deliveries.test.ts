import { expect, test } from "vitest";

import { answered, createWebhookWorld } from "../../../test/webhook-world.ts";
import { codeOf, shop, valueOf } from "../../../test/world.ts";
import type { ListDeliveriesInput } from "./list-deliveries.ts";

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
