import { refuse, type Refused } from "../../result.ts";
import type { IdempotencyRecord, IdempotentRequest } from "./idempotency.ts";

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
