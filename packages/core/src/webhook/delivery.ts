import { z } from "zod";

import { placeByTime, recordKind } from "../commit/record.ts";
import { advance, nextStatus, type StateTable } from "../commit/state-table.ts";
import { madeStorable } from "../text/storable-text.ts";
import type { WebhookAnswer } from "./sender.ts";

const deliveryStatuses = ["PENDING", "DELIVERED", "EXHAUSTED"] as const;

export type DeliveryStatus = (typeof deliveryStatuses)[number];
export type DeliveryEvent = "fail" | "accept" | "exhaust" | "resend";

/** A message on its way to a merchant. An answer may come after the message was given up: then it is delivered. */
export const deliveryStates: StateTable<DeliveryStatus, DeliveryEvent> = {
  PENDING: { fail: "PENDING", accept: "DELIVERED", exhaust: "EXHAUSTED", resend: "PENDING" },
  DELIVERED: { resend: "PENDING" },
  EXHAUSTED: { accept: "DELIVERED", resend: "PENDING" },
};

const trySchema = z.looseObject({
  /** Counts all tries of the delivery, from 1. */
  number: z.number(),
  at: z.number(),
  /** The HTTP status; null where no answer came. */
  status: z.number().nullable(),
  /** Why no answer came; null where one came, and while it is awaited. */
  reason: z.string().nullable(),
  /** How long it took, in milliseconds; null while the answer is awaited. */
  ms: z.number().nullable(),
  /** How the answer's body begins. */
  answer: z.string(),
});

/** One request to the merchant's endpoint. */
export type WebhookTry = z.output<typeof trySchema>;

const deliverySchema = z.looseObject({
  /** The webhook-id: the same at every try, so that the receiver can tell a repeated message. */
  id: z.string(),
  /** What happened, and the id of what it happened to: from these the body is made, the same at every try. */
  event: z.string(),
  about: z.string(),
  status: z.enum(deliveryStatuses),
  createdAt: z.number(),
  /** How many tries were begun, and how many are left before people are told. */
  tries: z.number(),
  triesLeft: z.number(),
  /** When it is tried next; null when it is not. */
  nextTryAt: z.number().nullable(),
  /** The last tries, the oldest first. */
  log: z.array(trySchema),
});

/** A message to a merchant, with what came of it. Times are in milliseconds since 1970. */
export type Delivery = z.output<typeof deliverySchema>;

/** The list of a merchant's deliveries, by the time at which they were made. */
export const deliveryList = "webhookDeliveries";

export const deliveryRecord = recordKind("webhookDelivery", deliverySchema, ({ id, createdAt, nextTryAt }) => ({
  id,
  dueAt: nextTryAt,
  place: placeByTime(deliveryList, createdAt, id),
}));

/** Ids of deliveries have no dot, which signatures set between id, time and body. */
export const deliveryIdPrefix = "msg_";

/** Whether a text can be the id of a delivery. */
export function isDeliveryId(text: string): boolean {
  return /^msg_[A-Za-z0-9_-]{1,100}$/.test(text);
}

const minuteMs = 60_000;

/** How long a failed try is waited after, in minutes, up to a tenth more or less. */
const waitMinutes = [1, 4, 16, 64, 256, 1024, 4096];
const triesOfARun = waitMinutes.length + 1;

/** The receiver has so long to answer. */
export const answerDeadlineMs = 10_000;

/** A process that slept since it began a try does not send later than this. */
export const leaveWithinMs = 30_000;

/** So long after a try has begun nobody begins another one: longer than a request that leaves in time can last. */
const tryLeaseMs = leaveWithinMs + answerDeadlineMs + 5_000;

/** So many tries are kept: five times all that are made by themselves. */
const logLength = 5 * triesOfARun;

/** A message that is due at once. `id` is unguessable and new, and expected absent. */
export function newDelivery(what: Pick<Delivery, "id" | "event" | "about">, now: number): Delivery {
  const waits = { status: "PENDING", createdAt: now, tries: 0, triesLeft: triesOfARun, nextTryAt: now } as const;
  return { ...what, ...waits, log: [] };
}

/**
 * The delivery with a try begun, which counts from now on, whatever becomes of it: the next one is due as if
 * this one had failed.
 *
 * @param chance from 0 to 1: how far the wait is from its shortest to its longest
 */
export function begun(
  delivery: Delivery,
  { now, chance }: { readonly now: number; readonly chance: number },
): Delivery {
  const { tries, triesLeft, log } = delivery;
  const minutes = waitMinutes[triesOfARun - triesLeft];
  const wait = minutes === undefined ? tryLeaseMs : Math.round(minutes * minuteMs * (0.9 + 0.2 * chance));
  const next: WebhookTry = { number: tries + 1, at: now, status: null, reason: null, ms: null, answer: "" };
  return {
    ...delivery,
    tries: next.number,
    triesLeft: triesLeft - 1,
    nextTryAt: now + wait,
    log: [...log.map(unanswered), next].slice(-logLength),
  };
}

/** A try whose answer nobody awaits any more. */
function unanswered(each: WebhookTry): WebhookTry {
  return isAwaited(each) ? { ...each, reason: "the service stopped before an answer" } : each;
}

function isAwaited({ status, reason }: WebhookTry): boolean {
  return status === null && reason === null;
}

/** The delivery with what came of a try, which may not be its last one any more. */
export function concludedTry(delivery: Delivery, number: number, answer: WebhookAnswer): Delivery {
  const log = delivery.log.map((each) => (each.number === number ? { ...each, ...logged(answer) } : each));
  const event = eventOf(answer, number === delivery.tries && delivery.triesLeft === 0);
  const status = nextStatus(deliveryStates, delivery.status, event);
  if (status === undefined) return { ...delivery, log };
  return { ...delivery, log, status, nextTryAt: status === "PENDING" ? delivery.nextTryAt : null };
}

function logged(answer: WebhookAnswer): Pick<WebhookTry, "status" | "reason" | "ms" | "answer"> {
  const { ms } = answer;
  if (answer.outcome === "failed")
    return { status: null, reason: madeStorable(answer.reason.slice(0, 200)), ms, answer: "" };
  return { status: answer.status, reason: null, ms, answer: madeStorable(answer.text.slice(0, 200)) };
}

const gone = 410;

function eventOf(answer: WebhookAnswer, isLast: boolean): DeliveryEvent {
  const status = answer.outcome === "answered" ? answer.status : undefined;
  if (status !== undefined && status >= 200 && status < 300) return "accept";
  return status === gone || isLast ? "exhaust" : "fail";
}

/** The delivery given up: its last try was begun, and nobody knows what came of it. */
export function givenUp(delivery: Delivery): Delivery {
  const status = advance(deliveryStates, delivery.status, "exhaust");
  return { ...delivery, status, nextTryAt: null, log: delivery.log.map(unanswered) };
}

/** The delivery with all its tries anew, at once or, while an answer is awaited, when that can't come any more. */
export function resent(delivery: Delivery, now: number): Delivery {
  const last = delivery.log.at(-1);
  const nextTryAt = last !== undefined && isAwaited(last) ? Math.max(now, last.at + tryLeaseMs) : now;
  const status = advance(deliveryStates, delivery.status, "resend");
  return { ...delivery, status, triesLeft: triesOfARun, nextTryAt };
}
