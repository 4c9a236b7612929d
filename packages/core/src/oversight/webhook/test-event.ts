import { z } from "zod";

import type { WebhookEventKind } from "../../engine/outbox/event-kind.ts";

const testedSchema = z
  .object({
    url: z.string().meta({ description: "The address that is tested" }),
    sentAt: z.iso.datetime().meta({ description: "When the test was asked for" }),
  })
  .meta({ id: "WebhookTest" });

/** The object of a test: nothing has happened. */
export type TestedWebhook = z.output<typeof testedSchema>;

export interface WebhookTest {
  readonly event: "webhook.test";
  readonly webhook: TestedWebhook;
}

/** A test of an endpoint. It is sent once, on request, and is no delivery. */
export const webhookTest = {
  name: "webhook.test",
  summary: "A test of the endpoint",
  description: "Sent once, when a test of the endpoint is requested. It reports no event: verify it and answer 2xx.",
  schema: testedSchema,
  bySubscription: false,
  example: { url: "https://shop.example/webhook", sentAt: "2026-11-25T00:00:00.000Z" },
  read: (body: unknown): WebhookTest => ({ event: "webhook.test", webhook: testedSchema.parse(body) }),
} as const satisfies Omit<WebhookEventKind<WebhookTest, TestedWebhook>, "json" | "isExample"> & {
  readonly example: TestedWebhook;
};
