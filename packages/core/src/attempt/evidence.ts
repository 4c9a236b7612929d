import { z } from "zod";

import type { ErrorCode } from "../errors.ts";
import { ok, refuseField, type Result } from "../result.ts";
import { amountSchema } from "../money/amount.ts";
import { optional, validate } from "../request/validate.ts";
import type { Outcome } from "./outcome.ts";

/** Evidence about an attempt whose provider does not tell the outcome. */
export const evidenceSchema = z.object({
  /** Whether the call took effect at the provider. */
  outcome: z.enum(["done", "not-done"], "must be done or not-done"),
  /** When it took effect; required for `done`. */
  at: z.iso.datetime({ offset: true, error: "must be an ISO 8601 time with its offset" }).optional(),
  /** The source, such as a statement of the provider; kept with the attempt. */
  note: z.string().min(1, "must say where this is known from").max(500, "must be at most 500 characters"),
});

export type EvidenceInput = z.input<typeof evidenceSchema>;

/** Evidence about any attempt, also about an approval whose money its network has given back without us. */
export const attemptEvidenceSchema = evidenceSchema.extend({
  /** `canceled` and `charged-back`: of a payment that is done, at the card network, by its console or by the network. */
  outcome: z.enum(["done", "not-done", "canceled", "charged-back"], "must be done, not-done, canceled or charged-back"),
  /** Won given back; all that remains when left out. */
  amount: optional(amountSchema),
});

export type AttemptEvidenceInput = z.input<typeof attemptEvidenceSchema>;

/** A card network's giving back, which no call of ours has asked for. */
export interface GivenBack {
  readonly outcome: "canceled" | "charged-back";
  readonly at: number;
  readonly amount: number | undefined;
  readonly note: string;
}

export const storedEvidenceSchema = z.looseObject({
  outcome: z.enum(["done", "not-done"]),
  at: z.number(),
  note: z.string(),
});

/** `at` is in milliseconds since 1970. */
export type Evidence = Readonly<Pick<z.output<typeof storedEvidenceSchema>, "outcome" | "at" | "note">>;

const dayMs = 24 * 60 * 60 * 1000;

/** Refuses a `done` without a time, and a time that has not come. */
export function readEvidence(input: EvidenceInput, now: number): Result<Evidence, "INVALID_REQUEST"> {
  const valid = validate(evidenceSchema, input);
  if (!valid.ok) return valid;
  const at = timeOf(valid.value, now);
  return at.ok ? ok({ outcome: valid.value.outcome, at: at.value, note: valid.value.note }) : at;
}

/** The same of evidence that may also say that a card network has given money back by itself. */
export function readAttemptEvidence(
  input: AttemptEvidenceInput,
  now: number,
): Result<Evidence | GivenBack, "INVALID_REQUEST" | "INVALID_AMOUNT"> {
  const valid = validate(attemptEvidenceSchema, input);
  if (!valid.ok) return valid;
  const { outcome, note, amount } = valid.value;
  const at = timeOf(valid.value, now);
  if (!at.ok) return at;
  if (outcome === "canceled" || outcome === "charged-back") return ok({ outcome, at: at.value, amount, note });
  if (amount !== undefined) return refuseField("INVALID_REQUEST", "amount", "belongs to canceled or charged-back only");
  return ok({ outcome, at: at.value, note });
}

export function isGivenBack(evidence: Evidence | GivenBack): evidence is GivenBack {
  return evidence.outcome === "canceled" || evidence.outcome === "charged-back";
}

function timeOf({ outcome, at: time }: { readonly outcome: string; readonly at?: string | undefined }, now: number) {
  if (outcome !== "not-done" && time === undefined) {
    return refuseField("INVALID_REQUEST", "at", "must say when it took effect");
  }
  const at = time === undefined ? now : Date.parse(time);
  // Clocks differ, but not by days.
  return at > now + dayMs ? refuseField("INVALID_REQUEST", "at", "must not be in the future") : ok(at);
}

/** The outcome that evidence stands for: the value where the call took effect, else a refusal. */
export function doneOr<Value, const Code extends ErrorCode>(
  { outcome }: Evidence,
  value: Value,
  refusal: Code,
): Outcome<Value, Code> {
  return outcome === "done" ? { outcome: "done", value } : { outcome: "refused", code: refusal };
}
