import { z } from "zod";

import type { Context } from "../../context.ts";
import { recordKind, type Change, type RecordRef, type RecordKind } from "../commit/record.ts";
import { missingValue } from "../text/readable-text.ts";
import { ok, refuseField, refuse, type Refused } from "../../result.ts";
import { purgeWork } from "../due-work/work.ts";

/** Options of every operation that changes something. */
export interface RequestOptions {
  /**
   * 1 to 300 printable ASCII characters without a comma: the same key and request give the same answer for 15 days.
   * `null` is refused, as it may be a key that got lost: pass on a header that may be missing as
   * `request.headers.get("idempotency-key") ?? undefined`.
   */
  readonly idempotencyKey?: string | undefined;
  /** An error code to answer in place of the operation; test mode only. */
  readonly testCode?: string | undefined;
}

/** A request as an operation takes it. */
export interface Requested<Input> {
  readonly input: Input;
  readonly options?: RequestOptions | undefined;
}

const idempotencySchema = z.looseObject({
  /** Keyed digest of the operation and its input, without secrets.  */
  fingerprint: z.string(),
  /** Key of the attempt that holds the answer; null if `answer` does. */
  attempt: z.string().nullable(),
  /** The answer of an operation of one commit, as JSON, sealed where it holds a secret. */
  answer: z.string().nullable(),
  forgetAt: z.number(),
});

export type IdempotencyRecord = z.output<typeof idempotencySchema>;

export const idempotencyRecord: RecordKind<IdempotencyRecord> = recordKind("idempotency", idempotencySchema);

/** A request with an idempotency key; its record is written in the commit that does the work. */
export interface IdempotentRequest {
  readonly ref: RecordRef<IdempotencyRecord>;
  /** By the newest secret first. The others recognize a request that was remembered before a secret's rotation. */
  readonly fingerprints: readonly [string, ...string[]];
  readonly forgetAt: number;
}

/** Without a comma, as two lines of a header arrive joined by one. */
export const idempotencyKeySchema = z
  .string()
  .regex(/^[\x20-\x2b\x2d-\x7e]+$/)
  .min(1)
  .max(300);

/**
 * Undefined if the request has no key.
 *
 * @param what the operation's name and its validated input, without secrets
 */
export async function prepareIdempotency(
  context: Context,
  what: readonly [operation: string, input: unknown],
  options: RequestOptions,
) {
  const { idempotencyKey } = options;
  if (idempotencyKey === undefined) return ok<IdempotentRequest | undefined>(undefined);
  const problem = problemOfKey(idempotencyKey);
  if (problem !== undefined) return refuseField("INVALID_IDEMPOTENCY_KEY", "Idempotency-Key", problem);
  // The null keeps its place from a time when a test code was part of it, so that records of then still compare as equal.
  const fingerprints = await context.vault.fingerprints(canonicalJson([...what, null]));
  const forgetAt = context.clock.now() + context.settings.idempotencyLifetimeMs;
  const request: IdempotentRequest = { ref: idempotencyRecord.ref(idempotencyKey), fingerprints, forgetAt };
  return ok<IdempotentRequest | undefined>(request);
}

function problemOfKey(key: string | null): string | undefined {
  if (key === null) return "must be a string, or left out for a request without a key; null may be a key that got lost";
  const [word, isLost] = missingValue;
  if (word.test(key)) return isLost;
  if (idempotencyKeySchema.safeParse(key).success) return undefined;
  return key.includes(",")
    ? "must have no comma: a header that came more than once with different keys arrives as keys joined by commas; send one key, once"
    : "must be 1 to 300 printable ASCII characters without a comma";
}

/** Remembers a request in the commit of its work; nothing without a key. */
export function rememberRequest(
  request: IdempotentRequest | undefined,
  what: { readonly attempt: string } | { readonly answer: string },
): readonly Change[] {
  if (request === undefined) return [];
  const {
    ref,
    fingerprints: [fingerprint],
    forgetAt,
  } = request;
  const record: IdempotencyRecord = { fingerprint, attempt: null, answer: null, forgetAt, ...what };
  return [idempotencyRecord.make(ref.id, record, { dueAt: forgetAt })];
}

/** The decision of a request that changes nothing else: its answer, remembered. */
export function rememberOnly<Answer>(
  answer: Answer,
  request: IdempotentRequest | undefined,
  what: Parameters<typeof rememberRequest>[1],
): { readonly answer: Answer; readonly changes?: { readonly writes: readonly Change[] } } {
  const writes = rememberRequest(request, what);
  return writes.length === 0 ? { answer } : { answer, changes: { writes } };
}

/** JSON with the members of every object sorted by name, so that equal inputs give equal texts. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, member: unknown) => {
    if (typeof member !== "object" || member === null || Array.isArray(member)) return member;
    return Object.fromEntries(Object.entries(member).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  });
}

export type Replay = { readonly answer: string } | { readonly attempt: string };

export const idempotencyErrors = [
  "INVALID_IDEMPOTENCY_KEY",
  "IDEMPOTENCY_KEY_REUSED",
  "IDEMPOTENT_REQUEST_PROCESSING",
] as const;

/**
 * Decides about a request's idempotency key, for every operation: undefined for a first use or no key; a refusal where
 * the key belongs to another request; else the place of the answer.
 */
export function replay(
  request: IdempotentRequest | undefined,
  record: IdempotencyRecord | undefined,
): Replay | Refused<"IDEMPOTENCY_KEY_REUSED"> | undefined {
  if (request === undefined || record === undefined) return undefined;
  if (!request.fingerprints.includes(record.fingerprint)) return refuse("IDEMPOTENCY_KEY_REUSED");
  if (record.answer !== null) return { answer: record.answer };
  if (record.attempt !== null) return { attempt: record.attempt };
  throw new Error(`request ${request.ref.id} is remembered without its answer`);
}

/** A key that is used again meanwhile has a newer version, which fails the removal's guard. */
export const idempotencyWork = purgeWork({
  kind: idempotencyRecord,
  laneOf: (key) => `idempotency ${key}`,
  isOver: ({ forgetAt }, now) => forgetAt <= now,
});
