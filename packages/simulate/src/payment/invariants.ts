import {
  attempts,
  isConcluded,
  paymentAttempt,
  type PaymentAttempt,
  paymentAttempts,
  isEnteredByOperator,
} from "../attempt/records.ts";
import { isUnpaid, sessions } from "../checkout/checkout.ts";
import { acknowledgments, firstProblem, type Invariant, type Arrival } from "../observation/invariant.ts";
import type { Part } from "../part.ts";
import { intents, orders, approvedMethods, arrivedAt, isRepeat, namedByOrder, standsOf } from "./records.ts";
import type { Intent } from "@wonflow/core/internal";
import { isByStaff } from "../ports/gateway.ts";
import { type Answer, codeOf } from "../client/client.ts";

const approvedInTime: Invariant = {
  name: "a payment is confirmed in time",
  ofMove({ machine, tenant, id, event }, observed) {
    if (machine !== intents.kind || event !== "approve") return undefined;
    const { approvalKey, confirmBy } = observed.of(intents).get(tenant, id) ?? {};
    const openedAt = observed.of(attempts).get(tenant, approvalKey ?? "")?.openedAt ?? Infinity;
    const late = openedAt >= (confirmBy ?? 0);
    return late ? `payment ${id} was confirmed after its time to be confirmed` : undefined;
  },
};

const oneLivePayment: Invariant = {
  name: "one live payment of an order",
  always: (observed) =>
    firstProblem(observed.of(orders).values(), ({ tenant, orderId, intentKey }) => {
      const own = [...observed.of(intents).values()].filter(
        (each) => each.tenant === tenant && each.orderId === orderId,
      );
      const live = own.filter(({ status }) => status === "READY" || status === "IN_PROGRESS");
      const other = live.find((each) => each.intentKey !== intentKey);
      if (other !== undefined) return `order ${orderId} names ${intentKey}, and ${other.intentKey} is live too`;
      const links = own.filter(({ sessionId }) => isUnpaid(observed.of(sessions).get(tenant, sessionId ?? "")?.status));
      return links.length > 1 ? `order ${orderId} has ${links.length} open links` : undefined;
    }),
};

const oneAttempt: Invariant = {
  name: "one attempt at a time",
  always: (observed) =>
    firstProblem(observed.of(intents).values(), ({ tenant, intentKey, openAttempt }) => {
      const open = paymentAttempts(observed).filter(
        (each) => each.intentKey === intentKey && each.kind !== "reversal" && !isConcluded(each),
      );
      const named = openAttempt === null ? undefined : paymentAttempt(observed, tenant, openAttempt);
      const other = open.find((each) => named === undefined || !belongsTo(each, named));
      return other === undefined ? undefined : `attempt ${other.key} is under way, and its payment does not name it`;
    }),
};

function belongsTo(attempt: PaymentAttempt, named: PaymentAttempt): boolean {
  if (attempt.kind === "approval") return named.kind === "approval";
  return attempt.key === named.key || (named.kind === "cancellation" && named.group.includes(attempt.key));
}

const overWhenKnown: Invariant = {
  name: "a payment under way has an open attempt",
  always: (observed) =>
    firstProblem(observed.of(intents).values(), ({ tenant, intentKey, openAttempt }) => {
      const named = openAttempt === null ? undefined : paymentAttempt(observed, tenant, openAttempt);
      if (named === undefined || !isConcluded(named)) return undefined;
      const isInProgress = paymentAttempts(observed).some((each) => each.intentKey === intentKey && !isConcluded(each));
      return isInProgress
        ? undefined
        : `payment ${intentKey} names ${openAttempt} as under way, and all of it is known`;
    }),
};

const noPaymentLost: Invariant = {
  name: "no acknowledged payment is lost",
  ofAcknowledgment({ tenant, request, answer }, observed) {
    const { intentKey } = answer.body;
    if (typeof intentKey !== "string") return undefined;
    const intent = observed.of(intents).get(tenant, intentKey);
    if (intent === undefined) return `${request.name} succeeded for payment ${intentKey}, which is not stored`;
    if (/^(confirm|charge)/.test(request.name) && intent.approvedAt === null) {
      return `payment ${intentKey} was answered as paid, and it is ${intent.status}`;
    }
    const lost = request.name.startsWith("cancel") && intent.canceledAmount === 0;
    return lost ? `payment ${intentKey} was answered as canceled, and no amount of it is` : undefined;
  },
};

