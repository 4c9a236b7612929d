import type { Context } from "../context.ts";
import { prepareIdempotency, type RequestOptions } from "../idempotency/idempotency.ts";
import type { Tenant } from "../tenant.ts";
import type { Result } from "../result.ts";
import { validate } from "../validate.ts";
import { makeSession } from "./make-session.ts";
import { createSessionSchema, type CreatedSession, type CreateSessionInput } from "./session-request.ts";

/**
 * Creates a checkout session for an order (interface: Checkout session). An earlier session of the
 * same order is invalidated at once.
 *
 * Refusals: `INVALID_…` with every field that is not as it must be; `BELOW_MINIMUM_AMOUNT` and
 * `EXCEED_MAX_AMOUNT` by the merchant's bounds; `KYC_NOT_AGREED`; `DUPLICATED_ORDER_ID` where the
 * order is paid; `FORBIDDEN_CONSECUTIVE_REQUEST` while an approval of the order is under way.
 *
 * @example
 * const session = await payments.sessions.create(tenant, {
 *   customerId: "c0a8-11e9-buyer", orderId: "order-20261120-0001", orderName: "Green tea",
 *   amount: { value: 10_000 }, successUrl: "https://shop.example/ok", failUrl: "https://shop.example/fail",
 * });
 */
export async function createSession(
  context: Context,
  tenant: Tenant,
  { input, options = {} }: { readonly input: CreateSessionInput; readonly options?: RequestOptions },
): Promise<Result<CreatedSession>> {
  const order = validate(createSessionSchema, input);
  if (!order.ok) return order;
  const request = await prepareIdempotency(context, ["create-session", order.value], options);
  if (!request.ok) return request;
  return makeSession(context, tenant, { order: order.value, opener: { by: "server" }, request: request.value });
}
