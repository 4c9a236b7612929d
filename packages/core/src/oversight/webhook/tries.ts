import { advance, nextStatus } from "../../engine/commit/state-table.ts";
import { madeStorable } from "../../engine/text/storable-text.ts";
import {
  deliveryStates,
  type Delivery,
  type DeliveryEvent,
  type WebhookTry,
  triesOfARun,
  tryLeaseMs,
  waitAfterTry,
} from "../../engine/outbox/delivery.ts";
import type { WebhookAnswer } from "./sender.ts";

/** The tries that a delivery's log keeps: those of five runs. */
const logLength = 5 * triesOfARun;

/**
 * The delivery with a try begun. The try counts from now on, and the next one is due as if this one had failed: so a
 * process that dies loses nothing.
 *
 * @param chance from 0 to 1: how far the wait is from its shortest to its longest
 */
export function begun(
  delivery: Delivery,
  { now, chance }: { readonly now: number; readonly chance: number },
): Delivery {
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

/** The delivery given up: its last try was begun, and its outcome is unknown. */
export function givenUp(delivery: Delivery): Delivery {
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
