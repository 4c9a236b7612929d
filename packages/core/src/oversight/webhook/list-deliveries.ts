import { z } from "zod";

import { searchPage } from "../../engine/commit/list-page.ts";
import type { Context } from "../../context.ts";
import { pageSchema, type Page } from "../../engine/request/page.ts";
import { optionalOrNull, validate } from "../../engine/request/validate.ts";
import { ok } from "../../result.ts";
import type { Tenant } from "../../engine/tenant/tenant.ts";
import { deliveryList, deliveryRecord, deliveryStatuses } from "../../engine/outbox/delivery.ts";
import { viewDelivery, type WebhookDelivery } from "./view-delivery.ts";

/** The most deliveries that one page looks through for those that fit. */
const mostLookedThrough = 10_000;

/** What the filter looks at: a search parses no more of the deliveries that do not fit. */
const soughtSchema = z.object({ status: z.enum(deliveryStatuses) });

const listDeliveriesSchema = z.object({
  /** One of them; all where it is left out. */
  status: optionalOrNull(
    z.array(z.enum(deliveryStatuses, `must be ${deliveryStatuses.join(", ")}`)).min(1, "must name a status"),
  ),
  ...pageSchema.shape,
});

export type ListDeliveriesInput = z.input<typeof listDeliveriesSchema>;

export const listDeliveriesErrors = ["INVALID_REQUEST"] as const;

/** The newest first. */
export async function listDeliveries(context: Context, tenant: Tenant, input: ListDeliveriesInput) {
  const asked = validate(listDeliveriesSchema, input);
  if (!asked.ok) return asked;
  const { status, ...page } = asked.value;
  const found = await searchPage(
    context,
    {
      tenant,
      list: deliveryList,
      order: "descending",
      filter: status === undefined ? null : { status },
      fits: ({ body }) => status === undefined || status.includes(soughtSchema.parse(body).status),
      most: status === undefined ? Infinity : mostLookedThrough,
    },
    page,
  );
  if (!found.ok) return found;
  const items = found.value.items.map(({ body }) => viewDelivery(deliveryRecord.schema.parse(body)));
  return ok<Page<WebhookDelivery>>({ ...found.value, items });
}
