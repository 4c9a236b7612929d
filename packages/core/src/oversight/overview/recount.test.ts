import { expect, test } from "vitest";

import { answered, createWebhookWorld } from "../../../test/webhook-world.ts";
import { createWorld, shop, valueOf } from "../../../test/world.ts";
import { deliveryRecord, newDelivery } from "../../engine/outbox/delivery.ts";

const parts = { tenant: "7:test", at: 1, postings: [], floors: [], reference: "" } as const;

test("every page of a list is recounted", async () => {
  const { memory, payments } = await createWorld();
  const at = Date.parse("2026-11-20T12:00:00+09:00");
  const told = { event: "settlement.completed", about: "stl.1" };
  const writes = Array.from({ length: 2_500 }, (_, n) => {
    const delivery = newDelivery({ ...told, random: String(n) }, at);
    return deliveryRecord.make({ ...delivery, status: "EXHAUSTED", nextTryAt: null });
  });
  const absent = writes.map(({ key }) => ({ key, version: "absent" as const }));
  await memory.commit({ ...parts, id: "given-up", expect: absent, writes, tallies: [] });
  const { differences } = await payments.overview.recount(shop);
  const [counted, recounted] = [0, 2_500].map((count) => ({ amount: 0, count }));
  expect(differences).toEqual([{ name: "undelivered", day: "2026-11-20", counted, recounted }]);
});

test("a counter that differs in the second comparison alone is not corrected", async () => {
  let counts = 0;
  let listed = async <Value>(list: () => Promise<Value>): Promise<Value> => list();
  const world = await createWebhookWorld({
    store: (store) => ({
      ...store,
      tallies(tenant, asked) {
        counts += 1;
        return store.tallies(tenant, asked);
      },
      list: (tenant, request) =>
        // Each look counts before it reads the lists, and after it.
        request.list === "webhookDeliveries" && counts === 3
          ? listed(() => store.list(tenant, request))
          : store.list(tenant, request),
    }),
  });
  await world.setEndpoint();
  await world.settle();
  const { id } = await world.delivery();
  world.sender.answer = async () => answered(410);
  // Its retries run out just before the second comparison, and it is sent again just after: its counter is unchanged.
  listed = async (list) => {
    await world.send();
    const deliveries = await list();
    valueOf(await world.payments.webhooks.resend(shop, id));
    return deliveries;
  };
  const wrong = { name: "review", day: "2026-11-21", amount: 0, count: 2 } as const;
  await world.memory.commit({ ...parts, id: "wrong", expect: [], writes: [], tallies: [wrong] });
  const { differences } = await world.payments.overview.recount(shop, { correct: true });
  expect(differences.map(({ name }) => name)).toEqual(["review"]);
  expect(counts).toBe(4);
  expect(valueOf(await world.payments.webhooks.delivery(shop, id)).status).toBe("PENDING");
});
