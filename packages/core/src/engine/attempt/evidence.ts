import { z } from "zod";

import type { ErrorCode } from "../../error-messages.ts";
import { ok, refuseField, type Result, type Ok, type Refused } from "../../result.ts";
import { amountSchema, validate } from "../request/validate.ts";
import { linesUpTo } from "../text/readable-text.ts";
import { possibleTime, typedTimeSchema, type PossibleTime } from "../time/typed-time.ts";
import type { Outcome } from "./call.ts";
import { type IdempotencyRecord, type IdempotentRequest, replay } from "../idempotency/idempotency.ts";

/** Evidence about an attempt whose provider does not tell the outcome. */
export const evidenceSchema = z.object({
  /** Whether the call took effect at the provider. */
  outcome: z.enum(["done", "not-done"], "must be done or not-done"),
  /** When it took effect, required for `done`; of `not-done`, when that was found out. */
  at: typedTimeSchema.optional(),
  /** The source, such as a statement of the provider; kept with the attempt. */
  note: linesUpTo(500)
    .refine((note) => note !== "", "must say where this is known from")
    .meta({ minLength: 1, maxLength: 500 }),
});

export type EvidenceInput = z.input<typeof evidenceSchema>;

/** Evidence about any attempt, including an approval that its gateway has refunded without us. */
export const attemptEvidenceSchema = evidenceSchema.extend({
  /** `canceled` and `charged-back`: of a payment that is done, at the gateway, by its console or by the gateway. */
  outcome: z.enum(["done", "not-done", "canceled", "charged-back"], "must be done, not-done, canceled or charged-back"),
  /** Won refunded; all that remains when left out. */
  amount: amountSchema.optional(),
  /** Whether it is another one of the same amount and Seoul day as one that is booked; `at` or its outcome then distinguishes it. */
  separate: z.boolean().optional(),
});

export type AttemptEvidenceInput = z.input<typeof attemptEvidenceSchema>;

/** A refund or chargeback by the gateway that we have not requested. */
export interface GivenBack {
  readonly outcome: (typeof givenBackOutcomes)[number];
  readonly at: number;
  readonly amount: number | undefined;
  readonly separate: boolean;
  readonly note: string;
}

export const givenBackOutcomes = ["canceled", "charged-back"] as const;

export const storedEvidenceSchema = z.looseObject({
  outcome: z.enum(["done", "not-done"]),
  at: z.number(),
  note: z.string(),
});

/** `at` is in milliseconds since 1970. */
export type Evidence = Readonly<Pick<z.output<typeof storedEvidenceSchema>, "outcome" | "at" | "note">>;

/** Evidence as it was typed. Its time can be checked once its attempt is known. */
interface Typed {
  readonly outcome: Evidence["outcome"] | GivenBack["outcome"];
  readonly at?: string | undefined;
  readonly note: string;
  readonly amount?: number | undefined;
  readonly separate?: boolean | undefined;
}

/** Refuses a `done` without a time. */
export function readEvidence(input: EvidenceInput): Result<z.output<typeof evidenceSchema>, "INVALID_REQUEST"> {
  const valid = validate(evidenceSchema, input);
  return valid.ok && isTimeMissing(valid.value) ? timeMissing() : valid;
}

/** The same for evidence that may also report a refund or chargeback by the gateway. */
export function readAttemptEvidence(
  input: AttemptEvidenceInput,
): Result<z.output<typeof attemptEvidenceSchema>, "INVALID_REQUEST" | "INVALID_AMOUNT"> {
  const valid = validate(attemptEvidenceSchema, input);
  if (!valid.ok) return valid;
  const { amount, separate } = valid.value;
  if (isTimeMissing(valid.value)) return timeMissing();
  if (isGivenBack(valid.value)) return valid;
  const problem = "belongs to canceled or charged-back only";
  if (amount !== undefined) return refuseField("INVALID_REQUEST", "amount", problem);
  return separate === undefined ? valid : refuseField("INVALID_REQUEST", "separate", problem);
}

function isTimeMissing({ outcome, at }: Pick<Typed, "outcome" | "at">): boolean {
  return outcome !== "not-done" && at === undefined;
}

function timeMissing() {
  return refuseField("INVALID_REQUEST", "at", "must say when it took effect");
}

/** Evidence with its moment, which is now where `not-done` has none. Refuses a time that cannot be. */
export function dated(
  typed: z.output<typeof evidenceSchema>,
  possible: PossibleTime,
): Result<Evidence, "INVALID_REQUEST">;
export function dated(typed: Typed, possible: PossibleTime): Result<Evidence | GivenBack, "INVALID_REQUEST">;
export function dated(
  { outcome, at: text, note, amount, separate = false }: Typed,
  possible: PossibleTime,
): Result<Evidence | GivenBack, "INVALID_REQUEST"> {
  const at = text === undefined ? ok(possible.now) : possibleTime("at", text, possible);
  if (!at.ok) return at;
  if (outcome === "done" || outcome === "not-done") return ok({ outcome, at: at.value, note });
  return ok({ outcome, at: at.value, amount, separate, note });
}

export function isGivenBack<Given extends Pick<Typed, "outcome">>(
  evidence: Given,
): evidence is Extract<Given, Pick<GivenBack, "outcome">> {
  return evidence.outcome === "canceled" || evidence.outcome === "charged-back";
}

/** The outcome that evidence stands for: the value where the call took effect, else a refusal. */
export function doneOr<Value, const Code extends ErrorCode>(
  { outcome }: Evidence,
  value: Value,
  refusal: Code,
): Outcome<Value, Code> {
  return outcome === "done" ? { outcome: "done", value } : { outcome: "refused", code: refusal };
}

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
