import { z } from "zod";

import { searchPage } from "../../engine/commit/list-page.ts";
import type { Context } from "../../context.ts";
import { pageSchema, type Page } from "../../engine/request/page.ts";
import { optionalOrNull, validate } from "../../engine/request/validate.ts";
import { ok, refuse } from "../../result.ts";
import type { Tenant } from "../../engine/tenant/tenant.ts";
import {
  deliveryList,
  deliveryRecord,
  deliveryStatuses,
  type Delivery,
  type DeliveryStatus,
  type WebhookTry,
  isDeliveryId,
} from "../../engine/outbox/delivery.ts";
import { shownLine } from "../../engine/text/readable-text.ts";
import { loadOnce, decideAndCommit } from "../../engine/commit/commit.ts";
import { resent } from "./deliver.ts";
import { endpointRef } from "./endpoint.ts";

/** A message to a merchant's endpoint. Times are in milliseconds since 1970. */
export interface WebhookDelivery {
  /** The webhook-id, the same at every try. */
  readonly id: string;
  /** The event, such as `settlement.completed`. */
  readonly event: string;
  /** The id of the event's object: a settlementId, intentKey or payout id. */
  readonly about: string;
  /** The number of the event among the notified ones of its object, from 1; null for a settlement, which has one. */
  readonly sequence: number | null;
  readonly status: DeliveryStatus;
  readonly createdAt: number;
  /** How many tries were begun. */
  readonly tries: number;
  /** When it is tried next; null when no try is left. */
  readonly nextTryAt: number | null;
  /** The last tries, the oldest first. */
  readonly log: readonly WebhookTry[];
}

function viewDelivery(delivery: Delivery): WebhookDelivery {
  const { id, event, about, sequence, status, createdAt, tries, nextTryAt } = delivery;
  // A receiver may answer anything, and its certificate may name anything in the reason.
  const log = delivery.log.map((each) => ({
    ...each,
    reason: each.reason === null ? null : shownLine(each.reason),
    answer: shownLine(each.answer),
  }));
  return { id, event, about, sequence, status, createdAt, tries, nextTryAt, log };
}

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

export const lookUpDeliveryErrors = ["NOT_FOUND_WEBHOOK_DELIVERY"] as const;

/** Reads one delivery. */
export async function lookUpDelivery(context: Context, tenant: Tenant, id: string) {
  if (!isDeliveryId(id)) return refuse("NOT_FOUND_WEBHOOK_DELIVERY");
  const [delivery] = await loadOnce(context, tenant, (read) => read(deliveryRecord.ref(id)));
  return delivery === undefined ? refuse("NOT_FOUND_WEBHOOK_DELIVERY") : ok(viewDelivery(delivery));
}

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
