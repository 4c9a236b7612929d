import type { Context } from "../context.ts";
import { readPage } from "../commit/list-page.ts";
import { pageSchema, type Page, type PageInput } from "../request/page.ts";
import { ok } from "../result.ts";
import type { Tenant } from "../tenant/tenant.ts";
import { validate } from "../request/validate.ts";
import { deliveryList, deliveryRecord } from "../webhook-delivery/delivery.ts";
import { viewDelivery, type WebhookDelivery } from "./view-delivery.ts";

export const listDeliveriesErrors = ["INVALID_REQUEST"] as const;

/** Reads a page of a merchant's deliveries, the newest first. */
export async function listDeliveries(context: Context, tenant: Tenant, input: PageInput) {
  const asked = validate(pageSchema, input);
  if (!asked.ok) return asked;
  const list = { tenant, list: deliveryList, order: "descending" } as const;
  const page = await readPage(context, list, asked.value);
  if (!page.ok) return page;
  const items = page.value.items.map(({ body }) => viewDelivery(deliveryRecord.schema.parse(body)));
  return ok<Page<WebhookDelivery>>({ ...page.value, items });
}
