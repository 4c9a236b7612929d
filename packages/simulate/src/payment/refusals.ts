import { approvalRefusals, type TenantId } from "@wonflow/core";
import { attempts, type PaymentAttempt, paymentAttempts } from "../attempt/records.ts";
import { keyOfMark, codeOf } from "../client/client.ts";
import { type Arrival, firstProblem, type Invariant, type Projection } from "../observation/invariant.ts";
import type { Observed } from "../observation/observed.ts";
import type { Part } from "../part.ts";
import { arrivedAt, attemptTimes, commitsSoFar, isRepeat, intents } from "./records.ts";

/** After one of these a confirm of the payment never succeeds. */
const finalRefusals: readonly string[] = [
  ...approvalRefusals,
  "EXPIRED_PAYMENT_SESSION",
  "INVALIDATED_PAYMENT_SESSION",
  "NOT_AVAILABLE_PAYMENT",
];

interface Refusals {
  readonly payments: Map<string, { readonly tenant: TenantId; readonly intentKey: string; readonly code: string }>;
  readonly arrived: Map<string, Arrival[]>;
  readonly answered: WeakMap<Arrival, number>;
}

const refusals: Projection<Refusals> = {
  start: () => ({ payments: new Map(), arrived: new Map(), answered: new WeakMap() }),
  onArrival({ arrived }, arrival) {
    const name = keyNameOf(arrival);
    if (name !== undefined) arrived.set(name, [...(arrived.get(name) ?? []), arrival]);
  },
  onAnswer({ payments, answered }, { arrival, answer }, observed) {
    answered.set(arrival, commitsSoFar(observed));
    const code = codeOf(answer) ?? "";
    const { tenant, request } = arrival;
    const { intentKey }: { readonly intentKey?: unknown } = { ...request.body };
    if (request.path !== "/px/intents/confirm" || !finalRefusals.includes(code)) return;
    if (typeof intentKey === "string") payments.set(`${tenant} ${intentKey}`, { tenant, intentKey, code });
  },
};

function keyNameOf({ tenant, request: { idempotencyKey } }: Arrival): string | undefined {
  return idempotencyKey === undefined ? undefined : `${tenant} ${idempotencyKey}`;
}

const refusalIsFinal: Invariant = {
  name: "a refusal is final",
  always: (observed) =>
    firstProblem(observed.of(refusals).payments.values(), ({ tenant, intentKey, code }) => {
      const { approvalKey, approvedAt, status } = observed.of(intents).get(tenant, intentKey) ?? {};
      if (approvedAt != null && status !== "CANCELED") {
        return `the confirm of payment ${intentKey} was refused with ${code}, and it is ${status}`;
      }
      const record = approvalKey == null ? undefined : observed.providers.gateway.record(tenant, approvalKey);
      const held = record?.state === "APPROVED" ? record.amount - record.canceledAmount : 0;
      // An approval beyond the promise is found and undone later.
      const isBeyond = observed.providers.gateway.tookEffectBeyond(tenant, approvalKey ?? "");
      return held === 0 || isBeyond
        ? undefined
        : `the confirm of payment ${intentKey} was refused with ${code}, and the gateway holds ${held} won of it`;
    }),
};

const refusedCancelHasNoEffect: Invariant = {
  name: "a refused cancellation has no effect",
  ofAnswer({ arrival, answer }, observed) {
    const { tenant, request } = arrival;
    const { path, idempotencyKey } = request;
    if (!path.endsWith("/cancel") || idempotencyKey === undefined) return undefined;
    if (answer.status < 400 || answer.status >= 500 || isShared(observed, arrival)) return undefined;
    // This code means that an earlier request is in progress.
    if (codeOf(answer) === "IDEMPOTENT_REQUEST_PROCESSING") return undefined;
    const { commits } = arrivedAt(observed, arrival);
    const open = paymentAttempts(observed).find(
      (each) =>
        each.tenant === tenant &&
        each.kind === "cancellation" &&
        each.status !== "REFUSED" &&
        keyOfMark(each.reason ?? "") === idempotencyKey &&
        (attemptTimes(observed, tenant, each.key)?.opened ?? 0) > commits,
    );
    if (open === undefined) return undefined;
    return `${request.name} under ${idempotencyKey} was refused with ${codeOf(answer)}, and ${open.key} is ${open.status}`;
  },
};

