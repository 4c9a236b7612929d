import { z } from "zod";

import type { Context } from "../../context.ts";
import { storedEvidenceSchema } from "./evidence.ts";
import { errorCodes, type ErrorCode } from "../../error-messages.ts";
import type { Result } from "../../result.ts";
import { placeByTime, recordKind, type IndexedKind } from "../commit/record.ts";
import type { StateTable } from "../commit/state-table.ts";
import type { Tally } from "../posting/tally.ts";

export const attemptStatuses = ["OPEN", "UNKNOWN", "DONE", "REFUSED"] as const;

export type AttemptStatus = (typeof attemptStatuses)[number];
export type AttemptEvent = "done" | "refused" | "unknown";

/** The state machine of every call that may move money. Time alone never turns an unknown outcome into a failure. */
export const attemptStates: StateTable<AttemptStatus, AttemptEvent> = {
  OPEN: { done: "DONE", refused: "REFUSED", unknown: "UNKNOWN" },
  UNKNOWN: { done: "DONE", refused: "REFUSED", unknown: "UNKNOWN" },
  DONE: {},
  REFUSED: {},
};

const attemptFields = {
  /** Derived from the call's purpose: the provider does at most one thing under it. */
  key: z.string(),
  kind: z.string(),
  status: z.enum(attemptStatuses),
  openedAt: z.number(),
  /**
   * After this time no one waits for, or sends, the call. Before it, the sender owns the outcome; after it, the look-up
   * job does.
   */
  deadline: z.number(),
  /** How often the call was sent, or was about to be: each time its deadline was committed before. */
  sendings: z.number().default(1),
  /** Null when no look-up is needed. After a provider's `refused` or `not-found`, the time of the final look-up. */
  lookUpAt: z.number().nullable(),
  lookUps: z.number(),
  /** True when an operator should look at it. */
  flagged: z.boolean(),
  /** The provider's last message about a call or look-up without success, scrubbed. */
  said: z.looseObject({ code: z.string(), message: z.string() }).nullable().default(null),
  /** Why the last outcome was unknown; null once there is one. */
  unknownReason: z.string().nullable().default(null),
  evidence: storedEvidenceSchema.exactOptional(),
  /** Whether the provider has taken it on, so that only its end is awaited. */
  accepted: z.boolean().default(false),
};

const attemptSchema = z.looseObject(attemptFields);

/**
 * A call to a provider and its outcome, as far as every kind has them. It is committed before the call, so that a
 * surviving process can look the outcome up.
 */
export type Attempt = z.output<typeof attemptSchema>;

/** Attempts at gateways, of any kind, without the fields of that kind. */
export const attemptRecord: IndexedKind<Attempt> = recordKind("attempt", attemptSchema, indexOfAttempt);

/** Attempts at payout banks: due by themselves, so that a slow bank delays no look-up at a gateway. */
export const bankAttemptRecord: IndexedKind<Attempt> = recordKind("bankAttempt", attemptSchema, indexOfAttempt);

/** The schema of a kind of attempt: the fields of all kinds, and its own. */
export function attemptKindSchema<Name extends string, Fields extends z.ZodRawShape>(name: Name, fields: Fields) {
  return z.looseObject({ ...attemptFields, kind: z.literal(name), ...fields });
}

export function attemptKindRecord<Body extends Attempt>(
  schema: z.ZodType<Body>,
  { name }: Pick<IndexedKind<Attempt>, "name"> = attemptRecord,
): IndexedKind<Body> {
  return recordKind(name, schema, indexOfAttempt);
}

/** A kind of attempt whose outcome is tallied. */
export function tallied<Body extends Attempt>(
  kind: IndexedKind<Body>,
  talliesOf: (attempt: Body) => readonly Tally[],
): IndexedKind<Body> {
  return recordKind(kind.name, kind.schema, (body) => ({ ...indexOfAttempt(body), tallies: talliesOf(body) }));
}

/** The answer to the request that opened an attempt; null until it is known. */
export function answerSchema<Value, Code extends ErrorCode>(
  value: z.ZodType<Value>,
  codes: readonly Code[],
): z.ZodType<Result<Value, Code> | null> {
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

/** Attempts without an outcome that need an operator, by the time at which they were opened. */
export const flaggedList = "flaggedAttempts";

/** Other attempts whose outcome is unknown and awaited, by the time at which they were opened. */
export const unknownList = "unknownAttempts";

function indexOfAttempt(attempt: Attempt) {
  const { key, lookUpAt, openedAt } = attempt;
  const list = waitingListOf(attempt);
  return { id: key, dueAt: lookUpAt, place: list === undefined ? null : placeByTime(list, openedAt, key) };
}

function waitingListOf(attempt: Attempt): string | undefined {
  if (attempt.flagged && !isConcluded(attempt)) return flaggedList;
  return attempt.status === "UNKNOWN" && !attempt.accepted && !releasesCard(attempt) ? unknownList : undefined;
}

/** Releasing a card moves no money, so it needs no attention until it is flagged. */
export function releasesCard({ kind }: Pick<Attempt, "kind">): boolean {
  return kind.endsWith("-release");
}

/** The payment or payout that an attempt is about; its own key where it is about neither. */
export function aboutOf({ key, intentKey, payoutId }: Attempt): string {
  return [intentKey, payoutId].find((text) => typeof text === "string") ?? key;
}

export function isConcluded({ status }: Pick<Attempt, "status">): boolean {
  return status === "DONE" || status === "REFUSED";
}

/** When a call is decided, and its deadline. Milliseconds since 1970. */
export interface CallTime {
  readonly now: number;
  readonly deadline: number;
}

/** A call that is decided now has a request's whole time. */
export function callTime({ settings }: Pick<Context, "settings">, now: number): CallTime {
  return { now, deadline: now + settings.requestDeadlineMs };
}

/** A new attempt, whose call is sent at once. It is looked up at its deadline, unless its request concludes it before. */
export function openAttempt<Kind extends string>(
  what: { readonly key: string; readonly kind: Kind },
  { now, deadline }: CallTime,
) {
  const open = { status: "OPEN", openedAt: now, deadline, lookUpAt: deadline, lookUps: 0, flagged: false } as const;
  return { ...what, ...open, sendings: 1, said: null, unknownReason: null, accepted: false };
}

/** A new attempt whose call is not sent yet. Its opener claims and sends it, or a look-up after the deadline. */
export function openUnsent<Kind extends string>(what: { readonly key: string; readonly kind: Kind }, time: CallTime) {
  return { ...openAttempt(what, time), sendings: 0 };
}

/**
 * The provider is queried a final time this long after its `refused` or `not-found` has ended an attempt: a call may
 * arrive late, and an adapter may have misread an answer.
 */
const finalLookUpAfterMs = 24 * 60 * 60 * 1000;

/**
 * Whether the card to be released has no known token: the answer that held it was lost, and the card's gateway does not
 * find it by its key.
 */
export function isLostCard(attempt: Attempt): boolean {
  return attempt["token"] === null && attempt["isRefused"] === true;
}

/** `deniedAt`: when a provider's `refused` or `not-found` led to the conclusion. */
export function concluded<Body extends Attempt>(
  attempt: Body,
  status: "DONE" | "REFUSED",
  { deniedAt }: { readonly deniedAt?: number | undefined } = {},
): Body {
  return {
    ...attempt,
    status,
    unknownReason: null,
    lookUpAt: deniedAt === undefined ? null : deniedAt + finalLookUpAfterMs,
  };
}
