import { decideAndCommit, type Decision } from "../../engine/commit/commit.ts";
import type { Context } from "../../context.ts";
import type { MerchantWork } from "../../engine/due-work/work.ts";
import { ok, type Ok } from "../../result.ts";
import { tenantId, type Tenant } from "../../engine/tenant/tenant.ts";
import {
  deliveryRecord,
  type Delivery,
  deliveryStates,
  type DeliveryEvent,
  type WebhookTry,
} from "../../engine/outbox/delivery.ts";
import { leaveWithinMs, triesOfARun, tryLeaseMs, waitAfterTry } from "../../engine/outbox/retry-times.ts";
import type { WebhookEventKind } from "../../engine/outbox/event-kind.ts";
import { endpointRef } from "./endpoint.ts";
import {
  type WebhookAnswer,
  type WebhookMessage,
  type WebhookSender,
  failed,
  messageTo,
  opened,
  sendOnce,
} from "./send.ts";
import { eventKinds } from "./events.ts";
import { advance, nextStatus } from "../../engine/commit/state-table.ts";
import { madeStorable } from "../../engine/text/storable-text.ts";

/** The tries that a delivery's log keeps: those of five runs. */
const logLength = 5 * triesOfARun;

/**
 * The delivery with a try begun. The try counts from now on, and the next one is due as if this one had failed: so a
 * process that dies loses nothing.
 *
 * @param chance from 0 to 1: how far the wait is from its shortest to its longest
 */
function begun(delivery: Delivery, { now, chance }: { readonly now: number; readonly chance: number }): Delivery {
  const { tries, triesLeft, log } = delivery;
  const next: WebhookTry = { number: tries + 1, at: now, status: null, reason: null, ms: null, answer: "" };
  return {
    ...delivery,
    tries: next.number,
    triesLeft: triesLeft - 1,
    nextTryAt: now + waitAfterTry(triesLeft, chance),
    log: [...log.map(unanswered), next].slice(-logLength),
  };
}

/** A try whose answer can't come any more. */
function unanswered(each: WebhookTry): WebhookTry {
  return isAwaited(each) ? { ...each, reason: "the service stopped before an answer" } : each;
}

function isAwaited({ status, reason }: WebhookTry): boolean {
  return status === null && reason === null;
}

