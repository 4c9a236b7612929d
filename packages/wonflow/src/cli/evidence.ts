import type { AttemptEvidenceInput, EvidenceInput } from "@wonflow/core";
import { z } from "zod";
import { option } from "./command.ts";
import { tenantOptions, wholeNumber } from "./options.ts";

const outcomes = z.enum(["done", "not-done"], "--outcome must be done or not-done");

export const evidenceOptions = tenantOptions.extend({
  outcome: option("--outcome <done|not-done>", "whether it took effect at the provider", outcomes),
  at: option(
    "--at <time>",
    "when it did, with its offset: 2026-11-25T10:05+09:00, seconds if known; needed unless not-done",
    z.string().optional(),
  ),
  note: option("--note <text>", "the source, such as a statement; stored with the outcome", z.string()),
});

const attemptOutcomes = z.enum(
  ["done", "not-done", "canceled", "charged-back"],
  "--outcome must be done, not-done, canceled or charged-back",
);

/** For an attempt, also a refund that its gateway made on its own. */
export const attemptEvidenceOptions = evidenceOptions.extend({
  outcome: option(
    "--outcome <outcome>",
    "done or not-done at the provider; or, of an approval that is done, canceled or charged-back by its gateway",
    attemptOutcomes,
  ),
  amount: option(
    "--amount <won>",
    "the refunded amount (default: all that remains)",
    wholeNumber("--amount must be a whole number of won").optional(),
  ),
  separate: option(
    "--separate",
    "a second refund with the amount and day of a booked one; needs another --at or --outcome",
    z.boolean().default(false),
  ),
});

export function attemptEvidenceOf(given: z.output<typeof attemptEvidenceOptions>): AttemptEvidenceInput {
  const { outcome, at, note, amount, separate } = given;
  const named = { ...(amount !== undefined && { amount }), ...(separate && { separate }) };
  return { outcome, note, ...(at !== undefined && { at }), ...named };
}

export function evidenceOf({ outcome, at, note }: z.output<typeof evidenceOptions>): EvidenceInput {
  return { outcome, note, ...(at !== undefined && { at }) };
}
