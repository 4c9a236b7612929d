import { attempts, isConcluded, paymentAttempt, type PaymentAttempt, paymentAttempts } from "../attempt/records.ts";
import { sessions } from "../checkout/records.ts";
import { acknowledgments, firstProblem, type Invariant } from "../observation/invariant.ts";
import type { Part } from "../part.ts";
import { intents, orders } from "./records.ts";

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
      const links = own.filter(
        ({ sessionId }) => observed.of(sessions).get(tenant, sessionId ?? "")?.status === "OPEN",
      );
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

export const part: Part = {
  invariants: [approvedInTime, oneLivePayment, oneAttempt, overWhenKnown, noPaymentLost, everyPartCanceled],
};
