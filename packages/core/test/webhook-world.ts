import type { WebhookAnswer, WebhookMessage, WebhookSender } from "../src/index.ts";
import { createWorld, shop, valueOf, type World } from "./world.ts";

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
