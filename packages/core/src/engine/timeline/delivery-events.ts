import { deliveryRecord, frozenDeliveryId, type Delivery } from "../outbox/delivery.ts";
import { happenedAt, mostOfATimeline, timelineTime, type Happened } from "./timeline.ts";

interface ToldOf {
  /** The id of the payment or payout. */
  readonly about: string;
  /** How many webhooks have reported its events. */
  readonly told: number;
}

/** Every webhook that may have been made about an object, by the ids that they would have. */
export function deliveryRefs({ about, told }: ToldOf, events: readonly { readonly name: string }[]) {
  const numbers = Array.from({ length: Math.min(told, mostOfATimeline) }, (_, index) => index + 1);
  return numbers.flatMap((sequence) =>
    events.map(({ name: event }) => deliveryRecord.ref(frozenDeliveryId({ event, about, sequence }))),
  );
}

/** The webhooks that are still kept. */
export function deliveryEvents(deliveries: readonly (Delivery | undefined)[]): readonly Happened[] {
  return deliveries.flatMap((delivery) => {
    if (delivery === undefined) return [];
    const { id, event, status, tries, log, createdAt, nextTryAt } = delivery;
    const last = log.at(-1);
    const lastTry = last === undefined ? {} : { lastTryAt: timelineTime(last.at), lastAnswer: last.status };
    const next = { nextTryAt: timelineTime(nextTryAt) };
    return [happenedAt(createdAt, "webhook", { delivery: id, event, status, tries, ...lastTry, ...next })];
  });
}

/** When an event was notified, which is when it happened; undefined if it was not. */
export function toldAt(deliveries: readonly (Delivery | undefined)[], event: string): number | undefined {
  return deliveries.find((delivery) => delivery?.event === event)?.createdAt;
}
