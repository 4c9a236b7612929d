import { z } from "zod";

import { storedEvidenceSchema } from "./evidence.ts";
import { errorCodes, type ErrorCode } from "../errors.ts";
import { placeByTime, recordKind, type IndexedKind } from "../commit/record.ts";
import type { StateTable } from "../commit/state-table.ts";

export const attemptStatuses = ["OPEN", "UNKNOWN", "DONE", "REFUSED"] as const;

export type AttemptStatus = (typeof attemptStatuses)[number];
export type AttemptEvent = "done" | "refused" | "unknown";

/** The one machine of every call that may move money. Unknown is never turned into failure by time alone. */
export const attemptStates: StateTable<AttemptStatus, AttemptEvent> = {
  OPEN: { done: "DONE", refused: "REFUSED", unknown: "UNKNOWN" },
  UNKNOWN: { done: "DONE", refused: "REFUSED", unknown: "UNKNOWN" },
  DONE: {},
  REFUSED: {},
};

const attemptFields = {
  /** Derived from what it is for: the provider does at most one thing under it. */
  key: z.string(),
  kind: z.string(),
  status: z.enum(attemptStatuses),
  openedAt: z.number(),
  /** Until then the outcome belongs to the request that opened it; afterwards to whoever looks it up. */
  deadline: z.number(),
  /** When it is looked up next; null when there is nothing to look up. */
  lookUpAt: z.number().nullable(),
  lookUps: z.number(),
  /** True when people should look at it. */
  flagged: z.boolean(),
  /** What people found out about it. */
  evidence: storedEvidenceSchema.exactOptional(),
};

const attemptSchema = z.looseObject(attemptFields);

/**
 * A call to a provider as it was intended, and what came of it, as far as every kind has it. It is
 * committed before the call is made, so that whoever survives can look up what happened.
 */
export type Attempt = z.output<typeof attemptSchema>;

/** An attempt at a card network, of any kind, read without what only its own kind knows. */
export const attemptRecord = recordKind("attempt", attemptSchema, indexOfAttempt);

/** The same at a payout bank: due by itself, so that no look-up at a card network waits for a slow bank. */
export const bankAttemptRecord = recordKind("bankAttempt", attemptSchema, indexOfAttempt);

/** The records of one kind of attempt, with what that kind keeps besides: what it is about, and its answer. */
export function attemptKindRecord<Name extends string, Fields extends z.ZodRawShape>(
  name: Name,
  fields: Fields,
  { name: recordName }: Pick<IndexedKind<Attempt>, "name"> = attemptRecord,
) {
  const schema = z.looseObject({ ...attemptFields, kind: z.literal(name), ...fields });
  return recordKind(recordName, schema, (body) => indexOfAttempt(attemptSchema.parse(body)));
}

/** What the request that opened an attempt is answered, again and again, once it is known; null before. */
export function answerSchema<Value extends z.ZodType, Code extends ErrorCode>(value: Value, codes: readonly Code[]) {
  const problem = z.object({ field: z.string(), code: z.enum(errorCodes), problem: z.string() });
  return z
    .discriminatedUnion("ok", [
      z.object({ ok: z.literal(true), value }),
      z.object({
        ok: z.literal(false),
        error: z.object({ code: z.enum(codes), details: z.array(problem).readonly().exactOptional() }),
      }),
    ])
    .nullable();
}

/**
 * The key of an attempt: what it is, for which payment, and, where a payment has several methods,
 * for which of them, from 1. The first has no number, as it had before there could be more.
 */
export function methodKey(what: "approval" | "reversal", intentKey: string, method: number): string {
  return method === 1 ? `${what}.${intentKey}` : `${what}.${intentKey}.${method}`;
}

/** The list of attempts that people should look at, by the time at which they were opened. */
export const flaggedList = "flaggedAttempts";

/** An attempt is due when it is looked up next. */
function indexOfAttempt({ key, lookUpAt, status, flagged, openedAt }: Attempt) {
  const waits = flagged && !isConcluded({ status });
  return { id: key, dueAt: lookUpAt, place: waits ? placeByTime(flaggedList, openedAt, key) : null };
}

/** Whether the outcome is known. */
export function isConcluded({ status }: Pick<Attempt, "status">): boolean {
  return status === "DONE" || status === "REFUSED";
}

/** The moment at which a call is decided on, and until when it may take. Milliseconds since 1970. */
export interface CallTime {
  readonly now: number;
  readonly deadline: number;
}

/** A new attempt; unless its request concludes it before, it is looked up when the request's time is over. */
export function openAttempt<Kind extends string>(
  what: { readonly key: string; readonly kind: Kind },
  { now, deadline }: CallTime,
) {
  const open = { status: "OPEN", openedAt: now, deadline, lookUpAt: deadline, lookUps: 0, flagged: false } as const;
  return { ...what, ...open };
}

const second = 1000;
const steps = 60;

/**
 * The attempt after a call or look-up that told nothing: looked up again after 1, 2, 4, … 60 seconds, or, where
 * `paceMs` says so, minutes.
 */
export function stillUnknown<Body extends Attempt>(
  attempt: Body,
  at: {
    readonly now: number;
    readonly flagAfterMs: number;
    readonly needsPeople?: boolean;
    readonly paceMs?: number;
  },
): Body {
  const wait = Math.min(2 ** Math.min(attempt.lookUps, 10), steps) * (at.paceMs ?? second);
  return {
    ...attempt,
    status: "UNKNOWN",
    lookUpAt: at.now + wait,
    lookUps: attempt.lookUps + 1,
    flagged: attempt.flagged || at.needsPeople === true || at.now - attempt.openedAt >= at.flagAfterMs,
  };
}

/** The attempt with its outcome known. */
export function concluded<Body extends Attempt>(attempt: Body, status: "DONE" | "REFUSED"): Body {
  return { ...attempt, status, lookUpAt: null };
}
