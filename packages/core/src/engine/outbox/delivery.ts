import { triesOfARun } from "./retry-times.ts";
import { z } from "zod";

import { dayInSeoul } from "../time/seoul-time.ts";
import { placeByTime, recordKind, type IndexedKind } from "../commit/record.ts";
import type { StateTable } from "../commit/state-table.ts";

export const deliveryStatuses = ["PENDING", "DELIVERED", "EXHAUSTED"] as const;

export type DeliveryStatus = (typeof deliveryStatuses)[number];
export type DeliveryEvent = "fail" | "accept" | "exhaust" | "resend";

/** The state of a message to a merchant. An answer may arrive after the retries have run out: then it is delivered. */
export const deliveryStates: StateTable<DeliveryStatus, DeliveryEvent> = {
  PENDING: { fail: "PENDING", accept: "DELIVERED", exhaust: "EXHAUSTED", resend: "PENDING" },
  DELIVERED: { resend: "PENDING" },
  EXHAUSTED: { accept: "DELIVERED", resend: "PENDING" },
};

const trySchema = z.looseObject({
  /** Counts all tries of the delivery, from 1. */
  number: z.number(),
  at: z.number(),
  /** The HTTP status; null if no answer came. */
  status: z.number().nullable(),
  /** Why no answer came; null if one came, and while it is awaited. */
  reason: z.string().nullable(),
  /** How long it took, in milliseconds; null while the answer is awaited. */
  ms: z.number().nullable(),
  /** How the answer's body begins. */
  answer: z.string(),
});

/** One request to the merchant's endpoint. */
export type WebhookTry = z.output<typeof trySchema>;

const deliverySchema = z.looseObject({
  /** The webhook-id: the same at every try, so that the receiver recognizes a repeated message. */
  id: z.string(),
  /** The event, and the id of its object. */
  event: z.string(),
  about: z.string(),
  /** The number of the event among the notified ones of its object, from 1; null if an object has one event. */
  sequence: z.number().nullable().default(null),
  /** The body as of the event; null if it is built at every try, from a record that never changes. */
  body: z.string().nullable().default(null),
  status: z.enum(deliveryStatuses),
  createdAt: z.number(),
  /** How many tries were begun, and how many are left before operators are notified. */
  tries: z.number(),
  triesLeft: z.number(),
  /** When it is tried next; null when no try is left. */
  nextTryAt: z.number().nullable(),
  /** The last tries, the oldest first. */
  log: z.array(trySchema),
});

/** A message to a merchant, with its tries. Times are in milliseconds since 1970. */
export type Delivery = z.output<typeof deliverySchema>;

/** The list of a merchant's deliveries, by the time at which they were made. */
export const deliveryList = "webhookDeliveries";

export const deliveryRecord: IndexedKind<Delivery> = recordKind(
  "webhookDelivery",
  deliverySchema,
  ({ id, createdAt, nextTryAt, status }) => ({
    id,
    dueAt: nextTryAt,
    place: placeByTime(deliveryList, createdAt, id),
    tallies: status === "EXHAUSTED" ? [{ name: "undelivered", day: dayInSeoul(createdAt), amount: 0, count: 1 }] : [],
  }),
);

/**
 * The webhook-id of a message. It names the event, as receivers can trust no header but those that are signed. It has
 * no dot: signatures set dots between id, time and body.
 */
export function deliveryId(event: string, own: string): string {
  return `msg_${event.replaceAll(".", "-")}_${own}`;
}

/** The event that a webhook-id names, if any. */
export function eventNamedBy(deliveryId: string): string | undefined {
  return /^msg_([a-z]+(?:-[a-z]+)+)_/.exec(deliveryId)?.[1]?.replaceAll("-", ".");
}

/** The event's number among those of its object, which the webhook-id of a frozen delivery names after the event. */
export function sequenceNamedBy(deliveryId: string): number | undefined {
  const [, digits] = /^msg_[a-z-]+_([1-9]\d{0,8})_/.exec(deliveryId) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/** Whether a text can be the id of a delivery. */
export function isDeliveryId(text: string): boolean {
  return /^msg_[A-Za-z0-9_-]{1,100}$/.test(text);
}

/** The event that a new delivery reports. */
export interface NewEvent extends Pick<Delivery, "event" | "about"> {
  /** Unguessable and new. */
  readonly random: string;
}

/** A message that is due at once. Its id is new, and expected absent. */
export function newDelivery({ event, about, random }: NewEvent, now: number): Delivery {
  return { id: deliveryId(event, random), event, about, sequence: null, body: null, ...waiting(now) };
}

/** An event of an object that changes, such as a payment, with the object as the event left it. */
interface Frozen extends Pick<Delivery, "event" | "about"> {
  readonly sequence: number;
  /** JSON. */
  readonly body: string;
}

/** The id contains event, number and object, so that no event is sent under two ids. */
export function frozenDeliveryId({ event, about, sequence }: Omit<Frozen, "body">): string {
  return deliveryId(event, `${sequence}_${about}`);
}

/** A message with its body. */
export function frozenDelivery({ event, about, sequence, body }: Frozen, now: number): Delivery {
  return { id: frozenDeliveryId({ event, about, sequence }), event, about, sequence, body, ...waiting(now) };
}

function waiting(now: number) {
  return {
    status: "PENDING",
    createdAt: now,
    tries: 0,
    triesLeft: triesOfARun,
    nextTryAt: now,
    log: [],
  } satisfies Partial<Delivery>;
}
