import { z } from "zod";

import { paymentEvents, type AnyPaymentEvent } from "../../payment/intent/webhook.ts";
import { payoutEvents, type AnyPayoutEvent } from "../../payout/webhook.ts";
import { settlementCompleted, type SettlementCompleted } from "../../payout/settlement/settlement.ts";
import { eventNamedBy } from "../../engine/outbox/delivery.ts";
import type { DescribedWebhook } from "../../engine/outbox/event-kind.ts";

const testedSchema = z
  .object({
    url: z.string().meta({ description: "The address that is tested" }),
    sentAt: z.iso.datetime().meta({ description: "When the test was asked for" }),
  })
  .meta({ id: "WebhookTest" });

/** The object of a test: nothing has happened. */
export type TestedWebhook = z.output<typeof testedSchema>;

interface WebhookTest {
  readonly event: "webhook.test";
  readonly webhook: TestedWebhook;
}

/** A test of an endpoint. It is sent once, on request, and is no delivery. */
export const webhookTest: DescribedWebhook & { readonly example: TestedWebhook } = {
  name: "webhook.test",
  summary: "A test of the endpoint",
  description: "Sent once, when a test of the endpoint is requested. It reports no event: verify it and answer 2xx.",
  schema: testedSchema,
  bySubscription: false,
  example: { url: "https://shop.example/webhook", sentAt: "2026-11-25T00:00:00.000Z" },
};

/** Every kind of event that merchants are notified of. */
export const eventKinds = [settlementCompleted, ...paymentEvents, ...payoutEvents] as const;

/** An event that merchants receive, with the object that it happened to, as the interface has it; or a test. */
export type WebhookEvent = SettlementCompleted | AnyPaymentEvent | AnyPayoutEvent | WebhookTest;

export type WebhookEventName = Exclude<WebhookEvent, WebhookTest>["event"];

interface DescribedEvent extends DescribedWebhook {
  readonly name: WebhookEventName;
  /** Whether an object of the documentation shows the event, such as a payment that is DONE. */
  readonly isExample: (body: unknown) => boolean;
}

/** Every kind of event that merchants are notified of, as the documentation describes it. */
export const webhookEvents: readonly DescribedEvent[] = [...eventKinds];

/**
 * Reads the event of a message that is verified, from its webhook-id and its body, which are signed. The header
 * `webhook-event` is not. Undefined for an event that this version does not know.
 *
 * @example
 * function take(id: string, body: string): void {
 *   const event = readWebhookEvent(id, JSON.parse(body));
 *   if (event?.event === "settlement.completed") console.log(event.settlement.amount);
 * }
 */
export function readWebhookEvent(id: string, body: unknown): WebhookEvent | undefined {
  const event = eventNamedBy(id);
  if (event === webhookTest.name) return { event: "webhook.test", webhook: testedSchema.parse(body) };
  return eventKinds.find(({ name }) => name === event)?.read(body, id);
}
