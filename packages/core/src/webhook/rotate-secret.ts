import { z } from "zod";

import { decideAndCommit } from "../commit/commit.ts";
import type { Context } from "../context.ts";
import { ok, refuse } from "../result.ts";
import type { Tenant } from "../tenant/tenant.ts";
import { optional, validate } from "../request/validate.ts";
import { endpointLane, endpointRef, endpointWrite, newSecret } from "./endpoint.ts";

const dayMs = 24 * 60 * 60 * 1000;

const rotateSecretSchema = z.object({
  overlapMs: optional(
    z
      .int("must be a whole number")
      .min(0, "must be at least 0")
      .max(30 * dayMs, "must be at most 30 days"),
  ),
});

export type RotateSecretInput = z.input<typeof rotateSecretSchema>;

export const rotateSecretErrors = ["INVALID_REQUEST", "NOT_FOUND_WEBHOOK", "CONCURRENT_REQUEST"] as const;

/** Gives an endpoint a new secret; for a while the one before it signs as well. */
export async function rotateSecret(context: Context, tenant: Tenant, input: RotateSecretInput) {
  const valid = validate(rotateSecretSchema, input);
  if (!valid.ok) return valid;
  const { overlapMs = dayMs } = valid.value;
  const { secret, sealed } = await newSecret(context);
  return decideAndCommit(context, {
    tenant,
    lane: endpointLane,
    load: (read) => read(endpointRef),
    decide: ([before], now) => {
      if (before === undefined) return { answer: refuse("NOT_FOUND_WEBHOOK") };
      const formerSecretUntil = now + overlapMs;
      const formerSecret = { secret: before.secret, until: formerSecretUntil };
      const endpoint = { ...before, secret: sealed, secretSince: now, formerSecret };
      return { answer: ok({ secret, formerSecretUntil }), changes: { writes: [endpointWrite(endpoint, now)] } };
    },
  });
}
