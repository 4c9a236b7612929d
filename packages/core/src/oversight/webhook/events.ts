import { paymentEvents } from "../../payment/intent/webhook.ts";
import { payoutEvents } from "../../payout/webhook.ts";
import { settlementCompleted } from "../../payout/settlement/webhook.ts";
import { eventNamedBy } from "../../engine/outbox/delivery.ts";
import { webhookTest } from "./test-event.ts";

/** Every kind of event that merchants are notified of. */
export const webhookEvents = [settlementCompleted, ...paymentEvents, ...payoutEvents] as const;

/** Every kind of message that is sent to an endpoint. */
const sent = [...webhookEvents, webhookTest] as const;

/** An event that merchants receive, with the object that it happened to, as the interface has it; or a test. */
export type WebhookEvent = NonNullable<ReturnType<(typeof sent)[number]["read"]>>;

export type WebhookEventName = (typeof webhookEvents)[number]["name"];

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
  return sent.find(({ name }) => name === eventNamedBy(id))?.read(body, id);
}
