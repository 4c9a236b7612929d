import { loadOnce } from "../../engine/commit/commit.ts";
import type { Context } from "../../context.ts";
import { ok, refuse } from "../../result.ts";
import type { Tenant } from "../../engine/tenant/tenant.ts";
import { deliveryRecord, isDeliveryId } from "../../engine/outbox/delivery.ts";
import { viewDelivery } from "./view-delivery.ts";

export const lookUpDeliveryErrors = ["NOT_FOUND_WEBHOOK_DELIVERY"] as const;

/** Reads one delivery. */
export async function lookUpDelivery(context: Context, tenant: Tenant, id: string) {
  if (!isDeliveryId(id)) return refuse("NOT_FOUND_WEBHOOK_DELIVERY");
  const [delivery] = await loadOnce(context, tenant, (read) => read(deliveryRecord.ref(id)));
  return delivery === undefined ? refuse("NOT_FOUND_WEBHOOK_DELIVERY") : ok(viewDelivery(delivery));
}
