import { z } from "zod";

import type { ErrorCode } from "../errors.ts";
import { ok, refuseField, type Result } from "../result.ts";
import { validate } from "../request/validate.ts";
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
  const { outcome, at: time, note } = valid.value;
  if (outcome === "done" && time === undefined) {
    return refuseField("INVALID_REQUEST", "at", "must say when it took effect");
  }
  const at = time === undefined ? now : Date.parse(time);
  // Clocks differ, but not by days.
  if (at > now + dayMs) return refuseField("INVALID_REQUEST", "at", "must not be in the future");
  return ok({ outcome, at, note });
}

/** The outcome that evidence stands for: the value where the call took effect, else a refusal. */
export function doneOr<Value, const Code extends ErrorCode>(
  { outcome }: Evidence,
  value: Value,
  refusal: Code,
): Outcome<Value, Code> {
  return outcome === "done" ? { outcome: "done", value } : { outcome: "refused", code: refusal };
}
