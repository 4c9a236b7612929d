import type { TenantId } from "@wonflow/core";
import {
  approvalRecord,
  attemptRecord,
  attemptStates,
  cancellationRecord,
  cardReleaseRecord,
  issueRecord,
  releaseRecord,
  reversalRecord,
  windowRecord,
} from "@wonflow/core/internal";
import { z } from "zod";
import type { Invariant } from "../observation/invariant.ts";
import { type Committed, observeRecords, type StateMachine } from "../observation/observed-records.ts";
import type { Observed } from "../observation/observed.ts";
import type { Part } from "../part.ts";

/** What an attempt is for, by its key: `approval-<intentKey>`, `cancellation-<intentKey>-1`, `token-<billkey>`, `release-card-<intentKey>-1`. */
export function subjectOfAttempt(key: string): string | undefined {
  // An intentKey has 21 characters, and may contain `-`.
  const payment = /^(?:approval|reversal|cancellation|release-card|window)-(.{21})(?:-.+)?$/.exec(key);
  return (payment ?? /^(?:token|release)-(.+)$/.exec(key))?.[1];
}

const ofPayment = z.union([approvalRecord.schema, cancellationRecord.schema, reversalRecord.schema]);

const attemptOfAnyKind = {
  name: attemptRecord.name,
  schema: z.union([
    ...ofPayment.options,
    issueRecord.schema,
    releaseRecord.schema,
    cardReleaseRecord.schema,
    windowRecord.schema,
  ]),
};

export type PaymentAttempt = Committed<z.output<typeof ofPayment>>;

/** Of attempts at the gateway and at the payout bank. */
export const attemptMachine: StateMachine<Pick<AnyAttempt, "status" | "lookUps">> & { readonly initial: string } = {
  states: attemptStates,
  initial: "OPEN",
  statusOf: ({ status }) => status,
  repeated: (before, after) => before.lookUps !== after.lookUps,
};

export const attempts = observeRecords(attemptOfAnyKind, {
  subject: subjectOfAttempt,
  machine: {
    ...attemptMachine,
    initial: (attempt) => (isEnteredByOperator(attempt) ? "DONE" : attemptMachine.initial),
  },
  unfinished(attempt, { now }) {
    const { key, status, lookUpAt, sendings, deadline } = attempt;
    const isUnderWay = sendings > 0 && now < deadline;
    const until = isUnderWay ? 0 : (lookUpAt ?? 0);
    if (!isConcluded(attempt)) return { what: `attempt ${key} is still ${status}`, until };
    return lookUpAt === null ? undefined : { what: `attempt ${key} waits for its final look-up`, until: lookUpAt };
  },
});

export type AnyAttempt = Committed<z.output<typeof attemptOfAnyKind.schema>>;

function isOfPayment(attempt: AnyAttempt): attempt is PaymentAttempt {
  return attempt.kind !== "token-issue" && attempt.kind !== "authentication" && !isRelease(attempt);
}

export function isRelease(
  attempt: AnyAttempt,
): attempt is Extract<AnyAttempt, { kind: "token-release" | "card-release" }> {
  return attempt.kind === "token-release" || attempt.kind === "card-release";
}

/** A cancellation that was never sent: an operator entered a refund that was made at the gateway. */
export function isEnteredByOperator(
  attempt: z.output<typeof attemptOfAnyKind.schema>,
): attempt is z.output<typeof cancellationRecord.schema> {
  return attempt.kind === "cancellation" && attempt.status === "DONE" && attempt.sendings === 0;
}

export function paymentAttempts(observed: Observed): readonly PaymentAttempt[] {
  return [...observed.of(attempts).values()].filter(isOfPayment);
}

/** A cancellation in place of a reversal that came too late belongs to the reversal's attempt. */
export function attemptOfCall(observed: Observed, tenant: TenantId, key: string): AnyAttempt | undefined {
  const found = observed.of(attempts).get(tenant, key);
  if (found !== undefined) return found;
  if (!isInPlaceOfReversal(key)) return undefined;
  const reversal = observed.of(attempts).get(tenant, key.slice(0, -inPlace.length));
  return reversal?.kind === "reversal" && reversal.cancellationKey === key ? reversal : undefined;
}

const inPlace = "-cancellation";

export function isInPlaceOfReversal(key: string): boolean {
  return /^reversal-.{21}(-.+)?-cancellation$/.test(key);
}

/** The net-cancel of an approval that its gateway made after it had reported “not found” or a refusal. */
export function isReversalAgain(key: string): boolean {
  return /^reversal-.{21}(-.+)?-again$/.test(key);
}

export function paymentAttempt(observed: Observed, tenant: TenantId, key: string): PaymentAttempt | undefined {
  const attempt = attemptOfCall(observed, tenant, key);
  return attempt !== undefined && isOfPayment(attempt) ? attempt : undefined;
}

export function isConcluded({ status }: Pick<AnyAttempt, "status">): boolean {
  return status === "DONE" || status === "REFUSED";
}

const calledInTime: Invariant = {
  name: "called in time",
  ofEvent(event, { now }) {
    if ((event.kind !== "called" && event.kind !== "bank-called") || now < event.call.deadline) return undefined;
    const { operation, key = "", deadline } = event.call;
    return `${operation} ${key} was called at ${now}, after its deadline ${deadline}`;
  },
};

export const part: Part = { records: [attempts], invariants: [calledInTime] };
