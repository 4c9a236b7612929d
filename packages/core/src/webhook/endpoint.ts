import { z } from "zod";

import type { Context } from "../context.ts";
import { recordKind } from "../commit/record.ts";

/** A secret as it is stored. */
const sealedSchema = z.string().meta({ description: "Sealed by the vault" });

const endpointSchema = z.looseObject({
  url: z.string(),
  secret: sealedSchema,
  secretSince: z.number(),
  /** The secret before this one, and until when messages are signed with it as well. */
  formerSecret: z.object({ secret: sealedSchema, until: z.number() }).nullable(),
});

/** Where a merchant receives its webhooks. Times are in milliseconds since 1970. */
export type StoredEndpoint = z.output<typeof endpointSchema>;

export const endpointRecord = recordKind("webhookEndpoint", endpointSchema);

export const endpointRef = endpointRecord.ref("self");

/** The line in which changes of an endpoint wait for each other. */
export const endpointLane = "webhook endpoint";

const dayMs = 24 * 60 * 60 * 1000;

/** An endpoint is due for its secrets to be sealed anew a day after it was written. */
export function endpointWrite(endpoint: StoredEndpoint, now: number) {
  return endpointRecord.write(endpointRef.id, endpoint, { dueAt: now + dayMs });
}

/** A new secret: 24 random bytes, as Standard Webhooks writes them. Answered once, and kept sealed. */
export async function newSecret({
  ids,
  vault,
}: Context): Promise<{ readonly secret: string; readonly sealed: string }> {
  const base64 = ids.random(32).replaceAll("-", "+").replaceAll("_", "/");
  const secret = `whsec_${base64}`;
  return { secret, sealed: await vault.seal(secret) };
}