const everyPartCanceled: Invariant = {
  name: "no acknowledged cancellation is lost",
  atEnd(observed) {
    const parts = new Map<string, number>();
    for (const { request, answer } of observed.of(acknowledgments).values()) {
      const { intentKey } = answer.body;
      const { cancelAmount } = { cancelAmount: undefined, ...request.body };
      if (typeof intentKey !== "string" || typeof cancelAmount !== "number") continue;
      parts.set(intentKey, (parts.get(intentKey) ?? 0) + cancelAmount);
    }
    return firstProblem(observed.of(intents).values(), ({ intentKey, canceledAmount }) => {
      const acknowledged = parts.get(intentKey) ?? 0;
      return acknowledged > canceledAmount
        ? `${acknowledged} won of payment ${intentKey} were answered as canceled; ${canceledAmount} are`
        : undefined;
    });
  },
};

const canceledByStatus: Readonly<Record<Intent["status"], (canceled: number, total: number) => boolean>> = {
  READY: (canceled) => canceled === 0,
  IN_PROGRESS: (canceled) => canceled === 0,
  DONE: (canceled) => canceled === 0,
  PARTIAL_CANCELED: (canceled, total) => canceled > 0 && canceled < total,
  CANCELED: (canceled, total) => canceled === total,
  EXPIRED: (canceled) => canceled === 0,
  ABORTED: (canceled) => canceled === 0,
};

const approvedStatuses: readonly Intent["status"][] = ["DONE", "PARTIAL_CANCELED", "CANCELED"];

const statusSaysAmounts: Invariant = {
  name: "status and amounts agree",
  always: (observed) =>
    firstProblem(observed.of(intents).values(), (intent) => {
      const { intentKey, status, canceledAmount, totalAmount, approvedAt } = intent;
      if (approvedAt !== null && !approvedStatuses.includes(status)) {
        return `payment ${intentKey} is ${status}, and was approved at ${approvedAt}`;
      }
      if (approvedAt !== null) {
        const methods = approvedMethods(intent);
        const [paid, canceled] = [sumOf(methods, "amount"), sumOf(methods, "canceledAmount")];
        if (paid !== totalAmount || canceled !== canceledAmount) {
          return `payment ${intentKey} is of ${totalAmount} won, ${canceledAmount} canceled; its methods are of ${paid}, ${canceled} canceled`;
        }
      }
      if (canceledByStatus[status](canceledAmount, totalAmount)) return undefined;
      return `payment ${intentKey} is ${status}, and ${canceledAmount} of ${totalAmount} won are canceled`;
    }),
};

function sumOf(methods: ReturnType<typeof approvedMethods>, what: "amount" | "canceledAmount"): number {
  return methods.reduce((sum, method) => sum + method[what], 0);
}

const timesAreTheGateways: Invariant = {
  name: "times are the gateway's",
  always: (observed) =>
    firstProblem(observed.of(intents).values(), (intent) => {
      const { tenant, intentKey, approvedAt, canceledAmount, canceledAt } = intent;
      if (approvedAt === null) return undefined;
      const { gateway } = observed.providers;
      const approvals = approvedMethods(intent).map(({ approvalKey }) => gateway.record(tenant, approvalKey));
      const last = Math.max(...approvals.map((approval) => approval?.arrivedAt ?? Infinity));
      if (last !== approvedAt) return `payment ${intentKey} is approved at ${approvedAt}; the gateway has ${last}`;
      if (canceledAmount === 0) {
        return canceledAt === null
          ? undefined
          : `payment ${intentKey} has canceledAt ${canceledAt}, and no canceled amount`;
      }
      const booked = paymentAttempts(observed).filter((each) => {
        const isOurs = each.tenant === tenant && each.intentKey === intentKey;
        return isOurs && each.kind === "cancellation" && each.canceledAt !== null;
      });
      const made = approvals.flatMap((approval) => approval?.cancellations ?? []);
      const times = booked.map((attempt) => {
        const isIt = (each: { readonly key: string; readonly canceledAt: number }) =>
          isEnteredByOperator(attempt)
            ? isByStaff(each.key) && each.canceledAt === attempt.canceledAt
            : each.key === attempt.key;
        return made.find(isIt)?.canceledAt ?? Infinity;
      });
      return Math.max(...times) === canceledAt
        ? undefined
        : `payment ${intentKey} was canceled last at ${canceledAt}; the gateway has ${Math.max(...times)}`;
    }),
};

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

export const part: Part = {
  invariants: [
    approvedInTime,
    oneLivePayment,
    oneAttempt,
    overWhenKnown,
    noPaymentLost,
    everyPartCanceled,
    statusSaysAmounts,
    timesAreTheGateways,
    answersFollowBooks,
    nothingMissing,
  ],
};
