import type { z } from "zod";

import type { IndexedKind } from "../commit/record.ts";
import type { Read } from "../commit/snapshot.ts";
import type { ErrorCode } from "../../error-messages.ts";
import { type IdempotentRequest, replay } from "../idempotency/idempotency.ts";
import { ok, refuse, type Ok, type Refused, type Result } from "../../result.ts";
import type { Attempt, CallTime } from "./attempt.ts";

/** When a request is decided, the deadline of its call, and its idempotency key. */
export interface RequestTime extends CallTime {
  readonly request: IdempotentRequest | undefined;
}

/** An attempt that holds the answer to its request, once it is known. */
interface AnsweringAttempt extends Attempt {
  readonly answer: Result<unknown> | null;
}

/** A decision leads to the call of a provider, whose intent is committed with it. */
export function callNext<Call>(call: Call): { readonly next: "call"; readonly call: Call } {
  return { next: "call", call };
}

/** A decision leads to the look-up of an earlier attempt, which is past its deadline without an outcome. */
export interface FindOutNext {
  readonly next: "find-out";
  readonly key: string;
}

/**
 * The answer of a request that meets its attempt, or its look-up. Refuses with `busy` while the attempt belongs to the
 * request that opened it: until the deadline. An UNKNOWN attempt has been answered so, and belongs to its look-ups.
 */
export function followAttempt<Made extends AnsweringAttempt, const Busy extends ErrorCode>(
  attempt: Made,
  now: number,
  busy: Busy,
): NonNullable<Made["answer"]> | Refused<Busy> | FindOutNext {
  const { answer, status, deadline, key } = attempt;
  if (answer === null && status !== "UNKNOWN" && now < deadline) return refuse(busy);
  return answer ?? { next: "find-out", key };
}

/** An earlier request with the same idempotency key: its attempt holds the answer, or will; or the answer itself. */
type Earlier<Made, Value> = { readonly attempt: Made } | Ok<Value> | Refused<"IDEMPOTENCY_KEY_REUSED">;

/**
 * Loads the earlier request with the same idempotency key; undefined at the key's first use. `schema` is of an answer
 * that was remembered without an attempt.
 */
export async function loadEarlier<Made extends AnsweringAttempt, Value>(
  read: Read,
  request: IdempotentRequest | undefined,
  { record: kind, schema }: { readonly record: IndexedKind<Made>; readonly schema: z.ZodType<Value> },
): Promise<Earlier<Made, Value> | undefined> {
  const [record] = await read(request?.ref);
  const earlier = replay(request, record);
  if (earlier === undefined || "ok" in earlier) return earlier;
  if ("answer" in earlier) return ok(schema.parse(JSON.parse(earlier.answer)));
  const [attempt] = await read(kind.ref(earlier.attempt));
  if (attempt === undefined) throw new Error(`attempt ${earlier.attempt} is remembered, and has no record`);
  return { attempt };
}

/** The answer of an earlier request, or its look-up. */
export function repeat<Made extends AnsweringAttempt, Value>(earlier: Earlier<Made, Value>, now: number) {
  return "attempt" in earlier ? followAttempt(earlier.attempt, now, "IDEMPOTENT_REQUEST_PROCESSING") : earlier;
}
