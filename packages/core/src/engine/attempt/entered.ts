import { z } from "zod";

import type { IdempotencyRecord, IdempotentRequest } from "../idempotency/idempotency.ts";
import { replay } from "../idempotency/replay.ts";
import { ok, type Ok, type Refused } from "../../result.ts";
import { givenBackOutcomes } from "./evidence.ts";

/** Refusals of evidence by its idempotency key. */
export const evidenceKeyErrors = ["INVALID_IDEMPOTENCY_KEY", "IDEMPOTENCY_KEY_REUSED"] as const;

const enteredSchema = z
  .object({
    outcome: z.enum(givenBackOutcomes),
    amount: z.number(),
    /** Won of the amount above what remained of the payment; earlier releases booked none. */
    excessAmount: z.number().default(0),
    at: z.number(),
    enteredAt: z.number(),
    isRepeat: z.boolean(),
  })
  .readonly()
  .nullable();

/** A refund or chargeback at the gateway as evidence has booked it; null for other evidence. */
export type Entered = z.output<typeof enteredSchema>;

/** What an idempotency key remembers of evidence. */
export function answerOf(entered: Entered) {
  return { answer: JSON.stringify(entered) };
}

/** The answer to evidence that was entered before under this idempotency key; undefined at its first use. */
export function replayEvidence(
  request: IdempotentRequest | undefined,
  record: IdempotencyRecord | undefined,
): Ok<Entered> | Refused<"IDEMPOTENCY_KEY_REUSED"> | undefined {
  const earlier = replay(request, record);
  if (earlier === undefined || "ok" in earlier) return earlier;
  if (!("answer" in earlier)) throw new Error("evidence is remembered without its answer");
  return ok(enteredSchema.parse(JSON.parse(earlier.answer)));
}
