import type { RecordRef } from "../commit.ts";
import type { PaymentIntent } from "../payment/view.ts";
import type { Result } from "../result.ts";
import type { StateTable } from "../state-table.ts";
import type { Write } from "../store.ts";

export type AttemptStatus = "OPEN" | "UNKNOWN" | "DONE" | "REFUSED";
export type AttemptEvent = "done" | "refused" | "unknown";

/** The one machine of every call that may move money. Unknown is never turned into failure by time alone. */
export const attemptStates: StateTable<AttemptStatus, AttemptEvent> = {
  OPEN: { done: "DONE", refused: "REFUSED", unknown: "UNKNOWN" },
  UNKNOWN: { done: "DONE", refused: "REFUSED", unknown: "UNKNOWN" },
  DONE: {},
  REFUSED: {},
};

/** What an attempt is for: to approve, to give back, or to make sure that an approval does not stand. */
export type AttemptKind = "approval" | "cancellation" | "reversal";

/**
 * A call to a provider as it was intended, and what came of it. It is committed before the call
 * is made, so that whoever survives can look up what happened.
 */
export interface Attempt {
  /** Derived from what it is for: the provider does at most one thing under it. */
  readonly key: string;
  readonly kind: AttemptKind;
  readonly status: AttemptStatus;
  readonly intentKey: string;
  /** The approval that is made, given back or undone. */
  readonly approvalKey: string;
  /** Won. */
  readonly amount: number;
  readonly openedAt: number;
  /** Until then the outcome belongs to the request that opened it; afterwards to whoever looks it up. */
  readonly deadline: number;
  /** When it is looked up next; null when there is nothing to look up. */
  readonly lookUpAt: number | null;
  readonly lookUps: number;
  /** True when people should look at it. */
  readonly flagged: boolean;
  /** The reversal that decides this approval's outcome in its place. */
  readonly reversal: string | null;
  /** The merchant's reason for a cancellation. */
  readonly reason: string | null;
  /** What the request that opened it is answered, again and again, once the outcome is known. */
  readonly answer: Result<PaymentIntent> | null;
}

export function attemptRef(key: string): RecordRef<Attempt> {
  return { kind: "attempt", id: key };
}

export function attemptWrite(attempt: Attempt): Write {
  return { key: attemptRef(attempt.key), body: { ...attempt }, dueAt: attempt.lookUpAt };
}

/** Whether the outcome is known. */
export function isSettled(attempt: Attempt): boolean {
  return attempt.status === "DONE" || attempt.status === "REFUSED";
}

/** A new attempt; unless its request settles it before, it is looked up when the request's time is over. */
export function openAttempt(
  what: Pick<Attempt, "key" | "kind" | "intentKey" | "approvalKey" | "amount"> & { readonly reason?: string },
  time: { readonly now: number; readonly deadline: number },
): Attempt {
  return {
    key: what.key,
    kind: what.kind,
    status: "OPEN",
    intentKey: what.intentKey,
    approvalKey: what.approvalKey,
    amount: what.amount,
    openedAt: time.now,
    deadline: time.deadline,
    lookUpAt: time.deadline,
    lookUps: 0,
    flagged: false,
    reversal: null,
    reason: what.reason ?? null,
    answer: null,
  };
}

const firstLookUpMs = 1000;
const lastLookUpMs = 60_000;

/** The attempt after a call or look-up that told nothing: looked up again after 1, 2, 4, … 60 seconds. */
export function stillUnknown(attempt: Attempt, at: { readonly now: number; readonly flagAfterMs: number }): Attempt {
  const wait = Math.min(firstLookUpMs * 2 ** Math.min(attempt.lookUps, 10), lastLookUpMs);
  return {
    ...attempt,
    status: "UNKNOWN",
    lookUpAt: at.now + wait,
    lookUps: attempt.lookUps + 1,
    flagged: attempt.flagged || at.now - attempt.openedAt >= at.flagAfterMs,
  };
}

/** The attempt with its outcome known, and the answer to the request that opened it. */
export function settled(attempt: Attempt, status: "DONE" | "REFUSED", answer: Result<PaymentIntent>): Attempt {
  return { ...attempt, status, lookUpAt: null, answer };
}
