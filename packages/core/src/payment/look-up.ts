import { loadOnce, type Read } from "../commit.ts";
import type { Context } from "../context.ts";
import type { RecordRef } from "../record.ts";
import { ok, refuse } from "../result.ts";
import { tenantId, type Tenant } from "../tenant.ts";
import { intentKeySchema, intentRecord } from "./intent.ts";
import { orderIdSchema, orderRecord } from "./order.ts";
import { viewIntent } from "./view.ts";

/** Names a payment: by its key, or by its order, which means the order's live or last payment. */
export type PaymentName = { readonly intentKey: string } | { readonly orderId: string };

/**
 * The intent of a name, undefined where there is none, also where the name cannot be one; and whatever
 * else is to be read in the same step.
 */
export async function readNamedIntent<Other>(read: Read, name: PaymentName, other?: RecordRef<Other>) {
  if ("intentKey" in name) {
    const valid = intentKeySchema.safeParse(name.intentKey).success;
    const [intent, more] = await read(valid ? intentRecord.ref(name.intentKey) : undefined, other);
    return { intent, other: more };
  }
  const valid = orderIdSchema.safeParse(name.orderId).success;
  const [order, more] = await read(valid ? orderRecord.ref(name.orderId) : undefined, other);
  const [intent] = await read(order === undefined ? undefined : intentRecord.ref(order.intentKey));
  return { intent, other: more };
}

export const lookUpErrors = ["NOT_FOUND_PAYMENT"] as const;

/** Reads a payment by its intentKey or its orderId. */
export async function lookUpPayment(context: Context, tenant: Tenant, name: PaymentName) {
  // Before it is read: what was confirmed while the answer was on its way has not expired meanwhile.
  const now = context.clock.now();
  const { intent } = await loadOnce(context, tenantId(tenant), (read) => readNamedIntent(read, name));
  if (intent === undefined) return refuse("NOT_FOUND_PAYMENT");
  return ok(viewIntent(intent, { mId: tenant.mId, now }));
}
