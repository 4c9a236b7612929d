import { z } from "zod";
import { unnamedGateway } from "../../engine/attempt/sending.ts";
import { recordKind, type IndexedKind } from "../../engine/commit/record.ts";
import type { StateTable } from "../../engine/commit/state-table.ts";
import { listPage } from "../../engine/commit/list-page.ts";
import type { Context } from "../../context.ts";
import { customerIdSchema } from "../../engine/request/fields.ts";
import { pageSchema } from "../../engine/request/page.ts";
import { optionalOrNull, validate } from "../../engine/request/validate.ts";
import type { Tenant } from "../../engine/tenant/tenant.ts";

const billingKeyStatuses = ["ACTIVE", "DELETED"] as const;

type BillingKeyStatus = (typeof billingKeyStatuses)[number];
type BillingKeyEvent = "delete";

/** Interface: Status and state values, Billing key. */
export const billingKeyStates: StateTable<BillingKeyStatus, BillingKeyEvent> = {
  ACTIVE: { delete: "DELETED" },
  DELETED: {},
};

const billingKeySchema = z.looseObject({
  billkey: z.string(),
  /** Only charges of this customer use the card. */
  customerId: z.string(),
  /** The name of the gateway that has the card. */
  gateway: z.string().default(unnamedGateway),
  /** Null once the key is deleted. */
  cardToken: z.string().nullable(),
  maskedNumber: z.string(),
  issuerCode: z.string(),
  status: z.enum(billingKeyStatuses),
  createdAt: z.number(),
  deletedAt: z.number().nullable(),
  /** The payments in progress at the last charge, the newest last. */
  charging: z.array(z.string()),
});

/** A stored card, by its gateway's token and never by its number. Times are in milliseconds since 1970. */
export type BillingKey = z.output<typeof billingKeySchema>;

/** The active keys of a merchant, by customer. */
const billingKeyList = "billingKeys";

/** No customer's id has it, so that the keys of `c-1` are not among those of `c`. */
const afterCustomer = "/";

/**
 * Keys that were written before the list existed are not in it until they are written again, or placed by the store.
 */
export const billingKeyRecord: IndexedKind<BillingKey> = recordKind(
  "billingKey",
  billingKeySchema,
  ({ billkey, customerId, status }) => ({
    id: billkey,
    place: status === "ACTIVE" ? { list: billingKeyList, position: `${customerId}${afterCustomer}${billkey}` } : null,
  }),
);

/** Where in the list a customer's keys begin, and where the next customer's do. */
function keysOfCustomer(customerId: string): { readonly from: string; readonly to: string } {
  const behind = String.fromCodePoint((afterCustomer.codePointAt(0) ?? 0) + 1);
  return { from: `${customerId}${afterCustomer}`, to: `${customerId}${behind}` };
}

export const billkeyPrefix = "billkey_";

export function isBillkey(text: string): boolean {
  return /^billkey_[A-Za-z0-9_-]{1,60}$/.test(text);
}

/** Interface: Billing objects. */
export const billkeySchema = z.object({ billkey: z.string() }).meta({ id: "BillingKey" });

export type BillkeyView = z.output<typeof billkeySchema>;

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
