import * as examples from "../../examples/platform.ts";
import {
  attemptEvidenceSchema,
  evidenceSchema,
  givenBackOutcomes,
  ok,
  payoutSchema,
  type Entered,
  operationErrors,
} from "@wonflow/core";
import { z } from "zod";
import { platformOwner } from "../../callers/platform.ts";
import { fieldsOf } from "../../recorded-change.ts";
import { utcTime } from "../../response/page.ts";
import { route } from "../../route.ts";
import { tenantIn, tenantParams } from "./merchants.ts";
import { saidSchema } from "./waiting.ts";

const attemptSchema = z
  .object({
    key: z.string(),
    kind: z.string(),
    status: z.enum(["OPEN", "UNKNOWN", "DONE", "REFUSED"]),
    openedAt: z.iso.datetime(),
    lookUps: z.int(),
    mId: z.int(),
    gateway: z.string().nullable(),
    isLostCard: z
      .boolean()
      .meta({ description: "Whether it is about a stored card with an unknown token, which cannot be charged" }),
    payment: z
      .object({ orderId: z.string(), amount: z.int(), maskedNumber: z.string().nullable() })
      .nullable()
      .meta({ description: "null if it is about no payment" }),
    provider: saidSchema,
    unknownReason: z.string().nullable(),
    entered: z
      .object({
        outcome: z.enum(givenBackOutcomes),
        amount: z.int(),
        excessAmount: z
          .int()
          .meta({ description: "Won of the amount that were above what remained of the payment; 0 of most" }),
        at: z.iso.datetime(),
        enteredAt: z.iso.datetime(),
        isRepeat: z
          .boolean()
          .meta({ description: "Whether it was entered before, at enteredAt, so that nothing was booked now" }),
      })
      .nullable()
      .meta({ description: "The booked refund by the gateway; null for done and not-done" }),
  })
  .meta({ id: "Attempt" });

function shownEntered(entered: NonNullable<Entered>) {
  return { ...entered, at: utcTime(entered.at), enteredAt: utcTime(entered.enteredAt) };
}

const path = "/platform/merchants/{mId}/{mode}";

const ofEvidence = (body: unknown) => fieldsOf(body, "outcome", "at", "amount", "separate", "note");

/** Evidence that an operator found at a provider ends a call or payout, as the provider's own answer would. */
export const platformResolveRoutes = [
  route({
    at: `POST ${path}/attempts/{key}/resolve`,
    operationId: "resolveAttempt",
    summary: "Records the outcome of a call, after checking with the provider",
    description:
      "done: it took effect, at the time of `at`. not-done: it did not. Only for an approval that is done: canceled or charged-back, if the gateway made a refund on its own, of `amount` won or all that remains. A chargeback may be of more than remains: the excess leaves the available balance; chargebacks of one approval are never of more than was approved. The same outcome, amount and day in Seoul is one fact, which a repeat does not book again; another one of that day takes `separate` and its own minute. The same amount and day under the other outcome is refused without `separate`. `at` is between the call, or its approval, and now; five minutes are allowed for clocks that differ. For an owner whose password was typed a short while ago.",
    examples: examples.resolveAttempt,
    tag: "Platform",
    caller: platformOwner,
    about: ofEvidence,
    headers: ["Idempotency-Key"],
    params: tenantParams.extend({ key: z.string().meta({ description: "The attempt's key, such as approval-…" }) }),
    request: attemptEvidenceSchema.meta({ id: "AttemptEvidence" }),
    response: attemptSchema,
    errors: [...operationErrors.attempts.resolve, "NOT_FOUND_MERCHANT"],
    async answer({ payments, params: { key, ...params }, body, options }) {
      const tenant = tenantIn(params);
      if (!tenant.ok) return tenant;
      const resolved = await payments.attempts.resolve(tenant.value, key, body, options);
      if (!resolved.ok) return resolved;
      const { openedAt, entered, ...attempt } = resolved.value;
      return ok({ ...attempt, openedAt: utcTime(openedAt), entered: entered && shownEntered(entered) });
    },
  }),
  route({
    at: `POST ${path}/payouts/{payoutId}/resolve`,
    operationId: "resolvePayout",
    summary: "Ends a payout, or its review, by whether the payee has the money",
    description:
      "done: the payee has it, at the time of `at`. not-done: it does not, and never will; refused until the bank's statement of the payout date has been read. `at` is between the submission, or the payment that came back, and now. For an owner whose password was typed a short while ago.",
    examples: examples.resolvePayout,
    tag: "Platform",
    caller: platformOwner,
    about: ofEvidence,
    headers: ["Idempotency-Key"],
    params: tenantParams.extend({ payoutId: z.string().meta({ description: "The id of a payout" }) }),
    request: evidenceSchema.meta({ id: "PayoutEvidence" }),
    response: payoutSchema,
    errors: [...operationErrors.payouts.resolve, "NOT_FOUND_MERCHANT"],
    async answer({ payments, params: { payoutId, ...params }, body, options }) {
      const tenant = tenantIn(params);
      return tenant.ok ? payments.payouts.resolve(tenant.value, payoutId, body, options) : tenant;
    },
  }),
];
