import {
  attemptEvidenceSchema,
  evidenceSchema,
  ok,
  payoutSchema,
  resolveAttemptErrors,
  resolvePayoutErrors,
} from "@wonflow/core";
import { z } from "zod";
import { platformOwner } from "../../callers/platform.ts";
import * as examples from "../../examples/platform.ts";
import { told } from "../../recorded-change.ts";
import { utcTime } from "../../response/utc-time.ts";
import { route } from "../../route.ts";
import { tenantIn, tenantParams } from "./tenant-params.ts";
import { saidSchema } from "./waiting.ts";

const attemptSchema = z
  .object({
    key: z.string(),
    kind: z.string(),
    status: z.enum(["OPEN", "UNKNOWN", "DONE", "REFUSED"]),
    openedAt: z.iso.datetime(),
    lookUps: z.int(),
    mId: z.int(),
    network: z.string().nullable(),
    isLostCard: z
      .boolean()
      .meta({ description: "Whether it gives back a stored card that nobody can name, or charge" }),
    payment: z
      .object({ orderId: z.string(), amount: z.int(), maskedNumber: z.string().nullable() })
      .nullable()
      .meta({ description: "null where it is about no payment" }),
    provider: saidSchema,
    unknownReason: z.string().nullable(),
  })
  .meta({ id: "Attempt" });

const path = "/platform/merchants/{mId}/{mode}";

const ofEvidence = (body: unknown) => told(body, "outcome", "at", "amount", "note");

/** Evidence that people found at a provider ends a call or payout, as the provider's own answer would. */
export const platformResolveRoutes = [
  route({
    at: `POST ${path}/attempts/{key}/resolve`,
    operationId: "resolveAttempt",
    summary: "Ends a call to a provider by its outcome, as people found it out there",
    description:
      "done: it took effect, at the time of `at`. not-done: it did not. Only of an approval that is done: canceled or charged-back, where the card network has given money back by itself, `amount` won or all that remains. For an owner whose password was typed a short while ago.",
    examples: examples.resolveAttempt,
    tag: "Platform",
    caller: platformOwner,
    about: ofEvidence,
    params: tenantParams.extend({ key: z.string().meta({ description: "The attempt's key, such as approval.…" }) }),
    request: attemptEvidenceSchema.meta({ id: "AttemptEvidence" }),
    response: attemptSchema,
    errors: [...resolveAttemptErrors, "NOT_FOUND_MERCHANT"],
    async answer({ payments, params: { key, ...params }, body }) {
      const tenant = tenantIn(params);
      if (!tenant.ok) return tenant;
      const resolved = await payments.attempts.resolve(tenant.value, key, body);
      if (!resolved.ok) return resolved;
      return ok({ ...resolved.value, openedAt: utcTime(resolved.value.openedAt) });
    },
  }),
  route({
    at: `POST ${path}/payouts/{payoutId}/resolve`,
    operationId: "resolvePayout",
    summary: "Ends a payout, or its review, by whether the payee has the money",
    description:
      "done: the payee has it, at the time of `at`. not-done: it does not, and never will; refused until the bank's statement of the payout date has been read. For an owner whose password was typed a short while ago.",
    examples: examples.resolvePayout,
    tag: "Platform",
    caller: platformOwner,
    about: ofEvidence,
    params: tenantParams.extend({ payoutId: z.string().meta({ description: "The id of a payout" }) }),
    request: evidenceSchema.meta({ id: "PayoutEvidence" }),
    response: payoutSchema,
    errors: [...resolvePayoutErrors, "NOT_FOUND_MERCHANT"],
    async answer({ payments, params: { payoutId, ...params }, body }) {
      const tenant = tenantIn(params);
      return tenant.ok ? payments.payouts.resolve(tenant.value, payoutId, body) : tenant;
    },
  }),
];
