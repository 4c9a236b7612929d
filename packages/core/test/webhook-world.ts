import {
  type WebhookAnswer,
  type WebhookMessage,
  type WebhookSender,
  webhookEvents,
  type ChangeSet,
  type Payments,
  type Store,
} from "../src/index.ts";
import { createWorld, shop, valueOf, type World } from "./world.ts";
import type { WebhookEventName } from "../src/oversight/webhook/events.ts";
import { deliveryRecord } from "../src/engine/outbox/delivery.ts";

/** A sender that records its requests and answers as a test sets it; 200 by default. */
export interface FakeSender extends WebhookSender {
  readonly sent: WebhookMessage[];
  answer: (message: WebhookMessage) => Promise<WebhookAnswer>;
}

export function fakeSender(): FakeSender {
  const sender: FakeSender = {
    sent: [],
    answer: async () => answered(200),
    send(message) {
      sender.sent.push(message);
      return sender.answer(message);
    },
  };
  return sender;
}

export function answered(status: number, text = "", ms = 5): WebhookAnswer {
  return { outcome: "answered", status, ms, text };
}

export function failed(reason: string, ms = 5): WebhookAnswer {
  return { outcome: "failed", reason, ms };
}

const url = "https://shop.example/webhook";

/** A world whose merchant has the webhook in its contract, an endpoint, and a payment that settles on 25 November. */
export async function createWebhookWorld(options: Parameters<typeof createWorld>[0] = {}) {
  const sender = fakeSender();
  const merchant = { contracts: { webhook: true }, ...options.merchant };
  const world = await createWorld({ webhookSender: sender, ...options, merchant });
  const { payments, clock } = world;

  /** Moves the clock to the day of the settlement and makes it, with its delivery, which is then due. */
  async function settle() {
    await world.paid();
    await clock.advance(Date.parse("2026-11-25T00:00:00+09:00") - clock.now());
    await startSettlement(world);
  }

  return {
    ...world,
    sender,
    url,
    settle,
    setEndpoint: async () => valueOf(await payments.webhooks.set(shop, { url })),
    /** Sends the webhooks that are due. */
    send: async () => Promise.all(await payments.work.start("webhookDelivery", 100)),
    deliveries: async () => valueOf(await payments.webhooks.deliveries(shop, { limit: 100 })).items,
    /** The only delivery there is. */
    async delivery() {
      const [only, ...others] = valueOf(await payments.webhooks.deliveries(shop, { limit: 100 })).items;
      if (only === undefined || others.length > 0) throw new Error("there is not exactly one delivery");
      return only;
    },
  };
}

export type WebhookWorld = Awaited<ReturnType<typeof createWebhookWorld>>;

async function startSettlement({ payments }: World) {
  await Promise.all(await payments.work.start("settlementSchedule", 10));
}

interface Told {
  readonly event: string;
  readonly sequence: number | null;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Watches the notifications of payments and payouts, and that each reports the state that its commit writes. */
export function watchNotifications() {
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
