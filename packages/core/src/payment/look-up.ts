import { loadOnce, type Read } from "../commit.ts";
import type { Context } from "../context.ts";
import { tenantId, type Tenant } from "../tenant.ts";
import { ok, refuse, type Result } from "../result.ts";
import { intentKeySchema, intentRef, type Intent } from "./intent.ts";
import { orderIdSchema, orderRef } from "./order.ts";
import { viewIntent, type PaymentIntent } from "./view.ts";

/** Names a payment: by its key, or by its order, which means the order's live or last payment. */
export type PaymentName = { readonly intentKey: string } | { readonly orderId: string };

/** The intent of a name, undefined where there is none, also where the name cannot be one. */
export async function readNamedIntent(read: Read, name: PaymentName): Promise<Intent | undefined> {
  if ("intentKey" in name) {
    if (!intentKeySchema.safeParse(name.intentKey).success) return undefined;
    const [intent] = await read(intentRef(name.intentKey));
    return intent;
  }
  if (!orderIdSchema.safeParse(name.orderId).success) return undefined;
  const [order] = await read(orderRef(name.orderId));
  if (order === undefined) return undefined;
  const [intent] = await read(intentRef(order.intentKey));
  return intent;
}

/**
 * Reads a payment by its intentKey or its orderId (interface: Payments).
 *
 * Refusals: `NOT_FOUND_PAYMENT`, also for another merchant's payment.
 *
 * @example
 * const payment = await payments.intents.lookUp(tenant, { orderId: "order-20261120-0001" });
 */
export async function lookUpPayment(
  context: Context,
  tenant: Tenant,
  name: PaymentName,
): Promise<Result<PaymentIntent>> {
  const intent = await loadOnce(context, tenantId(tenant), (read) => readNamedIntent(read, name));
  if (intent === undefined) return refuse("NOT_FOUND_PAYMENT");
  return ok(viewIntent(intent, { mId: tenant.mId, now: context.clock.now() }));
}