/** The delivery with the outcome of a try, which may not be its last one any more. */
function concludedTry(delivery: Delivery, number: number, answer: WebhookAnswer): Delivery {
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

/** The delivery given up: its last try was begun, and its outcome is unknown. */
function givenUp(delivery: Delivery): Delivery {
  const status = advance(deliveryStates, delivery.status, "exhaust");
  return { ...delivery, status, nextTryAt: null, log: delivery.log.map(unanswered) };
}

/** The delivery with all its tries again: at once or, while an answer is awaited, when it can't come any more. */
export function resent(delivery: Delivery, now: number): Delivery {
  const last = delivery.log.at(-1);
  const nextTryAt = last !== undefined && isAwaited(last) ? Math.max(now, last.at + tryLeaseMs) : now;
  const status = advance(deliveryStates, delivery.status, "resend");
  return { ...delivery, status, triesLeft: triesOfARun, nextTryAt };
}

type EventKinds = readonly WebhookEventKind[];

/** Sends due messages to merchants' endpoints. A receiver that hangs takes one of many places, for ten seconds. */
export function webhookWork(sender: WebhookSender, kinds: EventKinds = eventKinds): MerchantWork<Context> {
  return {
    kind: deliveryRecord.name,
    limit: 100,
    async run(context, tenant, id) {
      const begin = await beginTry(context, tenant, { id, kinds });
      if (!begin.ok) return;
      const { exhausted, send } = begin.value;
      if (exhausted !== undefined) return reportExhausted(context, tenant, exhausted);
      if (send === undefined) return;
      const answer = await sendInTime(context, sender, send);
      const concluded = await concludeTry(context, tenant, { ...send, answer });
      if (concluded.ok && concluded.value !== undefined) reportExhausted(context, tenant, concluded.value);
    },
  };
}

/** A committed try, with the message that is to be sent. */
interface BegunTry {
  readonly number: number;
  readonly at: number;
  readonly message: WebhookMessage;
}

/** The outcome of a commit: a try to be sent, or a delivery that has run out of retries. */
interface Begin {
  readonly send?: BegunTry;
  readonly exhausted?: Delivery;
}

/**
 * Commits a try before its request leaves, so that a process that dies in between has made one. Everything that
 * may go wrong in the service itself, such as opening the secrets, comes before the commit.
 */
function beginTry(
  context: Context,
  tenant: Tenant,
  { id, kinds }: { readonly id: string; readonly kinds: EventKinds },
) {
  const chance = chanceOf(context);
  return decideAndCommit(context, {
    tenant,
    lane: id,
    async load(read) {
      const [delivery, endpoint] = await read(deliveryRecord.ref(id), endpointRef);
      // It was delivered and purged while this process was suspended.
      if (delivery === undefined) return undefined;
      const kind = kinds.find(({ name }) => name === delivery.event);
      if (kind === undefined) throw new Error(`delivery ${id} is of an unknown event: ${delivery.event}`);
      const body = await kind.json(read, delivery);
      return { delivery, body, endpoint: endpoint && (await opened(context, tenant, endpoint)) };
    },
    decide(loaded, now): Decision<Ok<Begin>> {
      if (loaded === undefined) return { answer: ok({}) };
      const { delivery, body, endpoint } = loaded;
      const { event, nextTryAt, triesLeft } = delivery;
      if (nextTryAt === null || nextTryAt > now) return { answer: ok({}) };
      if (triesLeft === 0) return written(givenUp(delivery));
      const next = begun(delivery, { now, chance });
      if (endpoint === undefined) {
        return written(concludedTry(next, next.tries, { outcome: "failed", reason: "there is no endpoint", ms: 0 }));
      }
      const message = messageTo(endpoint, { id, event, body, now });
      return written(next, { number: next.tries, at: now, message });
    },
  });
}

function written(delivery: Delivery, send?: BegunTry): Decision<Ok<Begin>> {
  const exhausted = delivery.status === "EXHAUSTED" ? { exhausted: delivery } : {};
  return { answer: ok({ ...(send && { send }), ...exhausted }), changes: { writes: [deliveryRecord.write(delivery)] } };
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** An unpredictable number from 0 to 1. */
function chanceOf({ ids }: Context): number {
  const text = ids.random(4);
  return Array.from(text).reduce((sum, character) => sum * 64 + alphabet.indexOf(character), 0) / 64 ** text.length;
}

/** Sends a message, unless the process slept since the try began. */
async function sendInTime(
  context: Context,
  sender: WebhookSender,
  { message, at }: Pick<BegunTry, "message" | "at">,
): Promise<WebhookAnswer> {
  if (context.clock.now() - at > leaveWithinMs) return failed("it was too late to send it", 0);
  return sendOnce(context, sender, message);
}

/** Commits a try's outcome, and returns the delivery if it has run out of retries now. */
function concludeTry(
  context: Context,
  tenant: Tenant,
  { message: { id }, number, answer }: BegunTry & { readonly answer: WebhookAnswer },
) {
  return decideAndCommit(context, {
    tenant,
    lane: id,
    load: (read) => read(deliveryRecord.ref(id)),
    decide([delivery]): Decision<Ok<Delivery | undefined>> {
      if (delivery === undefined) return { answer: ok(undefined) };
      const next = concludedTry(delivery, number, answer);
      const isNew = delivery.status !== next.status && next.status === "EXHAUSTED";
      return { answer: ok(isNew ? next : undefined), changes: { writes: [deliveryRecord.write(next)] } };
    },
  });
}

/** Notifies operators of a delivery that has run out of retries: from now on it is only sent by hand. */
function reportExhausted(context: Context, tenant: Tenant, { id, event, about, log }: Delivery): void {
  const last = log.at(-1);
  const reason = last?.reason ?? (last?.status == null ? "no answer is known" : `the receiver answered ${last.status}`);
  context.notify({ kind: "webhook-exhausted", tenant: tenantId(tenant), delivery: id, event, about, reason });
}
