import { decideAndCommit } from "../../engine/commit/commit.ts";
import type { Context } from "../../context.ts";
import { merchantRecord, merchantRef } from "../../merchant/merchant.ts";
import { ok, refuse } from "../../result.ts";
import type { Tenant } from "../../engine/tenant/tenant.ts";
import { endpointLane, endpointRecord, endpointRef } from "./endpoint.ts";

export const removeEndpointErrors = ["NOT_FOUND_WEBHOOK", "CONCURRENT_REQUEST"] as const;

/** Removes a merchant's endpoint with its secrets and its subscription. */
export function removeEndpoint(context: Context, tenant: Tenant) {
  return decideAndCommit(context, {
    tenant,
    lane: endpointLane,
    load: (read) => read(endpointRef, merchantRef),
    decide: ([endpoint, merchant]) => {
      if (endpoint === undefined) return { answer: refuse("NOT_FOUND_WEBHOOK") };
      const isSubscribed = merchant !== undefined && merchant.webhookEvents.length > 0;
      const writes = [
        endpointRecord.remove(endpointRef.id),
        ...(isSubscribed ? [merchantRecord.write({ ...merchant, webhookEvents: [] })] : []),
      ];
      return { answer: ok({ removed: true as const }), changes: { writes } };
    },
  });
}
