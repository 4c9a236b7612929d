import { decideAndCommit } from "../commit/commit.ts";
import type { Context } from "../context.ts";
import { ok, refuse } from "../result.ts";
import type { Tenant } from "../tenant/tenant.ts";
import { endpointLane, endpointRecord, endpointRef } from "./endpoint.ts";

export const removeEndpointErrors = ["NOT_FOUND_WEBHOOK", "CONCURRENT_REQUEST"] as const;

/** Removes a merchant's endpoint with its secrets. */
export function removeEndpoint(context: Context, tenant: Tenant) {
  return decideAndCommit(context, {
    tenant,
    lane: endpointLane,
    load: (read) => read(endpointRef),
    decide: ([endpoint]) => {
      if (endpoint === undefined) return { answer: refuse("NOT_FOUND_WEBHOOK") };
      return { answer: ok({ removed: true as const }), changes: { writes: [endpointRecord.remove(endpointRef.id)] } };
    },
  });
}
