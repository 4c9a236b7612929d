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