/** Another request under the same key may have opened it. */
function isShared(observed: Observed, arrival: Arrival): boolean {
  const { arrived, answered } = observed.of(refusals);
  const all = arrived.get(keyNameOf(arrival) ?? "") ?? [];
  const { commits } = arrivedAt(observed, arrival);
  return all.some((other) => other !== arrival && (answered.get(other) ?? Infinity) >= commits);
}

const cancelRefusedByGateway: Invariant = {
  name: "refusals of cancellations are true",
  ofAnswer({ arrival, answer }, observed) {
    const { tenant, request } = arrival;
    const code = codeOf(answer);
    if (!request.path.endsWith("/cancel") || (code !== "REFUND_REJECTED" && code !== "PROVIDER_ERROR"))
      return undefined;
    const since = isRepeat(observed, arrival) ? 0 : arrivedAt(observed, arrival).commits;
    const isTrue = paymentAttempts(observed).some((each) => {
      if (each.tenant !== tenant || each.kind !== "cancellation" || each.refusal !== code) return false;
      const statuses = each.group.map((key) => observed.of(attempts).get(tenant, key)?.status);
      const orderId = observed.of(intents).get(tenant, each.intentKey)?.orderId;
      const isNamed = request.path.split("/").includes(each.intentKey) || namesOrder(request, orderId);
      const concluded = attemptTimes(observed, tenant, each.key)?.concluded ?? 0;
      return isNamed && concluded > since && statuses.every((status) => status === "REFUSED");
    });
    return isTrue ? undefined : `${request.name} was answered ${code}, and not all of it was refused`;
  },
};

const refusedHasNoEffect: Invariant = {
  name: "refused means without effect",
  always: (observed) =>
    firstProblem(observed.providers.gateway.records(), ({ tenant, key, state, amount, canceledAmount, ...record }) => {
      // One that took effect later than its gateway had promised is found a day later.
      const isRefused = (each: string) =>
        observed.of(attempts).get(tenant, each)?.status === "REFUSED" &&
        !observed.providers.gateway.tookEffectBeyond(tenant, each);
      if (state === "APPROVED" && amount > canceledAmount && isRefused(key))
        return `${key} is REFUSED, and has an effect`;
      const given = record.cancellations.find((each) => isRefused(each.key));
      return given === undefined ? undefined : `${given.key} is REFUSED, and ${given.amount} won were refunded`;
    }),
};

const unknownWhileUnknown: Invariant = {
  name: "unknown is answered only while it is unknown",
  ofAnswer({ arrival, answer }, observed) {
    const code = codeOf(answer) ?? "";
    const kinds = unknownCodes[code];
    if (kinds === undefined) return undefined;
    const { tenant, request } = arrival;
    const { commits } = arrivedAt(observed, arrival);
    const named = `${request.path} ${JSON.stringify(request.body)}`;
    const unknown = paymentAttempts(observed).some((each) => {
      const orderId = observed.of(intents).get(tenant, each.intentKey)?.orderId;
      const isNamed = named.includes(each.intentKey) || namesOrder(request, orderId);
      const concluded = attemptTimes(observed, tenant, each.key)?.concluded ?? 0;
      if (each.tenant !== tenant || !kinds.includes(each.kind) || !isNamed) return false;
      return concluded > commits || isInPart(each, observed);
    });
    return unknown ? undefined : `${request.name} was answered ${code}, and the outcome was known before it arrived`;
  },
};

/** An order id may be a prefix of another order id. */
function namesOrder({ path, body }: Arrival["request"], orderId: string | undefined): boolean {
  if (orderId === undefined) return false;
  return path.split("/").includes(orderId) || { orderId: undefined, ...body }.orderId === orderId;
}

/** A cancellation that some methods refunded and others refused is neither a refusal nor a success. */
function isInPart(attempt: PaymentAttempt, observed: Observed): boolean {
  if (attempt.kind !== "cancellation") return false;
  const statuses = attempt.group.map((key) => observed.of(attempts).get(attempt.tenant, key)?.status);
  return statuses.includes("REFUSED") && statuses.includes("DONE");
}

const unknownCodes: Readonly<Record<string, readonly PaymentAttempt["kind"][]>> = {
  UNKNOWN_PAYMENT_ERROR: ["approval"],
  FAILED_BILLING_AUTO_CANCEL: ["approval", "reversal"],
  FAILED_REFUND_PROCESS: ["cancellation"],
  FAILED_PARTIAL_REFUND: ["cancellation"],
};

export const part: Part = {
  projections: [refusals],
  invariants: [
    refusalIsFinal,
    refusedCancelHasNoEffect,
    refusedHasNoEffect,
    cancelRefusedByGateway,
    unknownWhileUnknown,
  ],
};
