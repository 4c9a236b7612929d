import { z } from "zod";

import { decideAndCommit } from "../../engine/commit/commit.ts";
import type { Context } from "../../context.ts";
import { seoulTime } from "../../engine/time/seoul-time.ts";
import { ok, refuse, refuseField } from "../../result.ts";
import type { Tenant } from "../../engine/tenant/tenant.ts";
import { validate } from "../../engine/request/validate.ts";
import {
  endpointLane,
  endpointRef,
  endpointWrite,
  formerSecretsAt,
  mostFormerSecrets,
  newSecret,
  storedFormer,
  type FormerSecret,
  endpointRecord,
} from "./endpoint.ts";
import type { Work } from "../../engine/due-work/work.ts";

const dayMs = 24 * 60 * 60 * 1000;

const rotateSecretSchema = z.object({
  overlapMs: z
    .int("must be a whole number")
    .min(0, "must be at least 0")
    .max(30 * dayMs, "must be at most 30 days")
    .optional(),
});

export type RotateSecretInput = z.input<typeof rotateSecretSchema>;

export const rotateSecretErrors = ["INVALID_REQUEST", "NOT_FOUND_WEBHOOK", "CONCURRENT_REQUEST"] as const;

/**
 * Gives an endpoint a new secret. The one before it signs for a while, and earlier ones until the time that they were
 * given. Without an overlap only the new one signs, as a lost or stolen secret wants it.
 */
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
      const earlier = overlapMs === 0 ? [] : formerSecretsAt(before, now);
      if (earlier.length >= mostFormerSecrets) return { answer: tooMany(earlier) };
      const former = overlapMs === 0 ? [] : [{ secret: before.secret, until: formerSecretUntil }, ...earlier];
      const endpoint = { ...before, secret: sealed, secretSince: now, ...storedFormer(former) };
      return { answer: ok({ secret, formerSecretUntil }), changes: { writes: [endpointWrite(endpoint, now)] } };
    },
  });
}

function tooMany(former: readonly FormerSecret[]) {
  const first = Math.min(...former.map(({ until }) => until));
  const problem = `must be 0 until ${seoulTime(first)}: ${mostFormerSecrets} former secrets still sign, and 0 ends them all at once`;
  return refuseField("INVALID_REQUEST", "overlapMs", problem);
}

/**
 * Reseals the secrets of an endpoint every day, and drops those whose time is over. So the service's own secret can be
 * rotated, and nothing that signs is left behind under the old one.
 */
export const endpointWork: Work<Context> = {
  kind: endpointRecord.name,
  limit: 10,
  upkeep: true,
  run: (context, tenant) =>
    decideAndCommit(context, {
      tenant,
      lane: endpointLane,
      async load(read) {
        const [endpoint] = await read(endpointRef);
        if (endpoint === undefined) return undefined;
        const live = formerSecretsAt(endpoint, context.clock.now());
        const [secret, former] = await Promise.all([
          resealed(context, endpoint.secret),
          Promise.all(live.map(async (each) => ({ ...each, secret: await resealed(context, each.secret) }))),
        ]);
        return { ...endpoint, secret, ...storedFormer(former) };
      },
      decide: (endpoint, now) => {
        const answer = ok(undefined);
        return endpoint === undefined ? { answer } : { answer, changes: { writes: [endpointWrite(endpoint, now)] } };
      },
    }),
};

async function resealed({ vault }: Context, sealed: string): Promise<string> {
  return vault.seal(await vault.open(sealed));
}
