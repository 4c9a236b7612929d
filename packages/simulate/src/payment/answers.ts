import type { Intent } from "@wonflow/core/records";
import { type Answer, codeOf } from "../client/request.ts";
import type { Arrival, Invariant } from "../observation/invariant.ts";
import type { Part } from "../part.ts";
import { arrivedAt, isRepeat, namedByOrder, standsOf } from "./history.ts";

const answersFollowBooks: Invariant = {
  name: "answers follow the books",
  ofAnswer({ arrival, answer }, observed) {
    const { intentKey } = answer.body;
    if (answer.status >= 300 || typeof intentKey !== "string") return undefined;
    const { name } = arrival.request;
    const orderId = orderIn(arrival);
    const named = orderId === undefined ? [intentKey] : namedByOrder(observed, arrival, orderId);
    if (!named.includes(intentKey) && !isRepeat(observed, arrival)) {
      return `${name} was answered with payment ${intentKey}, which is not the one of order ${orderId}`;
    }
    const stands = standsOf(observed, arrival, intentKey);
    const isTrue = stands.some(({ record }) => shows(answer, record));
    if (isTrue) return undefined;
    const books = stands.map(({ record }) => JSON.stringify(shownOf(record))).join(" or ");
    return `${name} was answered ${answer.text}; the books have ${books}`;
  },
};

function orderIn({ request }: Arrival): string | undefined {
  return /^\/px\/intents\/orders\/([^/]+)/.exec(request.path)?.[1];
}

function shows({ body }: Answer, record: Intent): boolean {
  const shown: Readonly<Record<string, unknown>> = shownOf(record);
  return Object.entries(shown).every(([name, value]) => JSON.stringify(body[name]) === JSON.stringify(value));
}

/** Computed independently of core's view. */
export function shownOf(intent: Intent) {
  const { intentKey, orderId, totalAmount, status, canceledAmount, openAttempt, approvedAt, canceledAt, excessAmount } =
    intent;
  const inProgress = openAttempt?.startsWith("cancellation-") === true;
  const excess = excessAmount === 0 ? {} : { excessAmount };
  const amounts = { canceledAmount, remainingAmount: totalAmount - canceledAmount, ...excess, inProgress };
  const isCanceled = canceledAt !== null || inProgress;
  return {
    intentKey,
    orderId,
    totalAmount,
    status,
    requestedAt: inSeoul(intent.requestedAt),
    approvedAt: approvedAt === null ? undefined : inSeoul(approvedAt),
    cancel: isCanceled
      ? { ...(canceledAt === null ? {} : { canceledAt: inSeoul(canceledAt) }), ...amounts }
      : undefined,
  };
}

export function inSeoul(ms: number): string {
  return new Date(ms + 9 * 60 * 60 * 1000).toISOString().replace(/\.\d+Z$/, "+09:00");
}

const nothingMissing: Invariant = {
  name: "every payment is found",
  ofAnswer({ arrival, answer }, observed) {
    if (arrival.request.method !== "GET" || codeOf(answer) !== "NOT_FOUND_PAYMENT") return undefined;
    const orderId = orderIn(arrival);
    const intentKey = /^\/px\/intents\/([^/]+)$/.exec(arrival.request.path)?.[1] ?? "";
    const { at } = arrivedAt(observed, arrival);
    const names = orderId === undefined ? [intentKey] : namedByOrder(observed, arrival, orderId);
    const there = names.find((name) => standsOf(observed, arrival, name).some(({ from }) => from < at));
    return there === undefined ? undefined : `payment ${there} is stored, and was not found`;
  },
};

export const part: Part = { invariants: [answersFollowBooks, nothingMissing] };
