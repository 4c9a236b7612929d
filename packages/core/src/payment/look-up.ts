import { loadOnce, type Read } from "../commit.ts";
import type { Context } from "../context.ts";
import { earningRecord } from "../earning/earning.ts";
import type { RecordRef } from "../record.ts";
import { ok, refuse } from "../result.ts";
import { tenantId, type Tenant } from "../tenant.ts";
import { intentKeySchema, intentRecord } from "./intent.ts";
import { orderIdSchema, orderRecord } from "./order.ts";
import { viewIntent, viewingOf } from "./view.ts";

/** Names a payment: by its key, or by its order, which means the order's live or last payment. */
export type PaymentName = { readonly intentKey: string } | { readonly orderId: string };

/** What is to be read in the same steps as a payment. */
interface Besides<Other, OfIntent> {
  readonly other?: RecordRef<Other> | undefined;
  /** A record whose key is made of the intentKey. */
  readonly ofIntent?: (intentKey: string) => RecordRef<OfIntent>;
}

/** The intent of a name, undefined where there is none, also where the name cannot be one; and what is read besides. */
export async function readNamedIntent<Other, OfIntent>(
  read: Read,
  name: PaymentName,
  besides: Besides<Other, OfIntent> = {},
) {
  const refsOf = (intentKey: string) => [intentRecord.ref(intentKey), besides.ofIntent?.(intentKey)] as const;
  if ("intentKey" in name) {
    const valid = intentKeySchema.safeParse(name.intentKey).success;
    const [ref, ofRef] = valid ? refsOf(name.intentKey) : [];
    const [intent, ofIntent, other] = await read(ref, ofRef, besides.other);
    return { intent, ofIntent, other };
  }
  const valid = orderIdSchema.safeParse(name.orderId).success;
  const [order, other] = await read(valid ? orderRecord.ref(name.orderId) : undefined, besides.other);
  const [ref, ofRef] = order === undefined ? [] : refsOf(order.intentKey);
  const [intent, ofIntent] = await read(ref, ofRef);
  return { intent, ofIntent, other };
}

export const lookUpErrors = ["NOT_FOUND_PAYMENT"] as const;

/** Reads a payment by its intentKey or its orderId. */
export async function lookUpPayment(context: Context, tenant: Tenant, name: PaymentName) {
  // Before it is read: what was confirmed while the answer was on its way has not expired meanwhile.
  const now = context.clock.now();
  const { intent, ofIntent: earning } = await loadOnce(context, tenantId(tenant), (read) =>
    readNamedIntent(read, name, { ofIntent: (intentKey) => earningRecord.ref(intentKey) }),
  );
  if (intent === undefined) return refuse("NOT_FOUND_PAYMENT");
  return ok(viewIntent(intent, { ...viewingOf(context, tenant), now, earning }));
}
