import { expect, test } from "vitest";

import type { ChangeSet, Payments } from "../../index.ts";
import { shop, valueOf } from "../../../test/world.ts";
import { createWebhookWorld } from "../../../test/webhook-world.ts";

const writesOf = ({ writes }: ChangeSet, kind: string) => writes.filter(({ key }) => key.kind === kind);

test("a settlement and the delivery that reports it are written in one commit", async () => {
  const commits: ChangeSet[] = [];
  const world = await createWebhookWorld({
    settings: { settlementLines: 2 },
    store: (store) => ({
      ...store,
      commit(changeSet) {
        commits.push(changeSet);
        return store.commit(changeSet);
      },
    }),
  });
  for (const n of [2, 3]) await world.paid({ orderId: `order-20261120-000${n}` });
  await world.settle();
  const settling = commits.filter((each) => writesOf(each, "settlement").length > 0);
  expect(settling).toHaveLength(2);
  expect(commits.filter((each) => writesOf(each, "webhookDelivery").length > 0)).toEqual(settling);
  for (const each of settling) {
    const [settlement] = writesOf(each, "settlement");
    expect(writesOf(each, "webhookDelivery")).toMatchObject([{ body: { about: settlement?.key.id } }]);
  }
});

test("the body is the settlement as it is looked up, and nothing else", async () => {
  const world = await createWebhookWorld();
  await world.setEndpoint();
  await world.settle();
  await world.send();
  const [settlement] = valueOf(
    await world.payments.settlements.list(shop, { from: "2026-11-25", to: "2026-11-25" }),
  ).items;
  expect(world.sender.sent.map(({ body }) => JSON.parse(body))).toEqual([settlement]);
  expect(Object.keys(settlement ?? {})).toEqual(["settlementId", "amount", "settledAt", "lines"]);
});

test("a merchant without the contract is not notified", async () => {
  const world = await createWebhookWorld({ merchant: { contracts: { webhook: false } } });
  await world.setEndpoint();
  await world.settle();
  expect(await world.deliveries()).toEqual([]);
});

test.each([
  [true, 1],
  [false, 0],
])("a contract that becomes %s while it is settled holds", async (webhook, deliveries) => {
  let payments: Payments | undefined;
  const world = await createWebhookWorld({
    merchant: { contracts: { webhook: !webhook } },
    store: (store) => ({
      ...store,
      async commit(changeSet) {
        if (payments !== undefined && writesOf(changeSet, "settlement").length > 0) {
          const change = payments;
          payments = undefined;
          await change.merchants.register({ ...shop, name: "Corner Shop", feeRate: "3.3", contracts: { webhook } });
        }
        return store.commit(changeSet);
      },
    }),
  });
  payments = world.payments;
  await world.settle();
  expect(await world.deliveries()).toHaveLength(deliveries);
});
