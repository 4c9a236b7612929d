import type { TenantId } from "@wonflow/core";
import { attemptOfCall, type AnyAttempt, attempts, isRelease, subjectOfAttempt } from "../attempt/records.ts";
import type { CardCall } from "../observation/event.ts";
import { type Invariant, type Projection, firstProblem } from "../observation/invariant.ts";
import { nameOf } from "../observation/observed-records.ts";
import { type Observed, countOnce } from "../observation/observed.ts";
import type { Part } from "../part.ts";
import { cardKeyOf } from "../billing/records.ts";
import { merchants } from "../merchant/invariants.ts";
import { approvedMethods, intents } from "../payment/records.ts";
import type { GatewayName } from "../ports/gateway.ts";

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
  if (operation === "cancel" || operation === "approve") return providers.gateway.promisesTo(tenant).idempotent;
  return operation === "lookUp" || operation === "reverse" || operation === "releaseToken";
}

/** A process may be late with the call, so what counts is when it committed the call's deadline. */
const approvedInTime: Invariant = {
  name: "an approval is sent while its payment may be confirmed",
  ofEvent(event, observed) {
    if (event.kind !== "called" || event.call.operation !== "approve") return undefined;
    const { tenant, key, deadline } = event.call;
    const isAgain = observed.of(sentCalls).get(nameOf(event.call)) !== undefined;
    const { confirmBy } = observed.of(intents).get(tenant, subjectOfAttempt(key) ?? "") ?? {};
    const claimedAt = deadline - observed.settings.requestDeadlineMs;
    return isAgain && claimedAt >= (confirmBy ?? Infinity)
      ? `approve ${key} is sent again at ${observed.now}; its payment could be confirmed until ${confirmBy}`
      : undefined;
  },
};

const dayMs = 24 * 60 * 60 * 1000;

const refusalRechecked: Invariant = {
  name: "a refusal is looked up again a day later",
  ofMove({ machine, tenant, id, to, at }, observed) {
    const attempt = machine === attempts.kind && to === "REFUSED" ? observed.of(attempts).get(tenant, id) : undefined;
    if (attempt?.kind !== "approval" && attempt?.kind !== "cancellation") return undefined;
    // The reversal of an approval is looked up in its place.
    const isReversed = attempt.kind === "approval" && attempt.reversal !== null;
    const isRefused = observed.of(sentCalls).get(nameOf({ tenant, key: id }))?.isRefused === true;
    if (!isRefused || isReversed || attempt.evidence !== undefined) return undefined;
    return attempt.lookUpAt === at + dayMs
      ? undefined
      : `${id} is REFUSED at ${at}, and looked up at ${attempt.lookUpAt}`;
  },
};

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

/** By key: the gateway that was called first. */
const gateways: Projection<Map<string, GatewayName>> = {
  start: () => new Map(),
  onEvent(all, event) {
    if (event.kind !== "called") return;
    const { gateway } = event.call;
    const name = nameOf(event.call);
    if (!all.has(name)) all.set(name, gateway);
  },
};

function gatewayOf(observed: Observed, tenant: TenantId, key: string): GatewayName | undefined {
  return observed.of(gateways).get(nameOf({ tenant, key }));
}

const oneGateway: Invariant = {
  name: "a key goes to one gateway",
  ofEvent(event, observed) {
    if (event.kind !== "called") return undefined;
    const { operation, tenant, key, gateway } = event.call;
    const before = gatewayOf(observed, tenant, key);
    return before === undefined || before === gateway
      ? undefined
      : `${operation} ${key} goes to the gateway ${gateway}; ${before} was called about it before`;
  },
};

const staysWithCard: Invariant = {
  name: "a payment stays at the gateway of its card",
  ofEvent(event, observed) {
    if (event.kind !== "called") return undefined;
    const { call } = event;
    return firstProblem(madeBefore(call, observed), (key) => {
      const at = gatewayOf(observed, call.tenant, key);
      return at === undefined || at === call.gateway
        ? undefined
        : `${call.operation} ${call.key} goes to the gateway ${call.gateway}; ${key} went to ${at}`;
    });
  },
};

/** The keys of the calls that this one relies on: its card's check or issue, its approval. */
function madeBefore({ tenant, key, approval, card }: CardCall, observed: Observed): readonly string[] {
  const approvalKey = approval?.key ?? key;
  return [approval?.key, card?.key, cardOf(observed, tenant, approvalKey)].filter((each) => each != null);
}

function cardOf(observed: Observed, tenant: TenantId, approvalKey: string): string | null {
  const method = methodOf(observed, tenant, approvalKey);
  return method === undefined ? null : cardKeyOf(method);
}

function methodOf(observed: Observed, tenant: TenantId, approvalKey: string) {
  if (observed.of(attempts).get(tenant, approvalKey)?.kind !== "approval") return undefined;
  const intent = observed.of(intents).get(tenant, subjectOfAttempt(approvalKey) ?? "");
  return intent && approvedMethods(intent).find((each) => each.approvalKey === approvalKey);
}

/** At most a third of what a thousand seeds reach; less if few seeds reach most of it. */
const leastPerThousand: Readonly<Record<string, number>> = {
  "moved: card approved": 4,
  "moved: billing key charged": 4,
  "moved: canceled": 9,
  "moved: undone": 4,
  "moved: looked up": 20,
  "moved: card released": 50,
};

/** Calls to another gateway than that of their merchant's new cards. */
const coverage: Projection<Set<string>> = {
  start: () => new Set(),
  onEvent(counted, event, observed) {
    if (event.kind !== "called") return;
    const { tenant, key, gateway } = event.call;
    const now = observed.of(merchants).get(tenant, "self")?.gateway ?? "default";
    const what = gateway === now ? undefined : whatStays(event.call, observed);
    if (what !== undefined) countOnce(counted, { name: nameOf({ tenant, key }), what: `moved: ${what}` }, observed);
  },
};

function whatStays({ operation, tenant, key }: CardCall, observed: Observed): string | undefined {
  if (operation !== "approve") return stays[operation];
  return methodOf(observed, tenant, key)?.billkey === null ? "card approved" : "billing key charged";
}

const stays: Readonly<Partial<Record<CardCall["operation"], string>>> = {
  cancel: "canceled",
  reverse: "undone",
  lookUp: "looked up",
  releaseToken: "card released",
};

export const part: Part = {
  projections: [sentCalls, gateways, coverage],
  invariants: [
    sentAgainOnceSettled,
    sentOnce,
    approvedInTime,
    refusalRechecked,
    deadlineCommitted,
    finalOnceSettled,
    oneGateway,
    staysWithCard,
  ],
  leastPerThousand,
};
