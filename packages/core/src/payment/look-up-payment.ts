import { loadOnce } from "../commit/commit.ts";
import type { Read } from "../commit/snapshot.ts";
import type { Context } from "../context.ts";
import { earningRecord } from "../earning/earning.ts";
import { ok, refuse } from "../result.ts";
import type { Tenant } from "../tenant/tenant.ts";
import { intentKeySchema, intentRecord } from "./intent.ts";
import { orderIdSchema, orderRecord } from "./order.ts";
import { viewIntent, viewingOf } from "./view.ts";

/** Names a payment: by its key, or by its order, which means the order's live or last payment. */
export type PaymentName = { readonly intentKey: string } | { readonly orderId: string };

/** The record that a payment's name is found by; undefined where the name cannot be one. */
export function namedRef(name: PaymentName) {
  if ("orderId" in name)
    return orderIdSchema.safeParse(name.orderId).success ? orderRecord.ref(name.orderId) : undefined;
  return intentKeySchema.safeParse(name.intentKey).success ? intentRecord.ref(name.intentKey) : undefined;
}

/** The key of the payment that a name means; undefined where it can mean none. */
export async function namedKey(read: Read, name: PaymentName): Promise<string | undefined> {
  if ("intentKey" in name) return intentKeySchema.safeParse(name.intentKey).data;
  const [order] = await read(orderIdSchema.safeParse(name.orderId).success ? orderRecord.ref(name.orderId) : undefined);
  return order?.intentKey;
}

/** A payment by its name, with what it earned; neither where there is none. */
export async function readNamed(read: Read, name: PaymentName) {
  const intentKey = await namedKey(read, name);
  if (intentKey === undefined) return {};
  const [intent, earning] = await read(intentRecord.ref(intentKey), earningRecord.ref(intentKey));
  return { intent, earning };
}

export const lookUpErrors = ["NOT_FOUND_PAYMENT"] as const;

/** Reads a payment by its intentKey or its orderId. */
export async function lookUpPayment(context: Context, tenant: Tenant, name: PaymentName) {
  // Take `now` before reading, so that a slow read cannot expire what was still valid.
  const now = context.clock.now();
  const { intent, earning } = await loadOnce(context, tenant, (read) => readNamed(read, name));
  if (intent === undefined) return refuse("NOT_FOUND_PAYMENT");
  return ok(viewIntent(intent, { ...viewingOf(context, tenant), now, earning }));
}
