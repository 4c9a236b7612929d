import { shownLine } from "../../engine/text/readable-text.ts";
import type { Delivery, DeliveryStatus, WebhookTry } from "../../engine/outbox/delivery.ts";

/** A message to a merchant's endpoint. Times are in milliseconds since 1970. */
export interface WebhookDelivery {
  /** The webhook-id, the same at every try. */
  readonly id: string;
  /** The event, such as `settlement.completed`. */
  readonly event: string;
  /** The id of the event's object: a settlementId, intentKey or payout id. */
  readonly about: string;
  /** The number of the event among the notified ones of its object, from 1; null for a settlement, which has one. */
  readonly sequence: number | null;
  readonly status: DeliveryStatus;
  readonly createdAt: number;
  /** How many tries were begun. */
  readonly tries: number;
  /** When it is tried next; null when no try is left. */
  readonly nextTryAt: number | null;
  /** The last tries, the oldest first. */
  readonly log: readonly WebhookTry[];
}

export function viewDelivery(delivery: Delivery): WebhookDelivery {
  const { id, event, about, sequence, status, createdAt, tries, nextTryAt } = delivery;
  // A receiver may answer anything, and its certificate may name anything in the reason.
  const log = delivery.log.map((each) => ({
    ...each,
    reason: each.reason === null ? null : shownLine(each.reason),
    answer: shownLine(each.answer),
  }));
  return { id, event, about, sequence, status, createdAt, tries, nextTryAt, log };
}
