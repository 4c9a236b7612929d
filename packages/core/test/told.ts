import { webhookEvents, type ChangeSet, type Payments, type Store } from "../src/index.ts";
import type { WebhookEventName } from "../src/oversight/webhook/events.ts";
import { deliveryRecord } from "../src/engine/outbox/delivery.ts";
import { shop, valueOf } from "./world.ts";

interface Told {
  readonly event: string;
  readonly sequence: number | null;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Watches the notifications of payments and payouts, and that each reports the state that its commit writes. */
export function watchTold() {
  const told: Told[] = [];
  const note = ({ writes }: ChangeSet) => {
    for (const { key, body: record } of writes) {
      if (key.kind !== deliveryRecord.name || record === null || record["tries"] !== 0) continue;
      const { event, about, sequence, body } = deliveryRecord.schema.parse(record);
      if (body === null) continue;
      const object = writes.find((each) => ["intent", "payout"].includes(each.key.kind) && each.key.id === about);
      const frozen = JSON.parse(body);
      if (object?.body?.["status"] !== frozen.status || object?.body?.["told"] !== sequence) {
        throw new Error(`${key.id} reports ${frozen.status}, and its commit writes ${JSON.stringify(object?.body)}`);
      }
      told.push({ event, sequence, body: frozen });
    }
  };
  return {
    told,
    /** Each event with its number and the status that it reports. */
    events: () => told.map(({ event, sequence, body }) => `${sequence} ${event} ${String(body["status"])}`),
    store: (store: Store): Store => ({
      ...store,
      async commit(changeSet) {
        const result = await store.commit(changeSet);
        if (result.status === "committed") note(changeSet);
        return result;
      },
    }),
    /** Subscribes the merchant to every event, or to these. */
    subscribe: async (
      payments: Payments,
      events: readonly WebhookEventName[] = webhookEvents.map(({ name }) => name),
    ) => valueOf(await payments.webhooks.set(shop, { url: "https://shop.example/webhook", events: [...events] })),
  };
}
