import { z } from "zod";

import { listPage } from "../../engine/commit/list-page.ts";
import type { Context } from "../../context.ts";
import { customerIdSchema } from "../../engine/request/fields.ts";
import { pageSchema } from "../../engine/request/page.ts";
import { optionalOrNull, validate } from "../../engine/request/validate.ts";
import type { Tenant } from "../../engine/tenant/tenant.ts";
import { billingKeyList, billingKeyRecord, keysOfCustomer, type BillingKey } from "./billing-key.ts";

/** A stored card as its merchant sees it, without its number. */
export const listedBillingKeySchema = z.object({
  billkey: z.string(),
  customerId: z.string(),
  maskedNumber: z.string().meta({ description: "Partly masked card number" }),
  issuerCode: z.string().meta({ description: "Two-character card company code" }),
  createdAt: z.iso.datetime().meta({ description: "UTC with milliseconds" }),
});

export type ListedBillingKey = z.output<typeof listedBillingKeySchema>;

const listKeysSchema = z.object({ customerId: optionalOrNull(customerIdSchema), ...pageSchema.shape });

export type ListBillingKeysInput = z.input<typeof listKeysSchema>;

export const listBillingKeysErrors = ["INVALID_REQUEST", "INVALID_CUSTOMER_ID"] as const;

/** The keys that can be charged, in the order of their customers. */
export async function listBillingKeys(context: Context, tenant: Tenant, input: ListBillingKeysInput) {
  const asked = validate(listKeysSchema, input);
  if (!asked.ok) return asked;
  const { customerId, ...page } = asked.value;
  const bounds = customerId === undefined ? {} : keysOfCustomer(customerId);
  const list = { tenant, list: billingKeyList, ...bounds, order: "ascending" } as const;
  return listPage(context, { ...list, kind: billingKeyRecord, view: viewKey }, page);
}

function viewKey({ billkey, customerId, maskedNumber, issuerCode, createdAt }: BillingKey): ListedBillingKey {
  return { billkey, customerId, maskedNumber, issuerCode, createdAt: new Date(createdAt).toISOString() };
}
