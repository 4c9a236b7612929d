import { listPage } from "../commit/list-page.ts";
import type { Context } from "../context.ts";
import type { PageInput } from "../request/page.ts";
import type { Tenant } from "../tenant/tenant.ts";
import { deliveryList, deliveryRecord } from "../webhook-delivery/delivery.ts";
import { viewDelivery } from "./view-delivery.ts";

export const listDeliveriesErrors = ["INVALID_REQUEST"] as const;

/** The newest first. */
export function listDeliveries(context: Context, tenant: Tenant, input: PageInput) {
  const list = { tenant, list: deliveryList, order: "descending" } as const;
  return listPage(context, { ...list, kind: deliveryRecord, view: viewDelivery }, input);
}
