import { decideAndCommit, loadOnce } from "../commit.ts";
import type { Context } from "../context.ts";
import { pageSchema, readPage, type Page, type PageInput } from "../list-page.ts";
import { ok, refuse } from "../result.ts";
import { tenantId, type Tenant } from "../tenant.ts";
import { validate } from "../validate.ts";
import {
  deliveryList,
  deliveryRecord,
  deliveryWrite,
  resent,
  type Delivery,
  type DeliveryStatus,
  type WebhookTry,
} from "./delivery.ts";
import { endpointRef } from "./endpoint.ts";

/** A message to a merchant's endpoint. Times are in milliseconds since 1970. */
export interface WebhookDelivery {
  /** The webhook-id, the same at every try. */
  readonly id: string;
  /** What happened: `settlement.completed`. */
  readonly event: string;
  /** The id of what it happened to: a settlementId. */
  readonly about: string;
  readonly status: DeliveryStatus;
  readonly createdAt: number;
  /** How many tries were begun. */
  readonly tries: number;
  /** When it is tried next; null when it is not. */
  readonly nextTryAt: number | null;
  /** The last tries, the oldest first. */
  readonly log: readonly WebhookTry[];
}

function viewDelivery(delivery: Delivery): WebhookDelivery {
  const { id, event, about, status, createdAt, tries, nextTryAt, log } = delivery;
  return { id, event, about, status, createdAt, tries, nextTryAt, log };
}

export const listDeliveriesErrors = ["INVALID_REQUEST"] as const;

/** Reads a page of a merchant's deliveries, the newest first. */
export async function listDeliveries(context: Context, tenant: Tenant, input: PageInput) {
  const asked = validate(pageSchema, input);
  if (!asked.ok) return asked;
  const list = { tenant: tenantId(tenant), list: deliveryList, order: "descending" } as const;
  const page = await readPage(context, list, asked.value);
  if (!page.ok) return page;
  const items = page.value.items.map(({ body }) => viewDelivery(deliveryRecord.schema.parse(body)));
  return ok<Page<WebhookDelivery>>({ ...page.value, items });
}

export const lookUpDeliveryErrors = ["NOT_FOUND_WEBHOOK_DELIVERY"] as const;

/** Whether a text can be the id of a delivery. */
function isDeliveryId(text: string): boolean {
  return /^msg_[A-Za-z0-9_-]{1,100}$/.test(text);
}

/** Reads one delivery. */
export async function lookUpDelivery(context: Context, tenant: Tenant, id: string) {
  if (!isDeliveryId(id)) return refuse("NOT_FOUND_WEBHOOK_DELIVERY");
  const [delivery] = await loadOnce(context, tenantId(tenant), (read) => read(deliveryRecord.ref(id)));
  return delivery === undefined ? refuse("NOT_FOUND_WEBHOOK_DELIVERY") : ok(viewDelivery(delivery));
}

export const resendDeliveryErrors = ["NOT_FOUND_WEBHOOK_DELIVERY", "NOT_FOUND_WEBHOOK", "CONCURRENT_REQUEST"] as const;

/** Sends a delivery again, whatever came of it. */
export async function resendDelivery(context: Context, tenant: Tenant, id: string) {
  if (!isDeliveryId(id)) return refuse("NOT_FOUND_WEBHOOK_DELIVERY");
  return decideAndCommit(context, {
    tenant: tenantId(tenant),
    lane: id,
    load: (read) => read(deliveryRecord.ref(id), endpointRef),
    decide: ([delivery, endpoint], now) => {
      if (delivery === undefined) return { answer: refuse("NOT_FOUND_WEBHOOK_DELIVERY") };
      if (endpoint === undefined) return { answer: refuse("NOT_FOUND_WEBHOOK") };
      const next = resent(delivery, now);
      return { answer: ok(viewDelivery(next)), changes: { writes: [deliveryWrite(next)] } };
    },
  });
}
