import type { TenantId } from "@wonflow/core";
import { attemptOfCall, type AnyAttempt, attempts, isRelease } from "../attempt/records.ts";
import type { CardCall } from "../observation/event.ts";
import type { Invariant, Projection } from "../observation/invariant.ts";
import { nameOf } from "../observation/observed-records.ts";
import type { Observed } from "../observation/observed.ts";
import type { Part } from "../part.ts";

interface Sent {
  /** Of the last one, milliseconds since 1970. */
  readonly deadline: number;
  /** Whether the gateway has said that the call has no effect. */
  readonly isRefused: boolean;
}

const neverSent: Sent = { deadline: -Infinity, isRefused: false };

/** By the key of each call that changes something at a gateway, as processes send it. */
const sentCalls: Projection<Map<string, Sent>> = {
  start: () => new Map(),
  onEvent(sent, event) {
    if (event.kind !== "called" && event.kind !== "answered") return;
    const { call } = event;
    const name = nameOf(call);
    const before = sent.get(name) ?? neverSent;
    if (event.kind === "called" && call.operation !== "lookUp") sent.set(name, { ...before, deadline: call.deadline });
    if (event.kind === "answered" && event.answer.outcome === "refused") sent.set(name, { ...before, isRefused: true });
  },
};

/** When a call under this key can no longer take effect, as its gateway promises; milliseconds since 1970. */
export function settlesAt(observed: Observed, tenant: TenantId, key: string): number {
  const { deadline } = observed.of(sentCalls).get(nameOf({ tenant, key })) ?? neverSent;
  return deadline + observed.providers.gateway.promisesTo(tenant).settlesWithinMs;
}

export function wasSent(observed: Observed, tenant: TenantId, key: string): boolean {
  const { deadline } = observed.of(sentCalls).get(nameOf({ tenant, key })) ?? neverSent;
  return deadline !== neverSent.deadline;
}

const sentAgainOnceSettled: Invariant = {
  name: "nothing is sent again before it has settled",
  ofEvent(event, observed) {
    if (event.kind !== "called" || event.call.operation === "lookUp") return undefined;
    const { operation, tenant, key } = event.call;
    const by = settlesAt(observed, tenant, key);
    return observed.now < by
      ? `${operation} ${key} is sent at ${observed.now}, and one before settles at ${by}`
      : undefined;
  },
};

const sentOnce: Invariant = {
  name: "only what may be repeated is sent again",
  ofEvent(event, observed) {
    if (event.kind !== "called" || mayRepeat(event.call, observed)) return undefined;
    const { operation, key } = event.call;
    const isAgain = observed.of(sentCalls).get(nameOf(event.call)) !== undefined;
    return isAgain ? `${operation} ${key} is sent a second time` : undefined;
  },
};

function mayRepeat({ operation, tenant }: CardCall, { providers }: Observed): boolean {
  if (operation === "cancel") return providers.gateway.promisesTo(tenant).idempotent;
  return operation === "lookUp" || operation === "reverse" || operation === "releaseToken";
}

const deadlineCommitted: Invariant = {
  name: "a call's deadline is committed before it is sent",
  ofEvent(event, observed) {
    if (event.kind !== "called" || event.call.operation === "lookUp") return undefined;
    const { operation, key, deadline } = event.call;
    const committed = committedDeadline(event.call, observed);
    return committed === deadline
      ? undefined
      : `${operation} ${key} is sent until ${deadline}; committed is ${committed}`;
  },
};

function committedDeadline({ operation, tenant, key, deadline }: CardCall, observed: Observed): number | undefined {
  if (operation !== "authenticate") return attemptOfCall(observed, tenant, key)?.deadline;
  // A gateway that stores no card has none to release later.
  if (!observed.providers.gateway.promisesTo(tenant).storesCheckedCards) return deadline;
  const release = observed.of(attempts).get(tenant, `release-${key}`);
  return release?.kind === "card-release" ? release.tokenDeadline : undefined;
}

const finalOnceSettled: Invariant = {
  name: "not found is final only after the call has settled",
  ofMove({ machine, tenant, id, to, at }, observed) {
    const attempt = machine === attempts.kind ? observed.of(attempts).get(tenant, id) : undefined;
    const asked = attempt === undefined || attempt.evidence !== undefined ? undefined : askedIn(attempt, to);
    if (asked === undefined || hasArrived(observed, tenant, asked)) return undefined;
    if (observed.of(sentCalls).get(nameOf({ tenant, key: asked }))?.isRefused === true) return undefined;
    const by = settlesAt(observed, tenant, asked);
    return at < by ? `${id} is ${to} at ${at}, and ${asked} may still take effect until ${by}` : undefined;
  },
};

/** The key of the call that can no longer take effect, by the outcome of this attempt. */
function askedIn(attempt: AnyAttempt, to: string): string | undefined {
  if (isRelease(attempt)) return to === "DONE" ? attempt.tokenKey : undefined;
  if (attempt.kind === "reversal") return to === "DONE" ? attempt.approvalKey : undefined;
  const isPayment = attempt.kind === "approval" || attempt.kind === "cancellation";
  return isPayment && to === "REFUSED" ? attempt.key : undefined;
}

function hasArrived({ providers }: Observed, tenant: TenantId, key: string): boolean {
  const isIt = (record: { readonly tenant: string; readonly key: string }) =>
    record.tenant === tenant && record.key === key;
  if (providers.cardTokens.records().some(isIt)) return true;
  return providers.gateway
    .records()
    .some((record) => isIt(record) || record.cancellations.some((each) => isIt({ tenant: record.tenant, ...each })));
}

export const part: Part = {
  projections: [sentCalls],
  invariants: [sentAgainOnceSettled, sentOnce, deadlineCommitted, finalOnceSettled],
};
