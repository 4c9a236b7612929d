import { decideAndCommit } from "../../engine/commit/commit.ts";
import type { Context } from "../../context.ts";
import { ok, refuse } from "../../result.ts";
import type { Tenant } from "../../engine/tenant/tenant.ts";
import { deliveryRecord, isDeliveryId } from "../../engine/outbox/delivery.ts";
import { resent } from "./tries.ts";
import { endpointRef } from "./endpoint.ts";
import { viewDelivery } from "./view-delivery.ts";

export const resendDeliveryErrors = ["NOT_FOUND_WEBHOOK_DELIVERY", "NOT_FOUND_WEBHOOK", "CONCURRENT_REQUEST"] as const;

/** Sends a delivery again, whatever its outcome. */
export async function resendDelivery(context: Context, tenant: Tenant, id: string) {
  if (!isDeliveryId(id)) return refuse("NOT_FOUND_WEBHOOK_DELIVERY");
  return decideAndCommit(context, {
    tenant,
    lane: id,
    load: (read) => read(deliveryRecord.ref(id), endpointRef),
    decide: ([delivery, endpoint], now) => {
      if (delivery === undefined) return { answer: refuse("NOT_FOUND_WEBHOOK_DELIVERY") };
      if (endpoint === undefined) return { answer: refuse("NOT_FOUND_WEBHOOK") };
      const next = resent(delivery, now);
      return { answer: ok(viewDelivery(next)), changes: { writes: [deliveryRecord.write(next)] } };
    },
  });
}
