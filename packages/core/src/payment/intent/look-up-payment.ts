import { loadOnce } from "../../engine/commit/commit.ts";
import type { Read } from "../../engine/commit/snapshot.ts";
import type { Context } from "../../context.ts";
import { earningRecord } from "../../ledger/earning/earning.ts";
import { ok, refuse } from "../../result.ts";
import type { Tenant } from "../../engine/tenant/tenant.ts";
import { intentKeySchema, intentRecord } from "./intent.ts";
import { orderIdSchema, orderRecord } from "./order.ts";
import { viewIntent, viewingOf } from "./view.ts";

/** An orderId means the order's live or last payment. */
export type PaymentName = { readonly intentKey: string } | { readonly orderId: string };

/** Undefined if the name is malformed. */
export function namedRef(name: PaymentName) {
  if ("orderId" in name) return refOfOrder(name.orderId);
  return intentKeySchema.safeParse(name.intentKey).success ? intentRecord.ref(name.intentKey) : undefined;
}

function refOfOrder(orderId: string) {
  return orderIdSchema.safeParse(orderId).success ? orderRecord.ref(orderId) : undefined;
}

/** Undefined if the name is malformed, or the order has no payment. */
export async function namedKey(read: Read, name: PaymentName): Promise<string | undefined> {
  if ("intentKey" in name) return intentKeySchema.safeParse(name.intentKey).data;
  const [order] = await read(refOfOrder(name.orderId));
  return order?.intentKey;
}

export async function readNamed(read: Read, name: PaymentName) {
  const intentKey = await namedKey(read, name);
  if (intentKey === undefined) return {};
  const [intent, earning] = await read(intentRecord.ref(intentKey), earningRecord.ref(intentKey));
  return { intent, earning };
}

export const lookUpErrors = ["NOT_FOUND_PAYMENT"] as const;

export async function lookUpPayment(context: Context, tenant: Tenant, name: PaymentName) {
  const { intent, earning } = await loadOnce(context, tenant, (read) => readNamed(read, name));
  if (intent === undefined) return refuse("NOT_FOUND_PAYMENT");
  return ok(viewIntent(intent, { ...viewingOf(context, tenant), earning }));
}
