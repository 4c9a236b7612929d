import type { z } from "zod";

import { answerNow, followAttempt, type AnsweringAttempt } from "../attempt/next-step.ts";
import type { ErrorCode } from "../errors.ts";
import { refuse, type Refused } from "../result.ts";
import type { IdempotencyRecord, IdempotentRequest } from "./idempotency.ts";

/** Where the answer of an earlier request with the same key is found. */
export type Replay = { readonly answer: string } | { readonly attempt: string };

/** The codes of a request that comes with an idempotency key. */
export const idempotencyErrors = [
  "INVALID_IDEMPOTENCY_KEY",
  "IDEMPOTENCY_KEY_REUSED",
  "IDEMPOTENT_REQUEST_PROCESSING",
] as const;

/**
 * What the idempotency key of a request says: undefined where the request is the first with it, or has
 * none; a refusal where the key was used for another request; or else where the answer is. It is the one
 * place that decides so, for every operation.
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

/** What a repeated request finds of the earlier one. */
interface Earlier<Value, Code extends ErrorCode> {
  readonly record: IdempotencyRecord | undefined;
  /** The attempt that the earlier request is remembered by. */
  readonly attempt: AnsweringAttempt<Value, Code> | undefined;
  readonly now: number;
}

/**
 * The next step of a request that calls a provider, where its idempotency key was used before; undefined where it
 * is the first with it. `schema` reads an answer that was remembered without an attempt.
 */
export function replayCall<Value, Code extends ErrorCode>(
  request: IdempotentRequest | undefined,
  { record, attempt, now }: Earlier<Value, Code>,
  schema: z.ZodType<Value>,
) {
  const earlier = replay(request, record);
  if (earlier === undefined || "ok" in earlier) return earlier;
  if ("answer" in earlier) return answerNow(schema.parse(JSON.parse(earlier.answer)));
  if (attempt === undefined) throw new Error(`attempt ${earlier.attempt} is remembered, and has no record`);
  return followAttempt(attempt, { now, busy: "IDEMPOTENT_REQUEST_PROCESSING" });
}
